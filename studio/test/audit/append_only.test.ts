import pg from "pg";
import { v7 as uuid } from "uuid";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import { writeAudit } from "../../src/http/audit";
import { type Cluster, startCluster } from "../harness/postgres";

let cluster: Cluster;
let url: string;
let db: Db;
const tenant_id = uuid();

beforeAll(async () => {
  cluster = await startCluster();
  url = await cluster.createDatabase("audit");
  db = await openServer(url);
  await db.asSystem((tx) => tx.query("INSERT INTO tenants (id, name) VALUES ($1, 'T')", [tenant_id]));
  await db.asTenant(tenant_id, (tx) =>
    writeAudit(tx, {
      tenant_id,
      actor_id: null,
      actor_email: "ann@example.test",
      action: "user.update",
      resource_id: null,
      detail: {},
      request_id: "r",
      address: "127.0.0.1",
    }),
  );
}, 60_000);
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
}, 60_000);

const CHANGES = [
  "UPDATE audit_records SET actor_email = 'somebody else'",
  "DELETE FROM audit_records",
  "TRUNCATE audit_records",
];

test.each(CHANGES)("nobody of the application: %s", async (sql) => {
  await expect(db.asTenant(tenant_id, (tx) => tx.query(sql))).rejects.toThrow("permission denied");
  await expect(db.asSystem((tx) => tx.query(sql))).rejects.toThrow("permission denied");
});

test.each(CHANGES)("not even the owner of the tables, with row-level security out of the way: %s", async (sql) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("ALTER TABLE audit_records NO FORCE ROW LEVEL SECURITY");
    await expect(client.query(sql)).rejects.toThrow("audit_records is append-only");
    const { rows } = await client.query("SELECT actor_email FROM audit_records");
    expect(rows).toEqual([{ actor_email: "ann@example.test" }]);
  } finally {
    await client.query("ALTER TABLE audit_records FORCE ROW LEVEL SECURITY");
    await client.end();
  }
});

test("a tenant's login history cannot be changed by its own application role", async () => {
  for (const sql of ["UPDATE login_history SET outcome = 'success'", "DELETE FROM login_history"]) {
    await expect(db.asTenant(tenant_id, (tx) => tx.query(sql))).rejects.toThrow("permission denied");
  }
});
