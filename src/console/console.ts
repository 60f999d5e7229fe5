/** The serial console: a line in, some lines out. It shows what the HTTP documents show and takes no credential. */
import type { Terminal } from "../board/terminal";
import { LOG_LEVELS, type Log, oneLine } from "../log";
import { LINE_MAX, LineReader } from "./lines";
import { documentLines } from "./print_document";

export interface ConsoleOptions {
  readonly terminal: Terminal;
  readonly log: Log;
  /** The documents that can be shown, by the command that shows them. */
  readonly documents: Readonly<Record<"status" | "wifi" | "mqtt" | "settings", () => object>>;
  /** Ends the program and starts it anew. */
  reboot(): void;
}

const HELP = [
  "help            this text",
  "status          the state of the unit",
  "wifi            access point, station and BOOT button",
  "mqtt            broker connection and identity",
  "settings        picture quality, stream rate, speaker, language",
  `log LEVEL       ${LOG_LEVELS.join(", ")}; without LEVEL: which one holds`,
  "trace on|off    one line per frame, as replay reads it",
  "reboot          start anew",
];

export class Console {
  readonly #options: ConsoleOptions;
  #tracing = false;

  constructor(options: ConsoleOptions) {
    this.#options = options;
  }

  /** One line of trace per frame is wanted. */
  get tracing(): boolean {
    return this.#tracing;
  }

  /** Reads commands from here on. */
  open(): void {
    const reader = new LineReader(
      (line) => this.execute(line),
      () => this.#refuse(`a line of more than ${LINE_MAX} characters`),
    );
    this.#options.terminal.open((text) => reader.push(text));
  }

  close(): void {
    this.#tracing = false;
    this.#options.terminal.close();
  }

  /** One line of the trace; printed while tracing. */
  trace(line: string): void {
    if (this.#tracing) this.#options.terminal.print(line);
  }

  /** Obeys one line. A line that is no command is answered, never obeyed in part. */
  execute(line: string): void {
    const [command = "", argument = "", ...more] = line.split(/\s+/);
    if (more.length > 0) this.#refuse(`'${line}'`);
    else if (command === "log") this.#log(argument);
    else if (command === "trace") this.#trace(argument);
    else if (argument !== "") this.#refuse(`'${line}'`);
    else this.#show(command);
  }

  #show(command: string): void {
    const { documents, log, reboot } = this.#options;
    switch (command) {
      case "help":
        this.#print(HELP);
        break;
      case "status":
      case "wifi":
      case "mqtt":
      case "settings":
        this.#print(documentLines(documents[command]()));
        break;
      case "reboot":
        log.write("info", "console", "reboot");
        reboot();
        break;
      default:
        this.#refuse(`'${command}'`);
    }
  }

  #log(argument: string): void {
    const { log } = this.#options;
    const level = argument === "" ? log.level : LOG_LEVELS.find((one) => one === argument);
    if (level) {
      log.level = level;
      this.#print([`log ${level}`]);
    } else this.#print([`error: log takes ${LOG_LEVELS.join(", ")}`]);
  }

  #trace(argument: string): void {
    if (argument === "on" || argument === "off") {
      this.#print([`trace ${argument}`]);
      this.#tracing = argument === "on";
    } else this.#print(["error: trace takes on or off"]);
  }

  #refuse(what: string): void {
    this.#print([`error: ${oneLine(what)} is no command; help lists them`]);
  }

  #print(lines: readonly string[]): void {
    for (const line of lines) this.#options.terminal.print(line);
  }
}
