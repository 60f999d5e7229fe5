/** What the synthetic driver looks like, to people and to the models: `node --import tsx tools/render/main.ts --help`. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createDriver } from "../../src/boards/host/driver/driver";
import { dumpCrops } from "./crops";
import { measure } from "./measure";
import { dumpSheet } from "./sheet";

const HELP = `usage: node --import tsx tools/render/main.ts COMMAND FLAGS

  sheet    --out FILE.png [--scene tour] [--seed 42] [--from-s 0] [--to-s 98] [--count 42] [--columns 7]
           frames of a scene, evenly spaced, as one picture
  crops    --out DIR [--seeds 1-20] [--per-seed 100]
           32x32 grey eye crops render_<seed>_<n>_<open|closed>.png for tools/train --rendered,
           half of them closed
  frame    --out FILE [--scene alert] [--seed 42] [--at-s 1]
           one upright frame, 240x240 RGB565 with the low byte first, as the board's self test takes it
  measure  [--scene tour] [--seed 42] [--from-s 0] [--to-s 98] [--count 98]
           one JSON line per frame: the truth, what the face detector found, what the eye model said
  --help   print this
`;

/** A mistake in how the program was called: one line, no stack. */
class Refusal extends Error {}

const FLAGS = {
  sheet: { out: "", scene: "tour", seed: "42", "from-s": "0", "to-s": "98", count: "42", columns: "7" },
  crops: { out: "", seeds: "1-20", "per-seed": "100" },
  frame: { out: "", scene: "alert", seed: "42", "at-s": "1" },
  measure: { scene: "tour", seed: "42", "from-s": "0", "to-s": "98", count: "98" },
} as const;
type Command = keyof typeof FLAGS;

class Flags {
  constructor(private readonly values: Readonly<Record<string, string>>) {}

  text(name: string): string {
    const value = this.values[name];
    if (!value) throw new Refusal(`--${name} is missing`);
    return value;
  }

  number(name: string, low: number, high: number, whole: boolean): number {
    const text = this.text(name);
    const value = Number(text);
    if (!Number.isFinite(value) || value < low || value > high || (whole && !Number.isInteger(value)))
      throw new Refusal(`--${name} must be a ${whole ? "whole " : ""}number from ${low} to ${high}, not ${text}`);
    return value;
  }

  /** `3`, `1-20` or `1,5,9`. */
  seeds(name: string): number[] {
    const text = this.text(name);
    const range = /^(\d{1,6})-(\d{1,6})$/.exec(text);
    if (range) {
      const [from, to] = [Number(range[1]), Number(range[2])];
      if (from <= to && to - from < 1000) return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    } else if (/^\d{1,6}(,\d{1,6})*$/.test(text)) return text.split(",").map(Number);
    throw new Refusal(`--${name} must be a range such as 1-20 or a list such as 1,5,9, not ${text}`);
  }
}

function flagsOf(command: Command, args: string[]): Flags {
  const known: Readonly<Record<string, string>> = FLAGS[command];
  const options = Object.fromEntries(Object.keys(known).map((name) => [name, { type: "string" as const }]));
  let given: Record<string, unknown>;
  try {
    given = parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new Refusal((error as Error).message);
  }
  return new Flags({ ...known, ...(given as Record<string, string>) });
}

/** `count` instants in milliseconds, evenly spaced from --from-s to before --to-s. */
function instants(flags: Flags): number[] {
  const from_s = flags.number("from-s", 0, 1e6, false);
  const to_s = flags.number("to-s", 0, 1e6, false);
  const count = flags.number("count", 1, 100_000, true);
  if (to_s <= from_s) throw new Refusal("--to-s must be later than --from-s");
  return Array.from({ length: count }, (_, at) => Math.round((from_s + ((to_s - from_s) * at) / count) * 1000));
}

/** The sensor's bytes are swapped and the picture is upside down: read backwards they are neither. */
function dumpFrame(flags: Flags): void {
  const at_s = flags.number("at-s", 0, 1e6, false);
  writeFileSync(
    flags.text("out"),
    driverOf(flags)
      .renderFrame(Math.round(at_s * 1000))
      .slice()
      .reverse(),
  );
}

/** @throws Refusal for a scene that does not exist */
function driverOf(flags: Flags) {
  const seed = flags.number("seed", 0, 0xffffffff, true);
  try {
    return createDriver(flags.text("scene"), seed);
  } catch (error) {
    throw new Refusal(`--scene: ${(error as Error).message}`);
  }
}

async function run(args: string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === "--help" || rest.includes("--help")) return void process.stdout.write(HELP);
  if (command === undefined || !(command in FLAGS))
    throw new Refusal(
      `the command must be sheet, crops, frame or measure${command === undefined ? "" : `, not ${command}`}`,
    );
  const flags = flagsOf(command as Command, rest);
  if (command === "sheet")
    dumpSheet(driverOf(flags), instants(flags), flags.number("columns", 1, 40, true), flags.text("out"));
  else if (command === "crops")
    dumpCrops(flags.seeds("seeds"), flags.number("per-seed", 2, 9999, true), flags.text("out"));
  else if (command === "frame") dumpFrame(flags);
  else await measure(driverOf(flags), instants(flags), (line) => process.stdout.write(`${line}\n`));
}

run(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(
    `render: ${error instanceof Refusal ? `${error.message} (--help tells more)` : error.message}\n`,
  );
  process.exitCode = error instanceof Refusal ? 2 : 1;
});
