/** A database on a server of the tests' own, with two tenants, for the tests of this folder. */
import Fastify from "fastify";
import { v7 as uuid } from "uuid";
import type { Db, Tx } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import { parseCidrs } from "../../src/net/address";
import { GuardedClient } from "../../src/net/client";
import { type SecretBox, secretBox } from "../../src/secret/box";
import { parseKeyRing } from "../../src/secret/key_ring";
import { insertEndpoint } from "../../src/webhook/endpoint_store";
import { EVENT_TYPES, type EventType, type WebhookEvent } from "../../src/webhook/events";
import { sealSecret } from "../../src/webhook/secrets";
import { newSecret } from "../../src/webhook/signature";
import { type DeliveryOptions, DeliveryWorker } from "../../src/webhook/worker";
import { startCluster } from "../harness/postgres";

export interface TestDatabase {
  readonly db: Db;
  /** For further processes. */
  readonly url: string;
  readonly secrets: SecretBox;
  readonly tenants: readonly [string, string];
  close(): Promise<void>;
}

export const testSecrets = () => secretBox(parseKeyRing(`test:${Buffer.alloc(32, 7).toString("base64")}`));

export async function testDatabase(): Promise<TestDatabase> {
  const cluster = await startCluster();
  const url = await cluster.createDatabase("webhook");
  const db = await openServer(url);
  const tenants = [uuid(), uuid()] as const;
  await db.asSystem(async (tx) => {
    for (const id of tenants) await tx.query("INSERT INTO tenants (id, name) VALUES ($1, $2)", [id, `Tenant ${id}`]);
  });
  return {
    db,
    url,
    secrets: testSecrets(),
    tenants,
    async close() {
      await db.close();
      await cluster.stop();
    },
  };
}

export function callFinished(number = "+4915112345678"): WebhookEvent {
  return {
    type: "call.finished",
    at: new Date("2026-03-01T10:00:00Z"),
    data: {
      call_id: uuid(),
      project_id: uuid(),
      callbot_id: uuid(),
      scenario_id: uuid(),
      scenario_version: 3,
      campaign_id: null,
      contact_id: null,
      contact_reference: null,
      attempt: null,
      is_test: false,
      number,
      outcome: "answered",
      scenario_outcome: "completed",
      disposition: "confirmed",
      tags: ["happy"],
      started_at: "2026-03-01T09:59:00.000Z",
      answered_at: "2026-03-01T09:59:10.000Z",
      ended_at: "2026-03-01T10:00:00.000Z",
      ringing_ms: 10_000,
      duration_ms: 50_000,
      has_recording: true,
    },
  };
}

export const messagesOf = (tx: Tx, endpoint_id: string) =>
  tx.query<{ id: string; state: string; attempts: number; payload: string; type: string; next_attempt_at: string }>(
    "SELECT id, state, attempts, payload, type, next_attempt_at FROM webhook_messages WHERE endpoint_id = $1 ORDER BY id",
    [endpoint_id],
  );

/** An endpoint that takes everything, with its secret in the open for the receiver. */
export async function addEndpoint(
  where: { db: Db; secrets: SecretBox },
  tenant_id: string,
  url: string,
  event_types: readonly EventType[] = EVENT_TYPES,
): Promise<{ id: string; secret: string }> {
  const id = uuid();
  const secret = newSecret();
  const secret_sealed = sealSecret(where.secrets, id, "secret_sealed", secret);
  await where.db.asTenant(tenant_id, (tx) =>
    insertEndpoint(tx, { id, tenant_id, url, description: "", event_types, enabled: true, secret_sealed }),
  );
  return { id, secret };
}

/** A worker that may reach this machine; its log is kept. */
export function testWorker(where: { db: Db; secrets: SecretBox }, options: Partial<DeliveryOptions> = {}) {
  const client = new GuardedClient({ policy: { allow: parseCidrs("127.0.0.1") }, idle_sockets: 16 });
  return new DeliveryWorker(where.db, Fastify({ logger: { level: "silent" } }).log, {
    client,
    secrets: where.secrets,
    now: () => new Date(),
    random: () => 0.5,
    keep_days: 30,
    poll_ms: 50,
    stop_grace_ms: 100,
    ...options,
  });
}
