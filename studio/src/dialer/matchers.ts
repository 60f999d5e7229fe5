import type { Tx } from "../db/db";
import { libraryIntents } from "../project/library_store";
import type { MatcherOf } from "./runnable";

/** What understands the callers of a project, trained from its library. */
export const matcherOf: MatcherOf = async (tx: Tx, { project_id }) => {
  const intents = await libraryIntents(tx, project_id);
  const phrases = new Map(intents.map((intent) => [intent.name, intent.utterances]));
  return { matcher: { match: () => ({ intent: null, confidence: 0, because: [], source: "none" }) }, phrases };
};
