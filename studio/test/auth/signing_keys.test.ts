import { SigningKeys } from "../../src/auth/signing_keys";
import { ACCESS_LIFETIME_S, signAccess, verifyAccess } from "../../src/auth/token";
import type { Db } from "../../src/db/db";
import { openServer } from "../../src/db/server";
import { secretBox } from "../../src/secret/box";
import { parseKeyRing } from "../../src/secret/key_ring";
import { type Cluster, startCluster } from "../harness/postgres";

const box = secretBox(parseKeyRing(`a:${Buffer.alloc(32, 1).toString("base64")}`));
const claims = {
  user_id: "01900000-0000-7000-8000-000000000001",
  tenant_id: "01900000-0000-7000-8000-000000000002",
  session_id: "01900000-0000-7000-8000-000000000003",
};
const DAY_MS = 86_400_000;

let cluster: Cluster;
let db: Db;
let now_ms: number;

/** One process of the studio: its own memory, the common database. */
const process_of = () => new SigningKeys(db, box, () => new Date(now_ms));
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid as string;

beforeAll(async () => {
  cluster = await startCluster();
  db = await openServer(await cluster.createDatabase("signing"));
}, 60_000);
afterAll(async () => {
  await db?.close();
  await cluster?.stop();
}, 60_000);
beforeEach(async () => {
  now_ms = Date.UTC(2026, 0, 15);
  await db.asSystem((tx) => tx.query("DELETE FROM signing_keys"));
});

test("processes that start at once make one key, and understand each other's tokens", async () => {
  const processes = Array.from({ length: 5 }, process_of);
  const tokens = await Promise.all(processes.map((keys) => signAccess(keys, claims, now_ms)));
  expect(new Set(tokens.map(kidOf)).size).toBe(1);
  for (const keys of processes) expect(await verifyAccess(keys, tokens[0]!, now_ms)).toEqual(claims);
});

test("after thirty days a fresh key signs, and tokens of the old one count until they run out", async () => {
  const [here, there] = [process_of(), process_of()];
  const first = await signAccess(here, claims, now_ms);
  await verifyAccess(there, first, now_ms);
  now_ms += 30 * DAY_MS - 60_000;
  const last_of_old = await signAccess(here, claims, now_ms);
  expect(kidOf(last_of_old)).toBe(kidOf(first));
  now_ms += 61_000;
  const fresh = await signAccess(here, claims, now_ms);
  expect(kidOf(fresh)).not.toBe(kidOf(first));
  for (const keys of [here, there, process_of()]) {
    expect(await verifyAccess(keys, fresh, now_ms)).toEqual(claims);
    expect(await verifyAccess(keys, last_of_old, now_ms)).toEqual(claims);
  }
  now_ms += (ACCESS_LIFETIME_S + 120) * 1000;
  expect(await here.verifying(kidOf(first))).toBeNull();
  expect(await verifyAccess(here, last_of_old, now_ms)).toMatch(/^TOKEN_(EXPIRED|INVALID)$/);
});

test("a process that has not noticed a rotation yet still signs tokens that all accept, for a minute", async () => {
  const [here, there] = [process_of(), process_of()];
  const before = kidOf(await signAccess(there, claims, now_ms));
  await here.rotate(0);
  now_ms += 59_000;
  const late = await signAccess(there, claims, now_ms);
  expect(kidOf(late)).toBe(before);
  now_ms += (ACCESS_LIFETIME_S - 1) * 1000;
  expect(await verifyAccess(here, late, now_ms)).toEqual(claims);
  expect(kidOf(await signAccess(there, claims, now_ms))).not.toBe(before);
});

test("a rotation that is not due does nothing; old keys are cleared away", async () => {
  const keys = process_of();
  expect(await keys.rotate(30)).not.toBeNull();
  expect(await keys.rotate(30)).toBeNull();
  for (let i = 0; i < 5; i++) {
    now_ms += DAY_MS;
    await keys.rotate(0);
  }
  const rows = await db.asSystem((tx) => tx.query("SELECT kid FROM signing_keys"));
  expect(rows).toHaveLength(2);
});

test("made-up key names do not make the database work", async () => {
  const keys = process_of();
  await keys.signing();
  let asked = 0;
  const asSystem: Db["asSystem"] = (work) => {
    asked++;
    return db.asSystem(work);
  };
  const counting = new SigningKeys({ ...db, asSystem }, box, () => new Date(now_ms));
  for (let i = 0; i < 100; i++) expect(await counting.verifying(`made-up-${i}`)).toBeNull();
  expect(asked).toBeLessThanOrEqual(2);
});

test("private halves lie sealed in the database and are not among the public keys", async () => {
  const keys = process_of();
  await keys.signing();
  const [row] = await db.asSystem((tx) =>
    tx.query<{ private_sealed: string; public_jwk: object }>("SELECT * FROM signing_keys"),
  );
  expect(row!.private_sealed).toMatch(/^v1\.a\./);
  expect(Object.keys(row!.public_jwk).sort()).toEqual(["crv", "kty", "x"]);
  expect(Object.keys((await keys.publicKeys())[0]!).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
});
