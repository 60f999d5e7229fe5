import type { Tx } from "../db/db";
import { allowance, spend } from "./pace";
import { type TrunkLines, trunkLines } from "./trunk_lines";

/** A running campaign as the dialer sees it. */
export interface CampaignRow {
  id: string;
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  scenario_id: string | null;
  group_id: string | null;
  name: string;
  gateway: "simulated" | "jambonz";
  trunk: string | null;
  caller_number: string;
  max_concurrent: number;
  group_max_concurrent: number | null;
  calls_per_minute: number | null;
  ring_timeout_s: number;
  calling_window: unknown;
  retry_policy: unknown;
  simulation: unknown;
  record_calls: boolean;
  next_claim_at: string;
  paced_until: string | null;
  started_at: string;
  tenant_settings: { max_concurrent_calls?: number };
}

/** Calls of one tenant at the same time, where its settings do not say otherwise. */
export const TENANT_MAX_CONCURRENT = 200;

export interface Capacity {
  /** How many calls may begin now. */
  calls: number;
  /** The tenant has no line left, for whichever campaign. */
  tenant_full: boolean;
  /** Calls of the campaign that are under way. */
  open_calls: number;
  lines: TrunkLines;
}

/**
 * How many calls may begin, by every limit that holds: this process, campaign, group, tenant and trunks. The tenant is locked until
 * the transaction ends, because two of its campaigns share the last three.
 */
export async function capacityOf(tx: Tx, campaign: CampaignRow, free: number, now: Date): Promise<Capacity> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 29092))", [campaign.tenant_id]);
  const [open] = await tx.query<{ tenant: number; campaign: number; of_group: number }>(
    `SELECT count(*) AS tenant,
            count(*) FILTER (WHERE o.campaign_id = $2) AS campaign,
            count(*) FILTER (WHERE c.group_id = $3) AS of_group
     FROM calls o LEFT JOIN campaigns c ON c.id = o.campaign_id
     WHERE o.tenant_id = $1 AND o.state <> 'ended'`,
    [campaign.tenant_id, campaign.id, campaign.group_id],
  );
  const lines = await trunkLines(tx, campaign, now);
  const of_tenant = (campaign.tenant_settings.max_concurrent_calls ?? TENANT_MAX_CONCURRENT) - open!.tenant;
  const limits: [limit: number | null, used: number][] = [
    [campaign.max_concurrent, open!.campaign],
    [campaign.group_max_concurrent, open!.of_group],
  ];
  let calls = Math.min(free, lines.free, of_tenant);
  for (const [limit, used] of limits) if (limit !== null) calls = Math.min(calls, limit - used);
  return { calls, tenant_full: of_tenant <= 0, open_calls: open!.campaign, lines };
}

/** How many calls the campaign's own pacing allows now. */
export function pacedCalls(campaign: CampaignRow, now: Date): number {
  const { calls_per_minute } = campaign;
  if (calls_per_minute === null) return Infinity;
  return allowance(pacedUntil(campaign), now.getTime(), 60_000 / calls_per_minute);
}

/** Until when the campaign's pacing is spent after so many more calls; null where it has none. */
export function pacedAfter(campaign: CampaignRow, now: Date, calls: number): Date | null {
  const { calls_per_minute } = campaign;
  if (calls_per_minute === null) return null;
  return new Date(spend(pacedUntil(campaign), now.getTime(), 60_000 / calls_per_minute, calls));
}

function pacedUntil({ paced_until }: CampaignRow): number | null {
  return paced_until === null ? null : Date.parse(paced_until);
}
