import type { Tx } from "../db/db";

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
  started_at: string;
  tenant_settings: { max_concurrent_calls?: number };
}

/** Calls of one tenant at the same time, where its settings do not say otherwise. */
export const TENANT_MAX_CONCURRENT = 200;

export interface Capacity {
  /** How many calls may begin now. */
  calls: number;
  /** Calls of the campaign that are under way. */
  open_calls: number;
}

/**
 * How many calls may begin, by every limit that holds: this process, campaign, group, tenant and trunk. The tenant is locked until
 * the transaction ends, because two of its campaigns share the last three.
 */
export async function capacityOf(tx: Tx, campaign: CampaignRow, free: number): Promise<Capacity> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 29092))", [campaign.tenant_id]);
  const [open] = await tx.query<{ tenant: number; campaign: number; of_group: number; trunk: number }>(
    `SELECT count(*) AS tenant,
            count(*) FILTER (WHERE o.campaign_id = $2) AS campaign,
            count(*) FILTER (WHERE c.group_id = $3) AS of_group,
            count(*) FILTER (WHERE o.gateway = $4 AND o.trunk IS NOT DISTINCT FROM $5) AS trunk
     FROM calls o LEFT JOIN campaigns c ON c.id = o.campaign_id
     WHERE o.tenant_id = $1 AND o.state <> 'ended'`,
    [campaign.tenant_id, campaign.id, campaign.group_id, campaign.gateway, campaign.trunk],
  );
  const trunk_limit = await trunkLimit(tx, campaign);
  const limits: [limit: number | null | undefined, used: number][] = [
    [campaign.tenant_settings.max_concurrent_calls ?? TENANT_MAX_CONCURRENT, open!.tenant],
    [campaign.max_concurrent, open!.campaign],
    [campaign.group_max_concurrent, open!.of_group],
    [trunk_limit, open!.trunk],
  ];
  let calls = free;
  for (const [limit, used] of limits) if (limit !== null && limit !== undefined) calls = Math.min(calls, limit - used);
  return { calls, open_calls: open!.campaign };
}

/** Calls at the same time that the trunk document allows the named gateway; null where it names none. */
async function trunkLimit(tx: Tx, campaign: CampaignRow): Promise<number | null> {
  if (campaign.trunk === null) return null;
  const [row] = await tx.query<{ max: number | null }>(
    `SELECT (g ->> 'max_concurrent_calls')::int AS max FROM trunk_documents d, jsonb_array_elements(d.document -> 'gateways') g
     WHERE d.tenant_id = $1 AND g ->> 'name' = $2`,
    [campaign.tenant_id, campaign.trunk],
  );
  return row?.max ?? null;
}

/** How many calls the pacing allows now: those since the last look, one second's worth at most. */
export function tokens(campaign: CampaignRow, now: Date): number {
  if (campaign.calls_per_minute === null) return Number.MAX_SAFE_INTEGER;
  const waited_ms = Math.min(1000, now.getTime() - new Date(campaign.next_claim_at).getTime());
  return 1 + Math.floor((waited_ms * campaign.calls_per_minute) / 60_000);
}

export async function pause(tx: Tx, campaign: CampaignRow, now: Date, pause_ms: number): Promise<void> {
  await tx.query("UPDATE campaigns SET next_claim_at = $2 WHERE id = $1", [
    campaign.id,
    new Date(now.getTime() + pause_ms),
  ]);
}
