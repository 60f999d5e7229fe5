import type { Tx } from "../db/db";

/** Woken with the tenant's id when something of it happened. */
export const LIVE_CHANNEL = "studio_live";

export const LIVE_EVENT_TYPES = [
  "call.dialing",
  "call.answered",
  "call.said",
  "call.ended",
  "campaign.started",
  "campaign.paused",
  "campaign.finished",
] as const;
export type LiveEventType = (typeof LIVE_EVENT_TYPES)[number];

export interface LiveEvent {
  type: LiveEventType;
  /** The project decides who sees the event. */
  data: Readonly<{ project_id: string } & Record<string, unknown>>;
}

/** Writes what the live sockets of a tenant carry, in the transaction of the fact itself. Numbers are stored whole and masked when read. */
export async function emit(tx: Tx, tenant_id: string, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `WITH told AS (
       INSERT INTO live_events (tenant_id, type, data)
       SELECT $1::uuid, e.type, e.data FROM jsonb_to_recordset($2::jsonb) AS e (type text, data jsonb))
     SELECT pg_notify($3, $1::uuid::text)`,
    [tenant_id, JSON.stringify(events), LIVE_CHANNEL],
  );
}
