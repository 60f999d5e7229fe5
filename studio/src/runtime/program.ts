import type { Variable } from "../scenario/definition_parts";
import type { Node } from "../scenario/definition_v2";

export interface ProgramFlow {
  readonly start: string;
  readonly nodes: ReadonlyMap<string, Node>;
}

/** A definition made ready to run: either format becomes flows of the same nodes. Not stored; made anew in each process. */
export interface Program {
  readonly language: string;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly max_turns: number;
  readonly max_duration_ms: number;
  readonly main: ProgramFlow;
  readonly flows: ReadonlyMap<string, ProgramFlow>;
  /** Utterances by intent, from the project's library; told to recognisers. */
  readonly phrases: ReadonlyMap<string, readonly string[]>;
}
