/** Which matcher serves a project: the provider of its tenant's AI settings with the built-in one behind it, or that one alone. */
import { createHash } from "node:crypto";
import type { GuardedClient } from "../net/client";
import { DEFAULT_THRESHOLD } from "./builtin";
import type { IntentMatch, IntentMatcher, LibraryIntent, MatchOptions } from "./matcher";
import { PatientMatcher } from "./patient";
import { ProviderFailed, ProviderMatcher } from "./provider";

/** A tenant's AI settings with the key in the clear, as `readAiSettings` gives them. */
export interface MatcherSettings {
  readonly provider: "builtin" | "openai_compatible";
  readonly endpoint_url: string | null;
  readonly model: string | null;
  readonly key: string | null;
}

/** After so many failures in a row the provider is left alone for a while: callers must not wait for each of them anew. */
const TRIP_AFTER = 3;
const REST_MS = 30_000;

/** Asks the provider; where that fails the built-in matcher answers, and says what went wrong. */
export class FallbackMatcher implements IntentMatcher {
  private failures = 0;
  private rest_until_ms = 0;
  private last_failure = "";

  constructor(
    private readonly provider: ProviderMatcher,
    private readonly builtin: IntentMatcher,
    private readonly now_ms: () => number = () => performance.now(),
  ) {}

  async match(text: string, options: MatchOptions): Promise<IntentMatch> {
    if (text.trim() === "" || options.candidates.length === 0) return this.builtin.match(text, options);
    if (this.now_ms() < this.rest_until_ms)
      return this.instead(text, options, `${this.last_failure} (not asked again yet)`);
    try {
      const match = await this.provider.match(text, options);
      this.failures = 0;
      return match.confidence < DEFAULT_THRESHOLD ? { ...match, intent: null } : match;
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      this.last_failure = error.message;
      this.failures += 1;
      if (this.failures >= TRIP_AFTER) this.rest_until_ms = this.now_ms() + REST_MS;
      return this.instead(text, options, error.message);
    }
  }

  private async instead(text: string, options: MatchOptions, fallback: string): Promise<IntentMatch> {
    return { ...(await this.builtin.match(text, options)), fallback };
  }
}

const MOST = 200;

/** Matchers by what they were made from: a library that has not changed is not trained again. */
export class Matchers {
  private readonly known = new Map<string, IntentMatcher>();

  constructor(private readonly client: GuardedClient) {}

  of(library: readonly LibraryIntent[], settings: MatcherSettings): IntentMatcher {
    const key = createHash("sha256")
      .update(JSON.stringify([library, settings]))
      .digest("base64");
    const found = this.known.get(key) ?? this.make(library, settings);
    // The one used last stands last: the first to go is the one that nobody has asked for longest.
    this.known.delete(key);
    this.known.set(key, found);
    if (this.known.size > MOST) this.known.delete(this.known.keys().next().value!);
    return found;
  }

  private make(
    library: readonly LibraryIntent[],
    { provider, endpoint_url, model, key }: MatcherSettings,
  ): IntentMatcher {
    const builtin = new PatientMatcher(library);
    if (provider === "builtin" || endpoint_url === null || model === null) return builtin;
    return new FallbackMatcher(new ProviderMatcher({ endpoint_url, model, key }, library, this.client), builtin);
  }
}
