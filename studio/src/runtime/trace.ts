import type { MatchReason } from "../nlu/matcher";
import type { Scalar } from "../scenario/definition_parts";
import type { CutOff, SayResult, TransferFailure } from "./session";

/**
 * What happened in a call, in order: what transcripts, live events and analysis are made of. Plain JSON.
 * `seq` counts from 0 without gaps; `at_ms` is milliseconds since the answer and never falls from one event to the
 * next. `flow` is null for the main flow, `node_id` the node that was running; `visit` counts the node entries of
 * the whole call from 1, so that two visits of one node can be told apart.
 */
export interface TracePlace {
  readonly seq: number;
  readonly at_ms: number;
  readonly flow: string | null;
  readonly node_id: string;
  readonly visit: number;
}

/**
 * How a run of a scenario ended. Stable: stored, filtered by, and sent to customers.
 * `completed`: at a hang-up; where its author named no outcome and a failure led there, the failure is the outcome
 * (`no_input`, `no_match`, `http_failed`, `transfer_failed`). `error`: the gateway or the definition was at fault.
 */
export const RUN_OUTCOMES = [
  "completed",
  "transferred",
  "caller_hung_up",
  "no_input",
  "no_match",
  "http_failed",
  "transfer_failed",
  "limit_turns",
  "limit_time",
  "limit_steps",
  "limit_depth",
  "canceled",
  "error",
] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** Why an ask went where it went; `open`: an open question took the answer. */
export type AskDecision = "intent" | "digits" | "open" | "no_match" | "no_input";

export type TraceDetail =
  /** `via` tells which edge led here: `start`, `next`, `branch:0`, `otherwise`, `no_match`, `no_input`, `on_error`, `on_failure`, `flow`, `return`. */
  | { readonly kind: "node_entered"; readonly type: string; readonly via: string; readonly from_node_id: string | null }
  | {
      readonly kind: "said";
      readonly text: string;
      readonly to_ms: number;
      readonly interrupted: SayResult["interrupted"];
    }
  /** Speech as the recogniser gave it, and what it was taken for; `because` are the matcher's reasons. */
  | {
      readonly kind: "heard";
      readonly text: string;
      readonly to_ms: number;
      readonly confidence: number;
      readonly intent: string | null;
      readonly intent_confidence: number;
      readonly because: readonly MatchReason[];
      readonly matcher: string | null;
    }
  | { readonly kind: "digits"; readonly digits: string; readonly to_ms: number }
  | { readonly kind: "silence"; readonly to_ms: number }
  /** One round of an ask is over: `attempt` counts from 1; `final` is false where the caller is asked again. */
  | { readonly kind: "answered"; readonly decision: AskDecision; readonly attempt: number; readonly final: boolean }
  | { readonly kind: "variable_set"; readonly variable: string; readonly value: Scalar | null }
  /** The URL is recorded without its query: that, headers and bodies may carry secrets or what the caller said. */
  | {
      readonly kind: "http_called";
      readonly method: string;
      readonly url: string;
      readonly to_ms: number;
      readonly status: number | null;
      readonly error: string | null;
    }
  | {
      readonly kind: "transferred";
      readonly to: string;
      readonly to_ms: number;
      readonly connected: boolean;
      readonly reason: TransferFailure | null;
    }
  /** The call was cut off from outside the scenario. */
  | { readonly kind: "cut_off"; readonly by: CutOff }
  | { readonly kind: "limit_hit"; readonly limit: "turns" | "time" | "steps" | "depth"; readonly value: number }
  /** The definition or the gateway was at fault (an edge to nowhere, a connection that broke). */
  | { readonly kind: "fault"; readonly message: string }
  /** Always the last event, and always there. `disposition` and `tags` are what the author wrote at the hang-up. */
  | {
      readonly kind: "ended";
      readonly outcome: RunOutcome;
      readonly disposition: string | null;
      readonly tags: readonly string[];
    };

export type TraceEvent = TracePlace & TraceDetail;

/** The result of a whole run. */
export interface RunResult {
  readonly outcome: RunOutcome;
  readonly disposition: string | null;
  readonly tags: readonly string[];
  /** Variables that are set. */
  readonly variables: Readonly<Record<string, Scalar>>;
  readonly duration_ms: number;
  /** Questions asked, retries included. */
  readonly turns: number;
}
