import type { Tx } from "../db/db";
import type { Campaign, CampaignChange } from "./schema";

const COLUMNS = `id, project_id, callbot_id, state, name, scenario_id, group_id, gateway, trunk, caller_number, max_concurrent,
  calls_per_minute, ring_timeout_s, default_time_zone, calling_window, retry_policy, simulation, record_calls, finished_because,
  revision, started_at, finished_at, created_at, updated_at`;

export interface CampaignFilter {
  only_member: string | null;
  project_id: string | null;
  callbot_id: string | null;
  group_id: string | null;
  state: string | null;
  before: string | null;
  limit: number;
}

/** Campaigns, newest first: one more than `limit`. */
export function listCampaigns(tx: Tx, filter: CampaignFilter): Promise<Campaign[]> {
  return tx.query<Campaign>(
    `SELECT ${COLUMNS} FROM campaigns c
     WHERE ($1::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = c.project_id AND m.user_id = $1))
       AND ($2::uuid IS NULL OR project_id = $2) AND ($3::uuid IS NULL OR callbot_id = $3)
       AND ($4::uuid IS NULL OR group_id = $4) AND ($5::text IS NULL OR state = $5) AND ($6::uuid IS NULL OR id < $6)
     ORDER BY id DESC LIMIT $7`,
    [
      filter.only_member,
      filter.project_id,
      filter.callbot_id,
      filter.group_id,
      filter.state,
      filter.before,
      filter.limit + 1,
    ],
  );
}

export async function readCampaign(tx: Tx, id: string): Promise<Campaign | undefined> {
  const [row] = await tx.query<Campaign>(`SELECT ${COLUMNS} FROM campaigns WHERE id = $1`, [id]);
  return row;
}

/** Holds the campaign against other writers, the dialer included, until the transaction ends. */
export async function lockCampaign(tx: Tx, id: string): Promise<Campaign | undefined> {
  const [row] = await tx.query<Campaign>(`SELECT ${COLUMNS} FROM campaigns WHERE id = $1 FOR UPDATE`, [id]);
  return row;
}

export type NewCampaign = Omit<
  Campaign,
  "state" | "finished_because" | "revision" | "started_at" | "finished_at" | "created_at" | "updated_at"
> & { tenant_id: string };

export async function insertCampaign(tx: Tx, campaign: NewCampaign): Promise<void> {
  await tx.query(
    `INSERT INTO campaigns (id, tenant_id, project_id, callbot_id, name, scenario_id, group_id, gateway, trunk, caller_number,
       max_concurrent, calls_per_minute, ring_timeout_s, default_time_zone, calling_window, retry_policy, simulation, record_calls)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    [
      campaign.id,
      campaign.tenant_id,
      campaign.project_id,
      campaign.callbot_id,
      campaign.name,
      campaign.scenario_id,
      campaign.group_id,
      campaign.gateway,
      campaign.trunk,
      campaign.caller_number,
      campaign.max_concurrent,
      campaign.calls_per_minute,
      campaign.ring_timeout_s,
      campaign.default_time_zone,
      campaign.calling_window === null ? null : JSON.stringify(campaign.calling_window),
      JSON.stringify(campaign.retry_policy),
      campaign.simulation === null ? null : JSON.stringify(campaign.simulation),
      campaign.record_calls,
    ],
  );
}

const DOCUMENTS: ReadonlySet<string> = new Set(["calling_window", "retry_policy", "simulation"]);

/** Writes the fields that are named. Their names come from the request's schema, which knows no others. */
export async function updateCampaign(tx: Tx, id: string, change: CampaignChange): Promise<void> {
  const entries = Object.entries(change);
  const sets = entries.map(([name], at) => `${name} = $${at + 2}`);
  await tx.query(
    `UPDATE campaigns SET ${[...sets, "revision = revision + 1", "updated_at = now()"].join(", ")} WHERE id = $1`,
    [id, ...entries.map(([name, value]) => (DOCUMENTS.has(name) && value !== null ? JSON.stringify(value) : value))],
  );
}

/** @param next_claim_at when the dialer looks at it next; null leaves that as it is */
export async function setState(
  tx: Tx,
  id: string,
  state: string,
  now: Date,
  next_claim_at: Date | null,
): Promise<void> {
  await tx.query(
    `UPDATE campaigns SET state = $2, next_claim_at = coalesce($4, next_claim_at), updated_at = $3, revision = revision + 1,
       started_at = CASE WHEN $2 = 'running' THEN coalesce(started_at, $3) ELSE started_at END
     WHERE id = $1`,
    [id, state, now, next_claim_at],
  );
}

/** Gone with its contacts; only a campaign that never placed a call. */
export async function deleteCampaign(tx: Tx, id: string): Promise<void> {
  await tx.query("DELETE FROM campaigns WHERE id = $1", [id]);
}

export async function progressOf(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const [row] = await tx.query(
    `SELECT count(*) AS total,
       count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'calling') AS calling,
       count(*) FILTER (WHERE state = 'reached') AS reached, count(*) FILTER (WHERE state = 'exhausted') AS exhausted,
       count(*) FILTER (WHERE state = 'removed') AS removed, coalesce(sum(attempts), 0)::int8 AS attempts,
       min(next_at) FILTER (WHERE state = 'waiting') AS next_call_at,
       (SELECT contacts_deleted FROM campaigns WHERE id = $1) AS deleted
     FROM contacts WHERE campaign_id = $1`,
    [id],
  );
  return row!;
}

/** Whether the scenario belongs to the callbot and the group to the project. */
export async function fits(
  tx: Tx,
  refs: { callbot_id: string; project_id: string; scenario_id: string | null; group_id: string | null },
): Promise<{ scenario: boolean; group: boolean }> {
  const [row] = await tx.query<{ scenario: boolean; grouped: boolean }>(
    `SELECT $1::uuid IS NULL OR EXISTS (SELECT 1 FROM scenarios WHERE id = $1 AND callbot_id = $2) AS scenario,
            $3::uuid IS NULL OR EXISTS (SELECT 1 FROM campaign_groups WHERE id = $3 AND project_id = $4) AS grouped`,
    [refs.scenario_id, refs.callbot_id, refs.group_id, refs.project_id],
  );
  return { scenario: row!.scenario, group: row!.grouped };
}
