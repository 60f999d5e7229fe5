import type { VoiceSession } from "../runtime/session";

/** One call to be placed. Numbers are E.164 with the plus sign. */
export interface CallRequest {
  readonly call_id: string;
  /** Which attempt at this number it is, from 1. */
  readonly attempt: number;
  readonly to: string;
  readonly from: string;
  /** Name of the gateway in the trunk document; null: whichever the routes choose. */
  readonly trunk: string | null;
  /** BCP 47 tag of the scenario's language. */
  readonly language: string;
  readonly ring_timeout_ms: number;
  /** The call is cut off so long after the answer, whatever the scenario does. */
  readonly max_duration_ms: number;
  /** Runs the scenario in an answered call; the call ends when the promise is fulfilled. Not used where the gateway hands over. */
  readonly on_answer: (session: VoiceSession) => Promise<void>;
  /** The other side's telephone rings. */
  readonly on_ringing?: () => void;
}

/**
 * What became of an attempt. `answered`: somebody talked to the scenario (whose outcome is the run's).
 * `failed`: the number or the trunk did not work. `canceled`: the studio withdrew the call.
 */
export const CALL_OUTCOMES = ["answered", "no_answer", "busy", "voicemail", "failed", "canceled"] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export interface CallEnd {
  readonly outcome: CallOutcome;
  /** A few words for people, where the outcome alone does not say it all. */
  readonly reason: string | null;
  readonly sip_status: number | null;
  /** From the first attempt to the answer, or to giving up. */
  readonly ringing_ms: number;
  /** From the answer to the end; 0 where nobody answered. */
  readonly duration_ms: number;
}

/**
 * `ended`: the whole call lies behind us. `handed_over`: the gateway carries it on by itself and reports through its
 * hooks, to whichever of our processes; `reference` is the gateway's name for the call.
 */
export type Placement =
  | { readonly kind: "ended"; readonly end: CallEnd }
  | { readonly kind: "handed_over"; readonly reference: string };

/** Whatever places calls. */
export interface VoiceGateway {
  /**
   * Places one call. Aborting `signal` withdraws it, ringing or talking. Never rejects for what happens to a call: what
   * goes wrong is the outcome `failed` with its reason. It rejects only where `on_answer` did, once the call was ended.
   */
  placeCall(request: CallRequest, signal: AbortSignal): Promise<Placement>;
  /** Ends a call that was handed over; harmless when it is over already. Absent where calls are never handed over. */
  endCall?(reference: string): Promise<void>;
}
