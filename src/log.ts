/** The log of the unit: one line per event, with uptime, level and module. */

export const LOG_LEVELS = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Takes the events of one module. No text may hold a credential. */
export type ModuleLog = (level: LogLevel, text: string) => void;

/** Text on one line: control characters, which an input could smuggle in, are written as escapes. */
export function oneLine(text: string): string {
  let line = "";
  for (const character of text) {
    const code = character.charCodeAt(0);
    line += code < 0x20 || (code >= 0x7f && code < 0xa0) ? `\\x${code.toString(16).padStart(2, "0")}` : character;
  }
  return line;
}

export class Log {
  /** Events below this level are dropped. */
  level: LogLevel = "info";
  readonly #now_ms: () => number;
  readonly #print: (line: string) => void;

  /** `print` gets each line without its end. */
  constructor(now_ms: () => number, print: (line: string) => void) {
    this.#now_ms = now_ms;
    this.#print = print;
  }

  write(level: LogLevel, module: string, text: string): void {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(this.level)) return;
    this.#print(`${(this.#now_ms() / 1000).toFixed(3)} ${level} ${module}: ${oneLine(text)}`);
  }

  /** The log under this module's name. */
  module(name: string): ModuleLog {
    return (level, text) => this.write(level, name, text);
  }
}
