/** One line of what a benchmark prints. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}
