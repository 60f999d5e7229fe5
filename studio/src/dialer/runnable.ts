import type { Tx } from "../db/db";
import type { IntentMatcher } from "../nlu/matcher";
import { compile } from "../runtime/compile";
import type { Program } from "../runtime/program";
import type { Definition } from "../scenario/definition";
import { withLibrary } from "../scenario/library";
import { projectLibrary } from "../scenario/library_store";
import { activeScenarioId } from "../schedule/active";

/** A published scenario made ready to run, with whatever understands its callers. */
export interface Runnable {
  scenario_id: string;
  version: number;
  program: Program;
  matcher: IntentMatcher;
}

/** Whose scenario is asked for. `scenario_id` null: whichever of the callbot's is active. */
export interface RunnableRequest {
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  scenario_id: string | null;
}

export type MatcherOf = (
  tx: Tx,
  request: RunnableRequest,
) => Promise<{ matcher: IntentMatcher; phrases: ReadonlyMap<string, readonly string[]> }>;

/** A change of the project's library, of the schedule or of what is published is taken up so soon. */
const FRESH_MS = 5_000;
const MOST = 500;

/** Scenarios that were made ready lately: thousands of calls run the same one. */
export class RunnableCache {
  readonly #known = new Map<string, { until_ms: number; runnable: Runnable | null }>();

  constructor(readonly matcherOf: MatcherOf) {}

  /** One version, published or not, for a test call. */
  async version(tx: Tx, request: RunnableRequest, version: number): Promise<Runnable | null> {
    const [row] = await tx.query<{ definition: Definition }>(
      "SELECT definition FROM scenario_versions WHERE scenario_id = $1 AND version = $2",
      [request.scenario_id, version],
    );
    if (row === undefined) return null;
    const { matcher, phrases } = await this.matcherOf(tx, request);
    return {
      scenario_id: request.scenario_id!,
      version,
      program: compile(await complete(tx, request, row.definition), phrases),
      matcher,
    };
  }

  /** Null where the callbot has no active scenario that is published. */
  async of(tx: Tx, request: RunnableRequest, now: Date): Promise<Runnable | null> {
    const key = `${request.callbot_id} ${request.scenario_id ?? ""}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until_ms > now.getTime()) return known.runnable;
    const runnable = await load(tx, request, now, this.matcherOf);
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, { until_ms: now.getTime() + FRESH_MS, runnable });
    return runnable;
  }
}

async function load(tx: Tx, request: RunnableRequest, now: Date, matcherOf: MatcherOf): Promise<Runnable | null> {
  const chosen = request.scenario_id === null ? await activeOf(tx, request.callbot_id, now) : request.scenario_id;
  if (chosen === null) return null;
  const [row] = await tx.query<{ version: number; definition: Definition }>(
    `SELECT v.version, v.definition FROM scenarios s JOIN scenario_versions v ON v.scenario_id = s.id AND v.version = s.published_version
     WHERE s.id = $1`,
    [chosen],
  );
  if (row === undefined) return null;
  const { matcher, phrases } = await matcherOf(tx, request);
  return {
    scenario_id: chosen,
    version: row.version,
    program: compile(await complete(tx, request, row.definition), phrases),
    matcher,
  };
}

/** With the prompts and defaults of the project's library in it. */
async function complete(tx: Tx, { project_id }: RunnableRequest, definition: Definition): Promise<Definition> {
  return withLibrary(definition, await projectLibrary(tx, project_id, definition.language));
}

async function activeOf(tx: Tx, callbot_id: string, now: Date): Promise<string | null> {
  const [callbot] = await tx.query<{ default_scenario_id: string | null }>(
    "SELECT default_scenario_id FROM callbots WHERE id = $1",
    [callbot_id],
  );
  if (callbot === undefined) return null;
  return activeScenarioId(tx, { callbot_id, default_scenario_id: callbot.default_scenario_id }, now);
}
