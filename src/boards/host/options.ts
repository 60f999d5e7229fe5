/** The command line of the unit on a computer. */
import { parseArgs } from "node:util";
import { changeSettings, DEFAULT_SETTINGS, type Settings } from "../../control/settings";
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

/** What is wrong with the command line: one line that names the flag. */
export class OptionError extends Error {}

function wholeNumber(flag: string, text: string, high: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= high)) throw new OptionError(`--${flag} must be a whole number from 0 to ${high}, not '${text}'`);
  return value;
}

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
  let values: Record<string, string | string[] | boolean | undefined>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
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
      },
    }));
  } catch (error) {
    // The parser adds advice on dashes; its first sentence names the flag.
    throw new OptionError((error as Error).message.split(/\.\s/)[0]!);
  }
  if (values["help"]) return null;
  const text = (flag: string) => {
    const value = values[flag] as string;
    if (value === "") throw new OptionError(`--${flag} must not be empty`);
    return value;
  };
  const control_port = wholeNumber("control-port", text("control-port"), 65535);
  const stream_port = wholeNumber("stream-port", text("stream-port"), 65535);
  if (control_port === stream_port && control_port !== 0) {
    throw new OptionError(`--stream-port must differ from --control-port, both are ${control_port}`);
  }
  const speaker = text("speaker");
  if (!isSpeaker(speaker)) throw new OptionError(`--speaker must be ${SPEAKER_USAGE}, not '${speaker}'`);
  return {
    control_port,
    stream_port,
    bind: text("bind"),
    data: text("data"),
    camera: text("camera"),
    seed: wholeNumber("seed", text("seed"), 2 ** 31 - 1),
    speaker,
    record: values["record"] === undefined ? null : text("record"),
    radio: values["radio"] === undefined ? null : text("radio"),
    settings: settings(values["set"] as string[]),
  };
}
