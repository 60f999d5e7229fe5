/** The serial port of a board, or a computer's standard input and output, as text. Types only. */
export interface Terminal {
  /** Text as it arrives, in pieces of any size; one character per byte. */
  open(onText: (text: string) => void): void;
  /** One line, without its end. */
  print(line: string): void;
  close(): void;
}
