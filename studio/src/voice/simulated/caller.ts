import type { ListenOptions, TransferFailure } from "../../runtime/session";

/** What happens when the telephone rings. `after_ms` counts from the start of the call. */
export type Pickup =
  | { readonly kind: "answer"; readonly after_ms: number }
  | { readonly kind: "voicemail"; readonly after_ms: number }
  | { readonly kind: "busy"; readonly after_ms: number }
  | { readonly kind: "no_answer" }
  | { readonly kind: "failed"; readonly after_ms: number; readonly sip_status: number; readonly reason: string };

/** What a caller does while a sentence is spoken to them. Times count from its beginning; later than its end means never. */
export type Reaction =
  | { readonly kind: "hear" }
  | { readonly kind: "barge_in"; readonly after_ms: number }
  | { readonly kind: "hang_up"; readonly after_ms: number };

/**
 * What a caller does when it is their turn. `after_ms` counts from the beginning of the turn (0 when they barged in).
 * `mumble`: speech that no recogniser can make out.
 */
export type Reply =
  | { readonly kind: "speech"; readonly after_ms: number; readonly text: string; readonly confidence?: number }
  | { readonly kind: "mumble"; readonly after_ms: number }
  | { readonly kind: "digits"; readonly after_ms: number; readonly digits: string }
  | { readonly kind: "silence" }
  | { readonly kind: "hang_up"; readonly after_ms: number };

export type TransferAnswer =
  | { readonly kind: "connected"; readonly after_ms: number }
  | { readonly kind: "failed"; readonly after_ms: number; readonly reason: TransferFailure };

/** Somebody who can be called. Asked in the order of the call; one caller lives for one call. */
export interface Caller {
  pickup(): Pickup;
  reaction(text: string): Reaction;
  reply(options: ListenOptions): Reply;
  /** What becomes of a transfer while this caller waits. */
  transfer(to: string): TransferAnswer;
}
