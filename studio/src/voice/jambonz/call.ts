import type { Program } from "../../runtime/program";
import { type Effect, initialState, type RunState } from "../../runtime/state";
import type { CallEnd } from "../gateway";
import type { JambonzVerb } from "./verbs";

/** What jambonz does until its next hook. */
export type JambonzBusy = "ringing" | "gather" | "dial" | "redirect" | "hangup" | "over";

/**
 * A call that jambonz carries, between two hooks: plain JSON, so that the next hook may come to any of our processes.
 * `run` is what is known for certain. What was sent to be said behind it is said again on paper when the next hook
 * tells how far the call has come, so a sentence that was cut off is never recorded as heard.
 */
export interface JambonzCall {
  readonly version: 1;
  readonly call_id: string;
  readonly to: string;
  readonly from: string;
  readonly trunk: string | null;
  /** Where jambonz finds us, with this call's id at the end: hooks are `answer`, `turns/N`, `status`, `amd`. */
  readonly hooks_url: string;
  readonly run: RunState;
  /** What the run waits for; null before the answer and after the end. */
  readonly effect: Effect | null;
  readonly busy: JambonzBusy;
  readonly placed_ms: number;
  /** Epoch milliseconds. */
  readonly answered_ms: number | null;
  /** When the last verbs were sent, since the answer. */
  readonly sent_at_ms: number;
  /** The hook of the last verbs has this number; older ones are told again what they were told. */
  readonly turn: number;
  readonly verbs: readonly JambonzVerb[];
  /** When the other side of a transfer answered, since our own answer. */
  readonly bridged_ms: number | null;
  /** jambonz takes whoever answered for a machine. */
  readonly machine: boolean;
  readonly canceled: boolean;
  readonly end: CallEnd | null;
}

export interface NewJambonzCall {
  readonly call_id: string;
  readonly to: string;
  readonly from: string;
  readonly trunk: string | null;
  readonly hooks_url: string;
  readonly placed_ms: number;
  readonly contact?: Readonly<Record<string, unknown>>;
}

/** A call that was just placed. */
export function newCall(program: Program, { contact, ...given }: NewJambonzCall): JambonzCall {
  return {
    version: 1,
    ...given,
    run: initialState(program, contact),
    effect: null,
    busy: "ringing",
    answered_ms: null,
    sent_at_ms: 0,
    turn: 0,
    verbs: [],
    bridged_ms: null,
    machine: false,
    canceled: false,
    end: null,
  };
}
