/** Lines out of the pieces that a serial port delivers. */

/** No command is longer. */
export const LINE_MAX = 120;

const BACKSPACES = "\b\x7f";

export class LineReader {
  #line = "";
  #too_long = false;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;

  constructor(onLine: (line: string) => void, onTooLong: () => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  /** Takes the next piece. CR, LF and both together end a line; backspace takes a character back; empty lines are none. */
  push(text: string): void {
    for (const character of text) {
      if (character === "\r" || character === "\n") this.#end();
      else if (BACKSPACES.includes(character)) this.#line = this.#line.slice(0, -1);
      else if (this.#line.length < LINE_MAX) this.#line += character;
      else this.#too_long = true;
    }
  }

  #end(): void {
    const line = this.#line.trim();
    const too_long = this.#too_long;
    this.#line = "";
    this.#too_long = false;
    if (too_long) this.#onTooLong();
    else if (line !== "") this.#onLine(line);
  }
}
