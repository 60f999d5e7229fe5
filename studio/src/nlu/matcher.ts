/**
 * The seam between the interpreter and whatever decides which intent a caller meant.
 * A matcher is made for one project (from its library of intents) and asked once per turn.
 */

/** Why an intent was chosen: a word, number or run of characters of the utterance, and its share of the decision (0-1). */
export interface MatchReason {
  readonly text: string;
  readonly weight: number;
}

export interface MatchOptions {
  /** BCP 47 tag of the language that is spoken, for example `en` or `km-KH`. */
  readonly language: string;
  /** Names of the intents that the node branches on; none other is ever returned. */
  readonly candidates: readonly string[];
}

export interface IntentMatch {
  /** Name of the intent, one of the candidates; null where none is likely enough. */
  readonly intent: string | null;
  /** Calibrated probability (0-1) of `intent`; where that is null, of the best candidate, or 0 where there was none. */
  readonly confidence: number;
  /** What decided, weightiest first; empty where nothing in the utterance was known. */
  readonly because: readonly MatchReason[];
  /** Which matcher answered: `builtin`, or the name of the outside provider. */
  readonly source: string;
  /** Set where the chosen provider could not be used and the built-in matcher answered instead: what went wrong. */
  readonly fallback?: string;
}

/** Decides which intent an utterance means. Never throws for any text; outside providers answer with a promise. */
export interface IntentMatcher {
  match(text: string, options: MatchOptions): IntentMatch | Promise<IntentMatch>;
}

/** One intent of a project's library, with the utterances that it is trained from. */
export interface LibraryIntent {
  readonly name: string;
  /** Language of the utterances, BCP 47; absent: usable in every language. */
  readonly language?: string;
  readonly utterances: readonly string[];
}
