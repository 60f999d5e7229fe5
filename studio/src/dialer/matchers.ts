import { readAiSettings } from "../admin/ai_settings";
import type { Tx } from "../db/db";
import type { Services } from "../http/principal";
import { GuardedClient } from "../net/client";
import { type MatcherSettings, Matchers } from "../nlu/choice";
import { libraryIntents } from "../project/library_store";
import type { SecretBox } from "../secret/box";
import { SealError } from "../secret/box";
import { webhookConfig } from "../webhook/config";
import type { MatcherOf } from "./runnable";

/** A provider is asked once a turn, and many calls run at once. */
const IDLE_SOCKETS = 16;

/** What understands the callers of a project: trained from its library, or the provider of its tenant's AI settings. */
export function matcherOf({ secrets, environment }: Pick<Services, "secrets" | "environment">): MatcherOf {
  const matchers = new Matchers(
    new GuardedClient({ policy: webhookConfig(environment).policy, idle_sockets: IDLE_SOCKETS }),
  );
  return async (tx, { tenant_id, project_id }) => {
    const intents = await libraryIntents(tx, project_id);
    const phrases = new Map<string, readonly string[]>();
    for (const { name, utterances } of intents) phrases.set(name, [...(phrases.get(name) ?? []), ...utterances]);
    return { matcher: matchers.of(intents, await settingsOf(tx, secrets, tenant_id)), phrases };
  };
}

async function settingsOf(tx: Tx, secrets: SecretBox, tenant_id: string): Promise<MatcherSettings> {
  try {
    return await readAiSettings(tx, secrets, tenant_id);
  } catch (error) {
    // A key that cannot be opened must not keep calls from being made: the studio's own matcher does without.
    if (error instanceof SealError) return { provider: "builtin", endpoint_url: null, model: null, key: null };
    throw error;
  }
}
