import { v7 as uuid } from "uuid";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import { addUsage } from "../../src/usage/counters";
import { type Cluster, startCluster } from "../harness/postgres";

let cluster: Cluster;
let db: Db;
const [ours, theirs] = [uuid(), uuid()];

beforeAll(async () => {
  cluster = await startCluster();
  db = await openServer(await cluster.createDatabase("usage"), { connections: 20 });
  await db.asSystem((tx) =>
    tx.query("INSERT INTO tenants (id, name, time_zone) VALUES ($1, 'Ours', 'Asia/Tokyo'), ($2, 'Theirs', 'UTC')", [
      ours,
      theirs,
    ]),
  );
}, 60_000);
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
}, 60_000);
beforeEach(() => db.asSystem((tx) => tx.query("DELETE FROM usage_counters")));

const totals = (tenant_id: string) =>
  db.asTenant(tenant_id, (tx) =>
    tx.query<{ day: string; metric: string; amount: number }>(
      "SELECT day, metric, sum(amount)::bigint AS amount FROM usage_counters GROUP BY day, metric ORDER BY day, metric",
    ),
  );

test("two hundred writers at once lose nothing, whatever they count", async () => {
  const at = new Date("2026-03-01T10:00:00Z");
  await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      db.asTenant(ours, (tx) =>
        addUsage(tx, ours, "Asia/Tokyo", at, { calls: 1, call_seconds: i, answered_calls: i % 2 }),
      ),
    ),
  );
  expect(await totals(ours)).toEqual([
    { day: "2026-03-01", metric: "answered_calls", amount: 100 },
    { day: "2026-03-01", metric: "call_seconds", amount: 19_900 },
    { day: "2026-03-01", metric: "calls", amount: 200 },
  ]);
  expect(await totals(theirs)).toEqual([]);
});

test("the day is the tenant's own", async () => {
  const at = new Date("2026-03-01T15:00:00Z");
  await db.asSystem(async (tx) => {
    await addUsage(tx, ours, "Asia/Tokyo", at, { calls: 1 });
    await addUsage(tx, theirs, "UTC", at, { calls: 1 });
  });
  expect((await totals(ours))[0]!.day).toBe("2026-03-02");
  expect((await totals(theirs))[0]!.day).toBe("2026-03-01");
});

test("what is rolled back was not used, and nothing is nothing", async () => {
  const at = new Date("2026-03-01T10:00:00Z");
  const failing = db.asTenant(ours, async (tx) => {
    await addUsage(tx, ours, "Asia/Tokyo", at, { calls: 1 });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await db.asTenant(ours, (tx) => addUsage(tx, ours, "Asia/Tokyo", at, { calls: 0 }));
  expect(await totals(ours)).toEqual([]);
});
