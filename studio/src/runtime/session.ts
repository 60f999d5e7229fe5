/**
 * What the inside of an answered call looks like to the studio, whichever gateway carries it.
 * All times are milliseconds since the call was answered, by the gateway's own clock (a simulated call may run
 * faster than the day outside).
 */

/** Who or what ended the call while something of ours was under way. */
export type CutOff = "caller_hung_up" | "time_limit" | "canceled";

/** How long the caller was spoken to, and what ended a piece of speech before its end (`null`: it was heard whole). */
export interface SayResult {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly interrupted: "barge_in" | CutOff | null;
}

export interface SayOptions {
  /** BCP 47 tag of the language of the text. */
  readonly language: string;
  /** The caller may interrupt; what they say is what the next `listen` returns. */
  readonly barge_in: boolean;
  /** The call is cut off at this instant. */
  readonly until_ms: number;
}

export type ListenMode = "speech" | "dtmf" | "either";

export interface ListenOptions {
  readonly mode: ListenMode;
  /** How long the caller may stay silent; between two keys it ends the entry. */
  readonly timeout_ms: number;
  /** So many keys end the entry. */
  readonly max_digits: number;
  /** Ends the entry and is no part of it. */
  readonly finish_key?: string;
  /** BCP 47 tag of the language that the caller is expected to speak. */
  readonly language: string;
  /** Phrases that a recogniser should expect, and keys that are answers; empty where any answer will do. */
  readonly expected: { readonly phrases: readonly string[]; readonly digits: readonly string[] };
  /** The call is cut off at this instant. */
  readonly until_ms: number;
}

interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

/**
 * What came back, and the span in which the caller spoke or pressed keys (for silence, the span of the waiting).
 * `confidence` is the recogniser's, 0..1. Speech that nobody could make out has an empty `text`.
 */
export type ListenResult = Span &
  (
    | { readonly kind: "speech"; readonly text: string; readonly confidence: number }
    | { readonly kind: "digits"; readonly digits: string }
    | { readonly kind: "silence" }
    | { readonly kind: "cut_off"; readonly by: CutOff }
  );

export type TransferFailure = "busy" | "no_answer" | "failed";

/** `connected`: the caller now talks to somebody else, and the scenario is over. */
export type TransferResult = Span &
  (
    | { readonly kind: "connected" }
    | { readonly kind: "failed"; readonly reason: TransferFailure }
    | { readonly kind: "cut_off"; readonly by: CutOff }
  );

/**
 * One answered call. One operation at a time: the next begins when the former's promise is fulfilled. A caller who
 * hangs up is a result, not an exception; a promise is rejected only when the gateway itself fails.
 */
export interface VoiceSession {
  say(text: string, options: SayOptions): Promise<SayResult>;
  listen(options: ListenOptions): Promise<ListenResult>;
  transfer(to: string, options: { readonly until_ms: number }): Promise<TransferResult>;
  /** Ends the call from our side; harmless when it is over already. */
  hangup(): Promise<void>;
  /** Milliseconds since the answer. */
  now_ms(): number;
  /** Does work of ours (an HTTP call) while the caller waits; `cut_off` tells whether the call outlived it. */
  during<T>(
    work: () => Promise<T>,
  ): Promise<{ readonly value: T; readonly at_ms: number; readonly cut_off: CutOff | null }>;
}
