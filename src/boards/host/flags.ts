/** What the command lines of the programs on a computer have in common. */
import { type ParseArgsConfig, parseArgs } from "node:util";

/** What is wrong with the command line: one line that names the flag. */
export class OptionError extends Error {}

/** Exit status of a wrong command line, as shells use it. */
const USAGE_STATUS = 2;

/** The values of the flags that were given or have a default. */
export class Flags {
  readonly #values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

  /** @throws OptionError for an unknown flag, one without its value, and for anything that is no flag */
  constructor(args: readonly string[], options: NonNullable<ParseArgsConfig["options"]>) {
    try {
      this.#values = parseArgs({ args: [...args], options }).values;
    } catch (error) {
      // The parser adds advice on dashes; its first sentence names the flag.
      throw new OptionError((error as Error).message.split(/\.\s/)[0]!);
    }
  }

  given(flag: string): boolean {
    return this.#values[flag] === true;
  }

  /** @throws OptionError where it is empty */
  text(flag: string): string {
    const value = this.#values[flag] as string;
    if (value === "") throw new OptionError(`--${flag} must not be empty`);
    return value;
  }

  /** Null where the flag was not given. */
  textOrNull(flag: string): string | null {
    return this.#values[flag] === undefined ? null : this.text(flag);
  }

  /** Of a flag that may be given again. */
  texts(flag: string): readonly string[] {
    return this.#values[flag] as string[];
  }

  /** A whole number from `low` to `high`. */
  wholeNumber(flag: string, high: number, low = 0): number {
    const text = this.text(flag);
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= low && value <= high))
      throw new OptionError(`--${flag} must be a whole number from ${low} to ${high}, not '${text}'`);
    return value;
  }
}

/** Ends the program with one line on standard error. */
export function fail(program: string, message: string, status = 1): never {
  console.error(`${program}: ${message}`);
  process.exit(status);
}

/** The options of this program's command line; ends the program where they are wrong or help was asked for (null). */
export function optionsOrExit<T>(program: string, usage: string, parse: (args: readonly string[]) => T | null): T {
  try {
    const parsed = parse(process.argv.slice(2));
    if (parsed !== null) return parsed;
  } catch (error) {
    if (error instanceof OptionError) fail(program, `${error.message} (--help lists the flags)`, USAGE_STATUS);
    throw error;
  }
  console.log(usage);
  process.exit(0);
}
