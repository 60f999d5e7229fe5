/** The command line of the unit on a computer. */
import { changeSettings, DEFAULT_SETTINGS, type Settings } from "../../control/settings";
import { Flags, OptionError } from "./flags";
import { isSpeaker, SPEAKER_USAGE } from "./speaker/speaker";

export interface Options {
  readonly control_port: number;
  readonly stream_port: number;
  readonly bind: string;
  /** Folder of the unit's own files: `card` and `store` stand in it. */
  readonly data: string;
  /** `sim:SCENE`, `file:PATH` or `v4l2:DEV`. */
  readonly camera: string;
  readonly seed: number;
  /** `none`, `wav:DIR` or `default`. */
  readonly speaker: string;
  /** File that receives the trace of every frame; null records nothing. */
  readonly record: string | null;
  /** File of the networks that the simulated radio hears; null hears two of its own. */
  readonly radio: string | null;
  /** Those that were given; they hold over stored ones until they are changed. */
  readonly settings: Partial<Settings>;
}

export const USAGE = `usage: npm run -s unit -- [FLAGS]

  --control-port N   port of the page and of everything under /api/ (default 8080; 0 takes a free one)
  --stream-port N    port of /stream and /frame (default 8081; 0 takes a free one)
  --bind ADDRESS     address to listen on (default 127.0.0.1; the unit has no log-in)
  --data DIR         folder of the unit's own files (default data)
  --camera SOURCE    sim:SCENE, file:PATH or v4l2:DEV (default sim:tour)
                     scenes: tour alert drowsy microsleep yawning head_nod leaves empty
  --seed N           which synthetic driver (default 42)
  --speaker WHERE    default plays on this computer (default), wav:DIR keeps what would be heard
                     as files with their times, none is silent
  --set KEY=VALUE    a setting: quality 10-95, fps 1-20, muted 0|1, lang en|km; may be given again
  --radio FILE.json  networks around the simulated radio, read again when it changes:
                     {"networks":[{"ssid","passphrase","rssi","channel","auth"}],"boot_button":false}
  --record FILE      write the trace of every frame, to be replayed with npm run -s replay -- FILE
  --help             this text`;

function settings(pairs: readonly string[]): Partial<Settings> {
  let result: Partial<Settings> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const key = pair.slice(0, Math.max(0, at));
    if (!(key in DEFAULT_SETTINGS)) {
      throw new OptionError(
        `--set takes KEY=VALUE with KEY one of ${Object.keys(DEFAULT_SETTINGS).join(", ")}, not '${pair}'`,
      );
    }
    const changed = changeSettings(DEFAULT_SETTINGS, new Map([[key, pair.slice(at + 1)]]), 0);
    if ("error" in changed) throw new OptionError(`--set ${pair}: ${changed.error}`);
    result = { ...result, [key]: changed[key as keyof Settings] };
  }
  return result;
}

/** Reads the arguments after the program's name. Returns null where help was asked for; throws OptionError. */
export function parseOptions(args: readonly string[]): Options | null {
  const flags = new Flags(args, {
    "control-port": { type: "string", default: "8080" },
    "stream-port": { type: "string", default: "8081" },
    bind: { type: "string", default: "127.0.0.1" },
    data: { type: "string", default: "data" },
    camera: { type: "string", default: "sim:tour" },
    seed: { type: "string", default: "42" },
    speaker: { type: "string", default: "default" },
    set: { type: "string", multiple: true, default: [] },
    record: { type: "string" },
    radio: { type: "string" },
    help: { type: "boolean", default: false },
  });
  if (flags.given("help")) return null;
  const control_port = flags.wholeNumber("control-port", 65535);
  const stream_port = flags.wholeNumber("stream-port", 65535);
  if (control_port === stream_port && control_port !== 0) {
    throw new OptionError(`--stream-port must differ from --control-port, both are ${control_port}`);
  }
  const speaker = flags.text("speaker");
  if (!isSpeaker(speaker)) throw new OptionError(`--speaker must be ${SPEAKER_USAGE}, not '${speaker}'`);
  return {
    control_port,
    stream_port,
    bind: flags.text("bind"),
    data: flags.text("data"),
    camera: flags.text("camera"),
    seed: flags.wholeNumber("seed", 2 ** 31 - 1),
    speaker,
    record: flags.textOrNull("record"),
    radio: flags.textOrNull("radio"),
    settings: settings(flags.texts("set")),
  };
}
