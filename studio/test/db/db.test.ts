import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { v7 as uuid } from "uuid";
import type { Db } from "../../src/db/db";
import { openEmbedded } from "../../src/db/embedded";
import { openServer } from "../../src/db/server";
import { type Cluster, startCluster } from "../harness/postgres";

interface Backend {
  name: string;
  open(): Promise<Db>;
  clean(): Promise<void>;
}

let folder = "";
let cluster: Cluster;

const BACKENDS: Backend[] = [
  {
    name: "embedded",
    open: () => {
      folder = mkdtempSync(join(tmpdir(), "drowsyguard-db-"));
      return openEmbedded(folder);
    },
    clean: async () => rmSync(folder, { recursive: true, force: true }),
  },
  {
    name: "server",
    open: async () => {
      cluster = await startCluster();
      return openServer(await cluster.createDatabase("studio"));
    },
    clean: () => cluster.stop(),
  },
];

/** Tables that belong to no tenant. Everything else must be protected. */
const GLOBAL_TABLES = ["login_failures", "signing_keys", "studio_migrations"];

describe.each(BACKENDS)("the database ($name)", ({ open, clean }) => {
  let db: Db;
  const ours = uuid();
  const theirs = uuid();

  beforeAll(async () => {
    db = await open();
    await db.asSystem(async (tx) => {
      await tx.query("INSERT INTO tenants (id, name) VALUES ($1, 'Ours'), ($2, 'Theirs')", [ours, theirs]);
    });
  }, 60_000);
  afterAll(async () => {
    await db?.close();
    await clean();
  }, 60_000);

  test("no table lacks forced row-level security and a policy for the application", async () => {
    const rows = await db.asSystem((tx) =>
      tx.query<{ name: string; enabled: boolean; forced: boolean; policies: number }>(
        `SELECT c.relname AS name, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
                (SELECT count(*) FROM pg_policies p WHERE p.tablename = c.relname AND 'studio_app' = ANY (p.roles)
                   AND p.qual LIKE '%studio_tenant()%' AND p.with_check LIKE '%studio_tenant()%') AS policies
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')`,
      ),
    );
    expect(rows.length).toBeGreaterThan(5);
    const bare = rows.filter((row) => !(row.enabled && row.forced && row.policies === 1)).map((row) => row.name);
    expect(bare.sort()).toEqual(GLOBAL_TABLES);
  });

  test("the application's role can neither bypass row-level security nor read the tables of no tenant", async () => {
    const [role] = await db.asSystem((tx) =>
      tx.query("SELECT rolbypassrls, rolsuper, rolcanlogin FROM pg_roles WHERE rolname = 'studio_app'"),
    );
    expect(role).toEqual({ rolbypassrls: false, rolsuper: false, rolcanlogin: false });
    for (const table of GLOBAL_TABLES) {
      await expect(db.asTenant(ours, (tx) => tx.query(`SELECT * FROM ${table}`))).rejects.toThrow(/permission denied/);
    }
  });

  test("a tenant sees its own row and cannot write another's", async () => {
    const seen = await db.asTenant(ours, (tx) => tx.query("SELECT name FROM tenants"));
    expect(seen).toEqual([{ name: "Ours" }]);
    const changed = await db.asTenant(ours, (tx) =>
      tx.query("UPDATE tenants SET name = 'x' WHERE id = $1 RETURNING id", [theirs]),
    );
    expect(changed).toEqual([]);
    const insert = (tenant_id: string) => (tx: Parameters<Parameters<Db["asTenant"]>[1]>[0]) =>
      tx.query(
        `INSERT INTO audit_records (id, tenant_id, actor_email, action, request_id, address) VALUES ($1, $2, 'e', 'a', 'r', 'x')`,
        [uuid(), tenant_id],
      );
    await db.asTenant(ours, insert(ours));
    await expect(db.asTenant(ours, insert(theirs))).rejects.toThrow(/row-level security/);
  });

  test("the scope ends with the transaction, also after a failure", async () => {
    await expect(
      db.asTenant(ours, async () => {
        throw new Error("on purpose");
      }),
    ).rejects.toThrow("on purpose");
    const rows = await db.asSystem((tx) => tx.query("SELECT studio_tenant() AS tenant, current_user AS who"));
    expect(rows).toEqual([{ tenant: null, who: "studio_system" }]);
  });

  test("what has happened cannot be rewritten: the audit takes additions only", async () => {
    for (const statement of ["UPDATE audit_records SET action = 'b'", "DELETE FROM audit_records"]) {
      await expect(db.asTenant(ours, (tx) => tx.query(statement))).rejects.toThrow(/permission denied/);
      await expect(db.asSystem((tx) => tx.query(statement))).rejects.toThrow(/permission denied/);
    }
  });

  test("values come out alike: instants as text in UTC, counts as numbers, documents as values", async () => {
    const [row] = await db.asTenant(ours, (tx) =>
      tx.query(
        "SELECT '2026-03-01 12:00:00.123456+02'::timestamptz AS at, 5::int8 AS n, $1::jsonb AS doc, $2::text[] AS list, '2026-03-01'::date AS day",
        [JSON.stringify({ a: [1] }), ["x", "y"]],
      ),
    );
    expect(row).toEqual({ at: "2026-03-01T10:00:00.123Z", n: 5, doc: { a: [1] }, list: ["x", "y"], day: "2026-03-01" });
  });

  test("a notification reaches a listener once its transaction is committed", async () => {
    let heard: (payload: string | null) => void = () => {};
    const first = new Promise((done) => {
      heard = done;
    });
    const end = await db.listen("studio_test", (payload) => heard(payload));
    await db.asSystem((tx) => tx.query("SELECT pg_notify('studio_test', 'hello')"));
    expect(await first).toBe("hello");
    await end();
  });
});

test("a user who may not make roles can start where somebody has made the two", async () => {
  const server = await startCluster();
  try {
    const url = await server.createDatabase("studio");
    const admin = new Client({ connectionString: url.replace("studio@", "super@") });
    await admin.connect();
    await admin.query(`CREATE ROLE studio_app NOLOGIN; CREATE ROLE studio_system NOLOGIN;
      GRANT studio_app, studio_system TO studio; ALTER ROLE studio NOCREATEROLE`);
    await admin.end();
    const db = await openServer(url);
    expect(await db.asSystem((tx) => tx.query("SELECT count(*) AS tenants FROM tenants"))).toEqual([{ tenants: 0 }]);
    await db.close();
  } finally {
    await server.stop();
  }
}, 60_000);
