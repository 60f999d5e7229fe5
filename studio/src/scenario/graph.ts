/** Both formats as one kind of graph, so that what is said about paths is written once. */
import type { When } from "./definition_parts";
import type { Keys } from "./findings";

/** How control leaves a node. */
export interface Edge {
  /** Id of the node it leads to, in the same flow. */
  readonly to: string;
  /** The field that says so; for falling through to the next step, the step itself. */
  readonly keys: Keys;
  /** Variables that surely have a value once this edge is taken, because of what the node did. */
  readonly sets: readonly string[];
  /** A condition known to be true, or false, on this edge. */
  readonly known?: { readonly when: When; readonly truth: boolean };
}

/**
 * - `ask` waits for the caller, `call` runs another flow and takes its edges if that returns
 * - `end` may end the call (a transfer may also go on), `return` ends its flow
 */
export type GraphNodeKind = "plain" | "ask" | "call" | "end" | "return";

export interface GraphNode {
  readonly id: string;
  readonly kind: GraphNodeKind;
  readonly keys: Keys;
  /** The flow that a `call` runs. */
  readonly callee?: string;
  readonly edges: readonly Edge[];
  /** The variables it reads, and where. */
  readonly reads: readonly { readonly variable: string; readonly keys: Keys }[];
  /** Not in the document: the end of a list of steps. */
  readonly implicit?: true;
}

export interface FlowGraph {
  /** null for the main flow. */
  readonly name: string | null;
  readonly keys: Keys;
  /** null where the start is missing. */
  readonly start: string | null;
  /** In document order. */
  readonly nodes: ReadonlyMap<string, GraphNode>;
}

/** The main flow first. */
export type Program = readonly FlowGraph[];

/** How findings name a flow. */
export const flowTitle = (name: string | null) => (name === null ? "the scenario" : `flow "${name}"`);
