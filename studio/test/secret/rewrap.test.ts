import { v7 as uuid } from "uuid";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import { secretBox } from "../../src/secret/box";
import { parseKeyRing } from "../../src/secret/key_ring";
import { rewrapAll } from "../../src/secret/rewrap";
import { readOpenTrunks, writePassword, writeTrunks } from "../../src/trunk/store";
import { type Cluster, startCluster } from "../harness/postgres";
import { gateway, trunks } from "../trunk/samples";

const KEY = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const old_box = secretBox(parseKeyRing(`old:${KEY(1)}`));
const both = secretBox(parseKeyRing(`new:${KEY(2)},old:${KEY(1)}`));
const new_box = secretBox(parseKeyRing(`new:${KEY(2)}`));

let cluster: Cluster;
let db: Db;
const tenant_id = uuid();
const user_id = uuid();

beforeAll(async () => {
  cluster = await startCluster();
  db = await openServer(await cluster.createDatabase("rewrap"));
  await db.asSystem((tx) => tx.query("INSERT INTO tenants (id, name) VALUES ($1, 'T')", [tenant_id]));
}, 60_000);
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
}, 60_000);

test("every sealed column of the database is sealed anew, whatever its key, and the old key is needed no longer", async () => {
  const names = Array.from({ length: 450 }, (_, i) => `gateway${i}`);
  await db.asTenant(tenant_id, async (tx) => {
    await writeTrunks(tx, tenant_id, trunks({ gateways: names.map((name) => gateway(name)) }), new Date());
    for (const name of names) await writePassword(tx, old_box, tenant_id, name, `password of ${name}`, new Date());
    // A key of several columns.
    const row = `${tenant_id}/${user_id}/k/1`;
    await tx.query(
      "INSERT INTO idempotency_keys (tenant_id, user_id, key, request_hash, status, body_sealed) VALUES ($1, $2, 'k/1', '', 200, $3)",
      [tenant_id, user_id, old_box.seal({ table: "idempotency_keys", column: "body_sealed", row }, "answer")],
    );
  });
  expect(await rewrapAll(db, both)).toEqual({ rewrapped: 451, current: 0, unreadable: [] });
  expect(await rewrapAll(db, both)).toEqual({ rewrapped: 0, current: 451, unreadable: [] });
  const { trunks: open } = await db.asTenant(tenant_id, (tx) => readOpenTrunks(tx, new_box, tenant_id));
  expect(open.gateways.map(({ password }) => password)).toEqual(names.map((name) => `password of ${name}`));
}, 60_000);

test("what no key opens is named and left as it is", async () => {
  const elsewhere = secretBox(parseKeyRing(`lost:${KEY(3)}`));
  await db.asTenant(tenant_id, (tx) => writePassword(tx, elsewhere, tenant_id, "gateway7", "x", new Date()));
  const { unreadable, current } = await rewrapAll(db, both);
  expect(current).toBe(450);
  expect(unreadable).toHaveLength(1);
  expect(unreadable[0]).toContain('trunk_passwords.password_sealed was sealed with key "lost"');
});
