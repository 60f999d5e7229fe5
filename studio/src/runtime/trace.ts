import type { Interruption, TransferFailure } from "../voice/session";

/**
 * What happened in a call, in order: the stuff of transcripts, live events and analysis. Plain JSON.
 * `seq` counts from 0 without gaps; `at_ms` is milliseconds since the answer and never falls from one event to the
 * next. `flow` is null for the main flow, `node_id` the node that was running; `visit` counts node entries of the
 * whole call from 1, so that two visits of one node can be told apart.
 */
export interface TracePlace {
  readonly seq: number;
  readonly at_ms: number;
  readonly flow: string | null;
  readonly node_id: string;
  readonly visit: number;
}

/** How a run of a scenario ended. Stable: stored, filtered by, and sent to customers. */
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
  "error",
] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export type VariableValue = string | number | boolean;

/** Why an ask went where it went. */
export type AskDecision = "intent" | "digits" | "no_match" | "no_input";

export type TraceDetail =
  /** `via` tells which edge led here: `start`, `next`, `branch:0`, `no_match`, `on_error`, `subflow`, `return`, ... */
  | { readonly kind: "node_entered"; readonly type: string; readonly via: string; readonly from_node_id: string | null }
  | { readonly kind: "said"; readonly text: string; readonly to_ms: number; readonly interrupted: Interruption }
  /** Speech as the recogniser gave it, and what it was taken for; `because` are the matcher's reasons. */
  | {
      readonly kind: "heard";
      readonly text: string;
      readonly to_ms: number;
      readonly confidence: number;
      readonly intent: string | null;
      readonly intent_confidence: number;
      readonly because: readonly string[];
    }
  | { readonly kind: "digits"; readonly digits: string; readonly to_ms: number; readonly matched: boolean }
  | { readonly kind: "silence"; readonly to_ms: number }
  /** One round of an ask is over: `attempt` counts from 1, `final` is false where the caller is asked again. */
  | {
      readonly kind: "answered";
      readonly decision: AskDecision;
      readonly attempt: number;
      readonly final: boolean;
    }
  | { readonly kind: "variable_set"; readonly variable: string; readonly value: VariableValue | null }
  /** The URL's query and the body are not recorded: they may carry what the caller said. */
  | {
      readonly kind: "http_called";
      readonly method: string;
      readonly url: string;
      readonly status: number | null;
      readonly error: string | null;
      readonly to_ms: number;
    }
  | {
      readonly kind: "transferred";
      readonly to: string;
      readonly to_ms: number;
      readonly connected: boolean;
      readonly reason: TransferFailure | null;
    }
  | { readonly kind: "caller_hung_up" }
  | { readonly kind: "limit_hit"; readonly limit: "turns" | "time" | "steps" | "depth"; readonly value: number }
  /** Something of the scenario failed and the call went on or ended: an unknown node, a template without value. */
  | { readonly kind: "fault"; readonly code: string; readonly message: string }
  /** Always the last event. `disposition` and `tags` are what the author wrote at the hang-up. */
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
  readonly variables: Readonly<Record<string, VariableValue | null>>;
  readonly duration_ms: number;
  /** Rounds in which the caller was listened to. */
  readonly turns: number;
}
