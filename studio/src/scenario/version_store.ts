import type { Tx } from "../db/db";
import type { Definition } from "./definition";
import type { Version } from "./schema";

interface VersionRow extends Omit<Version, "created_by"> {
  created_by: string;
  created_by_name: string;
}

const COLUMNS = `v.scenario_id, v.version, v.format, v.comment, v.origin, v.origin_scenario_id, v.origin_version,
  coalesce(v.version = s.published_version, false) AS published, v.created_by, v.created_by_name, v.created_at`;
const FROM = "FROM scenario_versions v JOIN scenarios s ON s.id = v.scenario_id";

function versionOf<Row extends VersionRow>({ created_by, created_by_name, ...row }: Row) {
  return { ...row, created_by: { user_id: created_by, name: created_by_name } };
}

/** Newest first: one more than `limit`. @param before only versions with a lower number */
export async function listVersions(
  tx: Tx,
  scenario_id: string,
  before: number | null,
  limit: number,
): Promise<Version[]> {
  const rows = await tx.query<VersionRow>(
    `SELECT ${COLUMNS} ${FROM} WHERE v.scenario_id = $1 AND ($2::integer IS NULL OR v.version < $2) ORDER BY v.version DESC LIMIT $3`,
    [scenario_id, before, limit + 1],
  );
  return rows.map(versionOf);
}

export async function findVersion(
  tx: Tx,
  scenario_id: string,
  version: number,
): Promise<(Version & { definition: Definition }) | null> {
  const [row] = await tx.query<VersionRow & { definition: Definition }>(
    `SELECT ${COLUMNS}, v.definition ${FROM} WHERE v.scenario_id = $1 AND v.version = $2`,
    [scenario_id, version],
  );
  return row === undefined ? null : versionOf(row);
}

export interface NewVersion {
  tenant_id: string;
  scenario_id: string;
  definition: Definition;
  comment: string;
  origin: Version["origin"];
  origin_scenario_id: string | null;
  origin_version: number | null;
  user: { user_id: string; name: string };
}

/**
 * Adds the next version. The scenario must be held by the transaction: its number goes up by one.
 * @returns the number
 */
export async function insertVersion(tx: Tx, added: NewVersion): Promise<number> {
  const [row] = await tx.query<{ version: number }>(
    `INSERT INTO scenario_versions (tenant_id, scenario_id, version, format, definition, comment, origin, origin_scenario_id,
       origin_version, created_by, created_by_name)
     SELECT $1, $2, latest_version + 1, $3, $4, $5, $6, $7, $8, $9, $10 FROM scenarios WHERE id = $2
     RETURNING version`,
    [
      added.tenant_id,
      added.scenario_id,
      added.definition.format,
      JSON.stringify(added.definition),
      added.comment,
      added.origin,
      added.origin_scenario_id,
      added.origin_version,
      added.user.user_id,
      added.user.name,
    ],
  );
  await tx.query("UPDATE scenarios SET revision = revision + 1, updated_at = now() WHERE id = $1", [added.scenario_id]);
  return row!.version;
}
