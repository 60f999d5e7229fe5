import type { Tx } from "../db/db";
import type { Callbot } from "./schema";

const COLUMNS =
  "id, project_id, name, description, default_scenario_id, archived_at IS NOT NULL AS archived, revision, created_at, updated_at";

/**
 * Callbots, newest first: one more than `limit`.
 * @param only_member the user to whose projects the list is held, null for all of the tenant's
 */
export function listCallbots(
  tx: Tx,
  filter: {
    only_member: string | null;
    project_id: string | null;
    archived: boolean;
    before: string | null;
    limit: number;
  },
): Promise<Callbot[]> {
  return tx.query<Callbot>(
    `SELECT ${COLUMNS} FROM callbots c
     WHERE ($1::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = c.project_id AND m.user_id = $1))
       AND ($2::uuid IS NULL OR project_id = $2) AND (archived_at IS NOT NULL) = $3 AND ($4::uuid IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [filter.only_member, filter.project_id, filter.archived, filter.before, filter.limit + 1],
  );
}

/** The callbot, which the caller has made sure of. */
export async function readCallbot(tx: Tx, id: string): Promise<Callbot> {
  const [row] = await tx.query<Callbot>(`SELECT ${COLUMNS} FROM callbots WHERE id = $1`, [id]);
  return row!;
}

/** Holds the callbot against other writers until the transaction ends, and gives its revision. */
export async function lockCallbot(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query<{ revision: number }>("SELECT revision FROM callbots WHERE id = $1 FOR UPDATE", [id]);
  return row!.revision;
}

export async function insertCallbot(
  tx: Tx,
  callbot: { id: string; tenant_id: string; project_id: string; name: string; description: string },
): Promise<void> {
  await tx.query("INSERT INTO callbots (id, tenant_id, project_id, name, description) VALUES ($1, $2, $3, $4, $5)", [
    callbot.id,
    callbot.tenant_id,
    callbot.project_id,
    callbot.name,
    callbot.description,
  ]);
}

/** Undefined leaves a field as it is. */
export interface CallbotChanges {
  name?: string | undefined;
  description?: string | undefined;
  default_scenario_id?: string | null | undefined;
  archived?: boolean | undefined;
}

export async function updateCallbot(tx: Tx, id: string, change: CallbotChanges): Promise<void> {
  await tx.query(
    `UPDATE callbots SET name = coalesce($2, name), description = coalesce($3, description),
       default_scenario_id = CASE WHEN $4 THEN $5::uuid ELSE default_scenario_id END,
       archived_at = CASE WHEN $6::boolean IS NULL THEN archived_at WHEN $6 THEN coalesce(archived_at, now()) END,
       revision = revision + 1, updated_at = now()
     WHERE id = $1`,
    [
      id,
      change.name ?? null,
      change.description ?? null,
      change.default_scenario_id !== undefined,
      change.default_scenario_id ?? null,
      change.archived ?? null,
    ],
  );
}

/** What a scenario is to the callbot that runs it. */
export interface CallbotScenario {
  id: string;
  name: string;
  published_version: number | null;
}

/** The callbot's scenarios with these ids; those that it does not have, or that are archived, are missing. */
export function scenariosOf(tx: Tx, callbot_id: string, ids: readonly string[]): Promise<CallbotScenario[]> {
  return tx.query<CallbotScenario>(
    "SELECT id, name, published_version FROM scenarios WHERE callbot_id = $1 AND id = ANY($2::uuid[]) AND archived_at IS NULL",
    [callbot_id, ids],
  );
}
