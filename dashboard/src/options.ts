/** The command line of the dashboard. */
import { Flags, OptionError } from "../../src/boards/host/flags";

export type Mode = "eye" | "face";

export interface Options {
  readonly host: string;
  readonly port: number;
  /** `sim:SCENE`, `file:PATH` or `v4l2:DEV`, as for the unit. */
  readonly camera: string;
  readonly seed: number;
  readonly mode: Mode;
  /** The trained alert/drowsy model of mode face, relative to the project; it need not be there. */
  readonly face_model: string;
  /** File that receives the trace of every frame; null records nothing. */
  readonly record: string | null;
}

export const USAGE = `usage: npm run -s dashboard -- [FLAGS]

  --port N         port of the page and of everything else (default 8000; 0 takes a free one)
  --host ADDRESS   address to listen on (default 127.0.0.1). There is no log-in and /stream shows the camera:
                   listen on another address only in a network that you trust
  --camera SOURCE  sim:SCENE, file:PATH or v4l2:DEV (default sim:tour)
                   scenes: tour alert drowsy microsleep yawning head_nod leaves empty
  --seed N         which synthetic driver (default 42)
  --mode MODE      eye: the eye model reads one eye a frame, as on the unit (default)
                   face: the 64x64 alert/drowsy model reads the whole face instead
  --face-model FILE  the trained alert/drowsy model (default models/face_state.tflite; see dashboard/train)
  --record FILE    write the trace of every frame, to be replayed here or with npm run -s replay -- FILE
  --help           this text`;

function isMode(text: string): text is Mode {
  return text === "eye" || text === "face";
}

/** Reads the arguments after the program's name. Returns null where help was asked for; throws OptionError. */
export function parseOptions(args: readonly string[]): Options | null {
  const flags = new Flags(args, {
    port: { type: "string", default: "8000" },
    host: { type: "string", default: "127.0.0.1" },
    camera: { type: "string", default: "sim:tour" },
    seed: { type: "string", default: "42" },
    mode: { type: "string", default: "eye" },
    "face-model": { type: "string", default: "models/face_state.tflite" },
    record: { type: "string" },
    help: { type: "boolean", default: false },
  });
  if (flags.given("help")) return null;
  const mode = flags.text("mode");
  if (!isMode(mode)) throw new OptionError(`--mode must be eye or face, not '${mode}'`);
  return {
    host: flags.text("host"),
    port: flags.wholeNumber("port", 65535),
    camera: flags.text("camera"),
    seed: flags.wholeNumber("seed", 2 ** 31 - 1),
    mode,
    face_model: flags.text("face-model"),
    record: flags.textOrNull("record"),
  };
}

/** Only this computer can reach the address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}
