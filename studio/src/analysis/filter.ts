import type { FlowFilter } from "./schema";

/** Parameters $1 to $6 of every statement about the calls of one version. */
export function filterParams(scenario_id: string, version: number, filter: FlowFilter): unknown[] {
  const { from, to, campaign_id, kind } = filter;
  return [scenario_id, version, from ?? null, to ?? null, campaign_id ?? null, kind ?? null];
}

/** The calls `c` that these parameters take. */
export const TAKEN = `c.scenario_id = $1 AND c.scenario_version = $2 AND ($3::timestamptz IS NULL OR c.queued_at >= $3)
  AND ($4::timestamptz IS NULL OR c.queued_at < $4) AND ($5::uuid IS NULL OR c.campaign_id = $5) AND ($6::text IS NULL OR c.kind = $6)`;

/** Events `e` of such calls; where nothing but the version is asked for, the calls need not be looked at. */
export const OF_TAKEN = `e.scenario_id = $1 AND e.scenario_version = $2 AND ($3::timestamptz IS NULL AND $4::timestamptz IS NULL
  AND $5::uuid IS NULL AND $6::text IS NULL OR e.call_id IN (SELECT c.id FROM calls c WHERE ${TAKEN}))`;
