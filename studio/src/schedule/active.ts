import { scenariosOf } from "../callbot/store";
import type { Tx } from "../db/db";
import type { ActiveScenario } from "./active_schema";
import { activeAt, choiceAt } from "./rules";
import { listSchedules } from "./store";
import { planOf } from "./timeline";

/**
 * The scenario that is active for a callbot at an instant: what its schedules name, else its default.
 * A scenario that was not published, or is archived, is named all the same, with `published_version` null: calls then have nothing
 * to run, and quietly running another one would hide the mistake.
 */
export async function activeScenario(
  tx: Tx,
  callbot: { callbot_id: string; default_scenario_id: string | null },
  at: Date,
): Promise<ActiveScenario> {
  const schedules = (await listSchedules(tx, callbot.callbot_id)).filter(({ enabled }) => enabled);
  const { choice, since_ms, until_ms } = activeAt(schedules, at.getTime());
  const scenario_id = choice?.scenario_id ?? callbot.default_scenario_id;
  const [scenario] = scenario_id === null ? [] : await scenariosOf(tx, callbot.callbot_id, [scenario_id]);
  return {
    callbot_id: callbot.callbot_id,
    at: at.toISOString(),
    scenario_id,
    scenario_name: scenario?.name ?? null,
    published_version: scenario?.published_version ?? null,
    source: choice !== null ? "schedule" : scenario_id !== null ? "default" : "none",
    schedule_id: choice?.schedule_id ?? null,
    rule: choice?.rule ?? null,
    since: instantText(since_ms),
    until: instantText(until_ms),
  };
}

const instantText = (at_ms: number | null) => (at_ms === null ? null : new Date(at_ms).toISOString());

/** The id of the active scenario alone, for who asks before every call; null: none is active. */
export async function activeScenarioId(
  tx: Tx,
  callbot: { callbot_id: string; default_scenario_id: string | null },
  at: Date,
): Promise<string | null> {
  const schedules = (await listSchedules(tx, callbot.callbot_id)).filter(({ enabled }) => enabled);
  return choiceAt(planOf(schedules), at.getTime())?.scenario_id ?? callbot.default_scenario_id;
}
