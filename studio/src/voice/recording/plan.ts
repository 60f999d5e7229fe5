/** One thing to be heard in a recording, at its place on the call's timeline. */
export interface Segment {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly sound:
    | { readonly kind: "speech"; readonly speaker: "bot" | "caller"; readonly text: string; readonly whole_ms: number }
    /** Speech that nobody could make out. */
    | { readonly kind: "mumble" }
    | { readonly kind: "keys"; readonly digits: string }
    | { readonly kind: "ringing" };
}

/** What a recording is made of. */
export interface RecordingPlan {
  readonly language: string;
  readonly duration_ms: number;
  /** In order, none over another. */
  readonly segments: readonly Segment[];
}
