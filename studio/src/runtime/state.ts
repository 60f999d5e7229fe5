import type { IntentMatch } from "../nlu/matcher";
import type { Scalar } from "../scenario/definition_parts";
import type { Program } from "./program";
import type { CutOff, ListenOptions, ListenResult, SayOptions, SayResult, TransferResult } from "./session";
import type { RunOutcome } from "./trace";
import { initialVariables } from "./variables";

/** Where a flow stands; the last frame is the running one, those before it wait for their sub-flow to return. */
export interface Frame {
  /** Null: the main flow. */
  readonly flow: string | null;
  node_id: string;
  visit: number;
}

export interface Heard {
  readonly text: string;
  readonly confidence: number;
  readonly from_ms: number;
  readonly to_ms: number;
}

/** What the run waits for; it says what the next input must be. */
export type Waiting =
  | { readonly kind: "start" }
  | { readonly kind: "say"; readonly text: string }
  | { readonly kind: "listen" }
  | { readonly kind: "match"; readonly heard: Heard }
  | { readonly kind: "http"; readonly method: string; readonly url: string; readonly from_ms: number }
  | { readonly kind: "transfer"; readonly to: string };

export interface Ended {
  readonly outcome: RunOutcome;
  readonly disposition: string | null;
  readonly tags: readonly string[];
}

/** Failures that name the outcome of a call whose author named none. */
export type Failure = "no_input" | "no_match" | "http_failed" | "transfer_failed";

/** A run between two steps: plain JSON, so that any process can go on with it. */
export interface RunState {
  readonly version: 1;
  frames: Frame[];
  variables: Record<string, Scalar>;
  waiting: Waiting | null;
  ended: Ended | null;
  /** The last failure that led on, until something works again. */
  failure: Failure | null;
  /** Of the ask that is running, counted from 1. */
  attempt: number;
  turns: number;
  visits: number;
  /** Nodes entered since the caller last heard or said something. */
  quiet_nodes: number;
  http_calls: number;
  at_ms: number;
  seq: number;
}

export interface HttpAsk {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeout_ms: number;
}

/** `json` is there where the answer's body was JSON. `error`: why there is no answer, or no whole one. */
export interface HttpAnswer {
  readonly status: number | null;
  readonly json?: unknown;
  readonly error: string | null;
}

/** What the run wants done next. `hangup` is always the last. */
export type Effect =
  | { readonly kind: "say"; readonly text: string; readonly options: SayOptions }
  | { readonly kind: "listen"; readonly options: ListenOptions }
  | { readonly kind: "match"; readonly text: string; readonly language: string; readonly candidates: readonly string[] }
  | { readonly kind: "http"; readonly ask: HttpAsk }
  | { readonly kind: "transfer"; readonly to: string; readonly until_ms: number }
  | { readonly kind: "hangup" };

/** What came of it. `cut_off` and `failed` may come at any time. */
export type Input =
  | { readonly kind: "start" }
  | { readonly kind: "said"; readonly result: SayResult }
  | { readonly kind: "listened"; readonly result: ListenResult }
  | { readonly kind: "matched"; readonly match: IntentMatch }
  | { readonly kind: "http_answered"; readonly answer: HttpAnswer; readonly at_ms: number }
  | { readonly kind: "transferred"; readonly result: TransferResult }
  | { readonly kind: "cut_off"; readonly by: CutOff; readonly at_ms: number }
  | { readonly kind: "failed"; readonly message: string; readonly at_ms: number };

/**
 * The state of a call that was just answered.
 * @param contact fields of the contact; variables whose `source` is `contact` take theirs
 */
export function initialState(program: Program, contact: Readonly<Record<string, unknown>> = {}): RunState {
  return {
    version: 1,
    frames: [{ flow: null, node_id: program.main.start, visit: 0 }],
    variables: initialVariables(program.variables, contact),
    waiting: { kind: "start" },
    ended: null,
    failure: null,
    attempt: 0,
    turns: 0,
    visits: 0,
    quiet_nodes: 0,
    http_calls: 0,
    at_ms: 0,
    seq: 0,
  };
}
