import type { Tx } from "../db/db";
import type { Scenario } from "./schema";

interface ScenarioRow extends Omit<Scenario, "lock"> {
  holder_id: string | null;
  holder_name: string | null;
  taken_at: string | null;
  expires_at: string | null;
}

const SELECT = `SELECT s.id, c.project_id, s.callbot_id, s.name, s.description, nullif(s.latest_version, 0) AS latest_version, v.format,
    s.published_version, s.published_at, s.archived_at IS NOT NULL AS archived, s.revision, s.created_at, s.updated_at,
    l.holder_id, u.name AS holder_name, l.taken_at, l.expires_at
  FROM scenarios s JOIN callbots c ON c.id = s.callbot_id
  LEFT JOIN scenario_versions v ON v.scenario_id = s.id AND v.version = s.latest_version
  LEFT JOIN scenario_locks l ON l.scenario_id = s.id AND l.expires_at > clock_timestamp()
  LEFT JOIN users u ON u.id = l.holder_id`;

function scenarioOf({ holder_id, holder_name, taken_at, expires_at, ...row }: ScenarioRow): Scenario {
  const held = holder_id !== null && taken_at !== null && expires_at !== null;
  const lock = held ? { holder: { user_id: holder_id, name: holder_name ?? "" }, taken_at, expires_at } : null;
  return { ...row, lock };
}

export interface ScenarioFilter {
  /** Null: all projects. */
  member_id: string | null;
  callbot_id: string | null;
  project_id: string | null;
  name: string | null;
  archived: boolean;
  before: string | null;
  limit: number;
}

/** Newest first: one more than `limit`, to tell whether there is a next page. */
export async function listScenarios(tx: Tx, filter: ScenarioFilter): Promise<Scenario[]> {
  const rows = await tx.query<ScenarioRow>(
    `${SELECT}
     WHERE ($1::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = c.project_id AND m.user_id = $1))
       AND ($2::uuid IS NULL OR s.callbot_id = $2) AND ($3::uuid IS NULL OR c.project_id = $3)
       AND ($4::text IS NULL OR position(lower($4) IN lower(s.name)) > 0)
       AND (s.archived_at IS NOT NULL) = $5 AND ($6::uuid IS NULL OR s.id < $6)
     ORDER BY s.id DESC LIMIT $7`,
    [
      filter.member_id,
      filter.callbot_id,
      filter.project_id,
      filter.name,
      filter.archived,
      filter.before,
      filter.limit + 1,
    ],
  );
  return rows.map(scenarioOf);
}

/** Null where the tenant has no such scenario. Says nothing of who may see it. */
export async function findScenario(tx: Tx, id: string): Promise<Scenario | null> {
  const [row] = await tx.query<ScenarioRow>(`${SELECT} WHERE s.id = $1`, [id]);
  return row === undefined ? null : scenarioOf(row);
}

/** Holds a scenario against other writers, of the scenario and of its lock, until the transaction ends. */
export async function holdScenario(tx: Tx, id: string): Promise<void> {
  await tx.query("SELECT 1 FROM scenarios WHERE id = $1 FOR UPDATE", [id]);
}

export async function insertScenario(
  tx: Tx,
  scenario: { id: string; tenant_id: string; callbot_id: string; name: string; description: string },
): Promise<void> {
  await tx.query("INSERT INTO scenarios (id, tenant_id, callbot_id, name, description) VALUES ($1, $2, $3, $4, $5)", [
    scenario.id,
    scenario.tenant_id,
    scenario.callbot_id,
    scenario.name,
    scenario.description,
  ]);
}

/** Archiving takes what was published off the air. */
export async function updateScenario(
  tx: Tx,
  id: string,
  change: { name?: string | undefined; description?: string | undefined; archived?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE scenarios SET name = coalesce($2, name), description = coalesce($3, description),
       archived_at = CASE WHEN $4::boolean IS NULL THEN archived_at WHEN $4 THEN coalesce(archived_at, now()) END,
       published_version = CASE WHEN $4 THEN NULL ELSE published_version END,
       published_at = CASE WHEN $4 THEN NULL ELSE published_at END,
       revision = revision + 1, updated_at = now()
     WHERE id = $1`,
    [id, change.name ?? null, change.description ?? null, change.archived ?? null],
  );
}

/** @param version null: nothing is live any more */
export async function setPublished(tx: Tx, id: string, version: number | null): Promise<void> {
  await tx.query(
    `UPDATE scenarios SET published_version = $2, published_at = CASE WHEN $2::integer IS NULL THEN NULL ELSE now() END,
       revision = revision + 1, updated_at = now() WHERE id = $1`,
    [id, version],
  );
}

/** Names of the scenarios of a callbot that are not archived, in lower case. */
export async function scenarioNames(tx: Tx, callbot_id: string): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(
    "SELECT lower(name) AS name FROM scenarios WHERE callbot_id = $1 AND archived_at IS NULL",
    [callbot_id],
  );
  return new Set(rows.map((row) => row.name));
}
