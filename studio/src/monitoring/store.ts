import type { Tx } from "../db/db";
import { firstIdAt } from "../db/time_id";

export interface TodayFilter {
  /** The user to whose projects the figures are held; null: all. */
  only_member: string | null;
  project_id: string | null;
  callbot_id: string | null;
  campaign_id: string | null;
}

export interface TodayRow {
  /** Whole hours since the day began. */
  hour: number;
  state: string;
  outcome: string | null;
  calls: number;
  /** Summed over the answered calls that have ended. */
  duration_ms: number;
}

/** Ids are made when a call is queued, by the clock of the machine that does it: so far may two clocks differ. */
const CLOCKS_DIFFER_MS = 600_000;

const FILTER = `($1::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = c.project_id AND m.user_id = $1))
  AND ($2::uuid IS NULL OR c.project_id = $2) AND ($3::uuid IS NULL OR c.callbot_id = $3) AND ($4::uuid IS NULL OR $4 = `;

const filterParams = (filter: TodayFilter) => [
  filter.only_member,
  filter.project_id,
  filter.callbot_id,
  filter.campaign_id,
];

/** Calls that were queued in [from, to), counted by hour, state and outcome. Reads no call of another day. */
export function countCalls(tx: Tx, filter: TodayFilter, from: Date, to: Date): Promise<TodayRow[]> {
  return tx.query<TodayRow>(
    `SELECT floor(extract(epoch FROM c.queued_at - $5::timestamptz) / 3600)::int AS hour, c.state, c.outcome, count(*) AS calls,
            coalesce(sum(c.duration_ms) FILTER (WHERE c.outcome = 'answered'), 0)::int8 AS duration_ms
     FROM calls c
     WHERE ${FILTER} c.campaign_id) AND c.id >= $7 AND c.queued_at >= $5 AND c.queued_at < $6
     GROUP BY 1, 2, 3`,
    [...filterParams(filter), from, to, firstIdAt(from.getTime() - CLOCKS_DIFFER_MS)],
  );
}

export async function countOpen(tx: Tx, filter: TodayFilter): Promise<number> {
  const [row] = await tx.query<{ calls: number }>(
    `SELECT count(*) AS calls FROM calls c WHERE ${FILTER} c.campaign_id) AND c.state <> 'ended'`,
    filterParams(filter),
  );
  return row!.calls;
}

export interface RunningCampaign {
  id: string;
  project_id: string;
  name: string;
  open_calls: number;
}

export function runningCampaigns(tx: Tx, filter: TodayFilter): Promise<RunningCampaign[]> {
  return tx.query<RunningCampaign>(
    `SELECT c.id, c.project_id, c.name,
            (SELECT count(*) FROM calls o WHERE o.tenant_id = c.tenant_id AND o.campaign_id = c.id AND o.state <> 'ended') AS open_calls
     FROM campaigns c WHERE ${FILTER} c.id) AND c.state = 'running' ORDER BY c.id DESC LIMIT 100`,
    filterParams(filter),
  );
}
