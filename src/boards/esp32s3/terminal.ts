/** The serial connector as the unit's terminal. */
import type { Terminal } from "../../board/terminal";
import type { Timers } from "../../board/timers";

/** How often the wire is read and fed. [native: it takes 580 bytes in this time, both ways; 4 KB and 2 KB wait there] */
const POLL_MS = 50;
const LINE_END = "\r\n";
/** The native queue takes a piece whole or not at all: well below its 4 KB. */
const PIECE = 512;
/** What waits here for the wire, characters. More is lost: who prints faster than the wire for ten seconds has lost anyway. */
const BACKLOG_MAX = 128 * 1024;

/** What this needs of `dg/console`. */
export interface NativeConsole {
  open(): void;
  read(): string;
  write(text: string): boolean;
  close(): void;
}

export class BoardTerminal implements Terminal {
  readonly #console: NativeConsole;
  readonly #trace: (text: string) => void;
  readonly #backlog: string[] = [];
  #waiting = 0;
  /** Lines that found no room. */
  #lost = 0;
  #owned = false;
  #onText: ((text: string) => void) | null = null;

  /**
   * Takes the connector. Where xsbug has it (a debug build), what is printed goes to xsbug's console by `trace`, and
   * nothing can be typed.
   */
  constructor(console: NativeConsole, timers: Timers, trace: (text: string) => void) {
    this.#console = console;
    this.#trace = trace;
    try {
      console.open();
      this.#owned = true;
    } catch {
      return;
    }
    timers.repeat(() => this.#serve(), POLL_MS);
  }

  /** Characters that were printed and have not left for the wire. */
  get waiting(): number {
    return this.#waiting;
  }

  open(onText: (text: string) => void): void {
    this.#onText = onText;
  }

  print(line: string): void {
    if (!this.#owned) this.#trace(`${line}\n`);
    else if (this.#waiting + line.length > BACKLOG_MAX) this.#lost += 1;
    else {
      this.#queue(line + LINE_END);
      this.#feed();
    }
  }

  /** Ends reading; the log is still printed. */
  close(): void {
    this.#onText = null;
  }

  #queue(text: string): void {
    for (let at = 0; at < text.length; at += PIECE) this.#backlog.push(text.slice(at, at + PIECE));
    this.#waiting += text.length;
  }

  #feed(): void {
    for (let piece = this.#backlog[0]; piece !== undefined && this.#console.write(piece); piece = this.#backlog[0]) {
      this.#backlog.shift();
      this.#waiting -= piece.length;
    }
    if (this.#backlog.length > 0 || this.#lost === 0) return;
    const lost = this.#lost;
    this.#lost = 0;
    this.print(`(${lost} lines lost: printed faster than the wire takes them)`);
  }

  #serve(): void {
    this.#feed();
    const text = this.#console.read();
    if (text !== "") this.#onText?.(text);
  }
}
