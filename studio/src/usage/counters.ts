import type { Tx } from "../db/db";
import { formatDate } from "../time/civil";
import { localDay } from "../time/zone";

/** What is counted for each tenant and day. `api_writes` is not among them: the audit has a record of each. */
export const USAGE_METRICS = ["calls", "answered_calls", "call_seconds", "test_calls"] as const;
export type UsageMetric = (typeof USAGE_METRICS)[number];

/** More than connections are likely to write at once; few enough to add up. */
const SLOTS = 32;

/**
 * Adds to a tenant's counters of the day, in the transaction of what is counted.
 * @param amounts whole numbers; those that are absent or 0 are left alone
 * @param zone the tenant's time zone: its day is what counts
 */
export async function addUsage(
  tx: Tx,
  tenant_id: string,
  zone: string,
  at: Date,
  amounts: Partial<Record<UsageMetric, number>>,
): Promise<void> {
  const day = formatDate(localDay(zone, at.getTime()));
  const entries = USAGE_METRICS.filter((metric) => amounts[metric]).map(
    (metric) => [metric, amounts[metric]!] as const,
  );
  if (entries.length === 0) return;
  await tx.query(
    `INSERT INTO usage_counters (tenant_id, day, metric, slot, amount)
     SELECT $1, $2, metric, pg_backend_pid() % ${SLOTS}, amount FROM unnest($3::text[], $4::bigint[]) AS counted (metric, amount)
     ON CONFLICT (tenant_id, day, metric, slot) DO UPDATE SET amount = usage_counters.amount + excluded.amount`,
    [tenant_id, day, entries.map(([metric]) => metric), entries.map(([, amount]) => Math.round(amount))],
  );
}
