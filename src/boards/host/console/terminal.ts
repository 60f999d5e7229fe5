/** The unit's terminal on a computer: standard input and output. */
import { readFileSync } from "node:fs";
import type { Terminal } from "../../../board/terminal";

/** What this needs of a readable stream; `process.stdin` is one. */
export interface TextInput {
  readonly isTTY?: boolean;
  setEncoding(encoding: "latin1"): unknown;
  on(event: "data", listener: (text: string) => void): unknown;
  on(event: "error", listener: () => void): unknown;
  removeAllListeners(event: "data"): unknown;
  pause(): unknown;
}

/**
 * This process is in front of its terminal. One in the background that reads from it is stopped by the system, and with it the
 * watch. Where the system does not tell, it counts as in front.
 */
export function isInForeground(stat: () => string = () => readFileSync("/proc/self/stat", "latin1")): boolean {
  try {
    const text = stat();
    // The second field is the program's name in brackets, with anything in it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [process_group, terminal_group] = [fields[2], fields[5]];
    return process_group === terminal_group;
  } catch {
    return true;
  }
}

/** Reading this input does not stop the process. */
export function mayRead(input: Pick<TextInput, "isTTY">): boolean {
  return !input.isTTY || isInForeground();
}

export class HostTerminal implements Terminal {
  readonly #input: TextInput;
  readonly #write: (text: string) => void;

  constructor(
    input: TextInput = process.stdin,
    write: (text: string) => void = (text) => {
      process.stdout.write(text);
    },
  ) {
    this.#input = input;
    this.#write = write;
  }

  open(onText: (text: string) => void): void {
    if (!mayRead(this.#input)) return;
    // Its end or failure ends the console alone.
    this.#input.on("error", () => {});
    this.#input.setEncoding("latin1");
    this.#input.on("data", onText);
  }

  print(line: string): void {
    this.#write(`${line}\n`);
  }

  close(): void {
    this.#input.removeAllListeners("data");
    this.#input.pause();
  }
}
