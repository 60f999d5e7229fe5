import pg from "pg";
import { v7 as uuid } from "uuid";
import { logIn } from "../../src/auth/login";
import { hashPassword } from "../../src/auth/password";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import type { BaseContext } from "../../src/http/context";
import { type Cluster, startCluster } from "../harness/postgres";

const EMAIL = "ann@example.test";
const tenant_id = uuid();
const user_id = uuid();
let cluster: Cluster;
let url: string;
let db: Db;

beforeAll(async () => {
  cluster = await startCluster();
  url = await cluster.createDatabase("login");
  db = await openServer(url);
  const hash = await hashPassword("the old password");
  await db.asSystem(async (tx) => {
    await tx.query("INSERT INTO tenants (id, name) VALUES ($1, 'T')", [tenant_id]);
    await tx.query("INSERT INTO users (id, tenant_id, email, name, password_hash) VALUES ($1, $2, $3, 'Ann', $4)", [
      user_id,
      tenant_id,
      EMAIL,
      hash,
    ]);
  });
}, 60_000);
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
}, 60_000);

const context = () =>
  ({ services: { db }, now: new Date(), address: "192.0.2.1", user_agent: "test" }) as unknown as BaseContext;

async function until(client: pg.Client, sql: string): Promise<void> {
  while ((await client.query(sql)).rows.length === 0) await new Promise((done) => setTimeout(done, 20));
}

test("a log-in with the old password that overtakes the change of it leaves no session behind", async () => {
  const fresh = await hashPassword("the new password");
  const [changer, watcher] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([changer.connect(), watcher.connect()]);
  try {
    // The change has begun and is not committed: the log-in still sees the old password.
    await changer.query("BEGIN; SET LOCAL ROLE studio_system");
    await changer.query("UPDATE users SET password_hash = $2 WHERE id = $1", [user_id, fresh]);
    await changer.query("UPDATE sessions SET revoked_at = now() WHERE user_id = $1", [user_id]);
    const outcome = logIn(context(), EMAIL, "the old password").then(
      () => "in",
      (error: { code: string }) => error.code,
    );
    await until(watcher, "SELECT 1 FROM pg_stat_activity WHERE datname = 'login' AND wait_event_type = 'Lock'");
    await changer.query("COMMIT");
    expect(await outcome).toBe("INVALID_CREDENTIALS");
    expect(await db.asSystem((tx) => tx.query("SELECT 1 FROM sessions WHERE revoked_at IS NULL"))).toEqual([]);
    const { account } = await logIn(context(), EMAIL, "the new password");
    expect(account.id).toBe(user_id);
  } finally {
    await Promise.all([changer.end(), watcher.end()]);
  }
}, 60_000);
