/** What replays trace lines: one instance holds one monitor, and takes the lines of one trace in order. */
export interface ReplayEngine {
  /** Verdict lines for these trace lines, up to the first bad one. */
  replay(lines: readonly string[]): Promise<Replayed>;
  close(): Promise<void>;
}

export interface Replayed {
  /** One line feed after each verdict. */
  readonly verdicts: string;
  /** The bad line: its index among the lines given, and what is wrong with it. */
  readonly bad: { readonly index: number; readonly message: string } | null;
}
