/** Puts messages into the outbox, in the transaction of the fact that they tell: either both are there or neither is. */
import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import { payloadOf, type WebhookEvent } from "./events";

/** Woken by a NOTIFY without payload: there is something to deliver. */
export const WEBHOOK_CHANNEL = "studio_webhooks";

/**
 * Writes one message for each enabled endpoint of the tenant that subscribed to the event's type. Costs one short query
 * where there is none. `tx` is the caller's transaction, in the tenant's scope or the system's.
 * @returns how many messages were written
 */
export async function enqueue(tx: Tx, tenant_id: string, events: readonly WebhookEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const types = [...new Set(events.map((event) => event.type))];
  const endpoints = await tx.query<{ id: string; event_types: string[] }>(
    "SELECT id, event_types FROM webhook_endpoints WHERE tenant_id = $1 AND enabled AND event_types && $2::text[] ORDER BY id",
    [tenant_id, types],
  );
  const messages = events.flatMap((event) => {
    const payload = payloadOf(event);
    return endpoints
      .filter((endpoint) => endpoint.event_types.includes(event.type))
      .map((endpoint) => ({ id: uuid(), endpoint_id: endpoint.id, type: event.type, payload }));
  });
  await insertMessages(tx, tenant_id, messages);
  return messages.length;
}

export interface NewMessage {
  readonly id: string;
  readonly endpoint_id: string;
  readonly type: string;
  readonly payload: string;
  readonly is_example?: boolean;
}

/** Writes messages and wakes the workers when the transaction is through. */
export async function insertMessages(tx: Tx, tenant_id: string, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await tx.query(
    `INSERT INTO webhook_messages (id, tenant_id, endpoint_id, type, payload, is_example)
     SELECT m.id, $1, m.endpoint_id, m.type, m.payload, coalesce(m.is_example, false)
     FROM jsonb_to_recordset($2::jsonb) AS m (id uuid, endpoint_id uuid, type text, payload text, is_example boolean)`,
    [tenant_id, JSON.stringify(messages)],
  );
  await wakeWorkers(tx);
}

/** Takes effect when the transaction is through. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_notify($1, '')", [WEBHOOK_CHANNEL]);
}
