/** Webhooks delivered, beside pg-boss doing the same work on the same server in the same run. */
import pg from "pg";
import PgBoss from "pg-boss";
import { v7 as uuid } from "uuid";
import { startCluster } from "../../../studio/test/harness/postgres";
import { startStudio } from "../../../studio/test/harness/running_studio";
import { World } from "../../../studio/test/harness/world";
import { type Consumer, consumer, ok, until } from "../../../studio/test/webhook/consumers";
import type { Figure } from "../figure";

const MESSAGES = 2_000;
/** Deliveries of pg-boss at the same time: as many as the studio's worker makes to one endpoint. */
const PARALLEL = 8;
const PATIENCE_MS = 300_000;

export async function benchStudioWebhooks(): Promise<Figure[]> {
  const cluster = await startCluster();
  const receiver = await consumer(ok);
  try {
    const ours = await studioDeliveries(await cluster.createDatabase("webhooks"), receiver);
    receiver.received.length = 0;
    const theirs = await bossDeliveries(await cluster.createDatabase("boss"), receiver);
    return [
      { name: "webhooks delivered, signed and logged", value: ours, unit: "deliveries/s" },
      { name: "pg-boss: the same jobs, unsigned", value: theirs, unit: "deliveries/s" },
      { name: "studio / pg-boss", value: ours / theirs, unit: "ratio" },
    ];
  } finally {
    await receiver.close();
    await cluster.stop();
  }
}

async function studioDeliveries(database_url: string, receiver: Consumer): Promise<number> {
  const studio = await startStudio({
    database_url,
    flags: ["--log", "silent"],
    environment: { STUDIO_WEBHOOK_ALLOW_PRIVATE: "127.0.0.1" },
  });
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    const tenant = await (await World.of(studio)).tenant();
    const endpoint = await tenant.admin.client.expect(201, "POST", "/webhook-endpoints", { url: receiver.url });
    const messages = Array.from({ length: MESSAGES }, () => ({ id: uuid(), payload: payload() }));
    await client.query("SET ROLE studio_system");
    const begun = performance.now();
    await client.query(
      `INSERT INTO webhook_messages (id, tenant_id, endpoint_id, type, payload)
       SELECT m.id, $1, $2, 'call.finished', m.payload FROM jsonb_to_recordset($3::jsonb) AS m (id uuid, payload text)`,
      [tenant.id, endpoint.id, JSON.stringify(messages)],
    );
    await client.query("SELECT pg_notify('studio_webhooks', '')");
    await arrived(receiver);
    return MESSAGES / ((performance.now() - begun) / 1000);
  } finally {
    await client.end();
    await studio.stop();
  }
}

async function bossDeliveries(connectionString: string, receiver: Consumer): Promise<number> {
  const boss = new PgBoss({ connectionString, max: 10 });
  boss.on("error", () => {});
  await boss.start();
  try {
    await boss.createQueue("webhooks");
    const deliver = async (jobs: PgBoss.Job<{ payload: string }>[]) => {
      for (const job of jobs) {
        const headers = { "content-type": "application/json", "webhook-id": job.id };
        const answer = await fetch(receiver.url, { method: "POST", headers, body: job.data.payload });
        if (!answer.ok) throw new Error(`answered ${answer.status}`);
      }
    };
    const begun = performance.now();
    await boss.insert(
      Array.from({ length: MESSAGES }, () => ({
        name: "webhooks",
        data: { payload: payload() },
        retryLimit: 9,
        retryBackoff: true,
      })),
    );
    for (let lane = 0; lane < PARALLEL; lane++) {
      await boss.work("webhooks", { batchSize: 25, pollingIntervalSeconds: 0.5 }, deliver);
    }
    await arrived(receiver);
    return MESSAGES / ((performance.now() - begun) / 1000);
  } finally {
    await boss.stop({ graceful: false });
  }
}

const payload = () =>
  JSON.stringify({
    type: "call.finished",
    timestamp: new Date().toISOString(),
    data: { call_id: uuid(), tags: ["a", "b"], duration_ms: 12_345 },
  });

const arrived = (receiver: Consumer) =>
  until(
    `${MESSAGES} deliveries`,
    () => new Set(receiver.received.map((one) => one.webhook_id)).size >= MESSAGES,
    PATIENCE_MS,
  );
