/**
 * What the inside of an answered call looks like to the studio, whichever gateway carries it.
 * All times are milliseconds since the call was answered, by the gateway's own clock (a simulated call may run
 * faster than the day outside).
 */

/** What ended a piece of speech of ours before its end, or `null` where it was heard whole. */
export type Interruption = "barge_in" | "caller_hung_up" | null;

/** How long the caller was spoken to, and whether they let us finish. */
export interface SayResult {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly interrupted: Interruption;
}

export type ListenMode = "speech" | "dtmf" | "either";

/** What to wait for. `timeout_ms` is how long the caller may stay silent before they begin. */
export interface ListenOptions {
  readonly mode: ListenMode;
  readonly timeout_ms: number;
  /** The keys that end the collecting at once when so many have come; absent: the finish key or a pause ends it. */
  readonly max_digits?: number;
  /** One of 0-9 * #; it ends the collecting and is not part of the digits. */
  readonly finish_key?: string;
  /** BCP 47 tag of the language that the caller is expected to speak. */
  readonly language: string;
  /** Phrases that a recogniser should expect. */
  readonly hints?: readonly string[];
}

/**
 * What came back. `from_ms`..`to_ms` is the span in which the caller spoke or pressed keys (for silence, the span
 * of the waiting). `confidence` is the recogniser's, 0..1. Speech nobody could make out has an empty `text`.
 */
export type ListenResult =
  | {
      readonly kind: "speech";
      readonly text: string;
      readonly confidence: number;
      readonly from_ms: number;
      readonly to_ms: number;
    }
  | { readonly kind: "digits"; readonly digits: string; readonly from_ms: number; readonly to_ms: number }
  | { readonly kind: "silence"; readonly from_ms: number; readonly to_ms: number }
  | { readonly kind: "caller_hung_up"; readonly from_ms: number; readonly to_ms: number };

export type TransferFailure = "busy" | "no_answer" | "failed";

/** `connected`: the caller now talks to somebody else, and the scenario is over. */
export type TransferResult =
  | { readonly kind: "connected"; readonly from_ms: number; readonly to_ms: number }
  | { readonly kind: "failed"; readonly reason: TransferFailure; readonly from_ms: number; readonly to_ms: number }
  | { readonly kind: "caller_hung_up"; readonly from_ms: number; readonly to_ms: number };

/**
 * One answered call. One operation at a time: the next begins when the former's promise is fulfilled. A caller who
 * hangs up is a result, not an exception; a promise is rejected only when the gateway itself fails.
 * What a caller says into a sentence with `barge_in` ends that sentence and is what the next `listen` returns.
 */
export interface VoiceSession {
  say(text: string, options: { readonly language: string; readonly barge_in: boolean }): Promise<SayResult>;
  listen(options: ListenOptions): Promise<ListenResult>;
  transfer(to: string): Promise<TransferResult>;
  /** Ends the call from our side; harmless when it is over already. */
  hangup(): Promise<void>;
  /** Milliseconds since the answer. */
  now_ms(): number;
  /** Waits for work of ours (an HTTP call) on the session's clock; returns what `work` returns. */
  during<T>(work: () => Promise<T>): Promise<T>;
}
