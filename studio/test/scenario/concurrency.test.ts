/** Two processes on one server, many people at once: what must be one after the other is. */
import pg from "pg";
import { callbotOf } from "../blackbox/checks/scenario_place";
import { Client, type Json } from "../harness/client";
import { type Cluster, startCluster } from "../harness/postgres";
import { type RunningStudio, startStudio } from "../harness/running_studio";
import { type Tenant, World } from "../harness/world";
import { reminderV1 } from "./examples";

const WRITERS = 50;
const START_MS = 120_000;

let cluster: Cluster;
let database_url = "";
const studios: RunningStudio[] = [];
let tenant: Tenant;
let callbot_id = "";

beforeAll(async () => {
  cluster = await startCluster();
  database_url = await cluster.createDatabase("studio");
  studios.push(await startStudio({ database_url }));
  studios.push(await startStudio({ database_url }));
  tenant = await (await World.of(studios[0]!)).tenant();
  ({ callbot_id } = await callbotOf(tenant.admin.client));
}, START_MS);

afterAll(async () => {
  for (const studio of studios) await studio.stop();
  await cluster?.stop();
}, START_MS);

/** The same person at one of the two processes. */
const at = (client: Client, n: number) => new Client(studios[n % 2]!.base, client.contract, client.token);
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
const scenario = async (name: string) =>
  (await tenant.admin.client.expect(201, "POST", "/scenarios", { callbot_id, name, definition: reminderV1() }))
    .id as string;

test("versions that many save at once are numbered without a gap, and each is the one its writer was told", async () => {
  const id = await scenario("Numbered");
  const told = await times(WRITERS, async (n) => {
    const body = { definition: reminderV1(), comment: `writer ${n}` };
    return [
      (await at(tenant.admin.client, n).expect(201, "POST", `/scenarios/${id}/versions`, body)).version,
      body.comment,
    ];
  });
  const { items } = (await tenant.admin.client.get(`/scenarios/${id}/versions?limit=200`)).body;
  const kept = items.map((item: Json) => [item.version, item.comment]).reverse();
  expect(kept.map(([version]: [number]) => version)).toEqual(Array.from({ length: WRITERS + 1 }, (_, n) => n + 1));
  expect(kept.slice(1)).toEqual(told.sort(([a], [b]) => Number(a) - Number(b)));
});

test("saving with the same Idempotency-Key at both processes saves once", async () => {
  const id = await scenario("Once");
  const options = { headers: { "idempotency-key": "once" } };
  const body = { definition: reminderV1() };
  const answers = await times(WRITERS, (n) =>
    at(tenant.admin.client, n).post(`/scenarios/${id}/versions`, body, options),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.version}`))).toEqual(new Set(["201 2"]));
  expect((await tenant.admin.client.get(`/scenarios/${id}`)).body.latest_version).toBe(2);
});

test("of many with the same ETag one writes", async () => {
  const id = await scenario("Tagged");
  const etag = (await tenant.admin.client.get(`/scenarios/${id}`)).headers.get("etag")!;
  const options = { headers: { "if-match": etag } };
  const answers = await times(WRITERS, (n) =>
    at(tenant.admin.client, n).patch(`/scenarios/${id}`, { name: `Tagged ${n}` }, options),
  );
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([200, ...Array(WRITERS - 1).fill(412)]);
});

test("a lock that many reach for has one holder, whom everyone else is told", async () => {
  const id = await scenario("Locked");
  const people = [tenant.admin, await tenant.person("STUDIO_ADMIN"), await tenant.person("STUDIO_ADMIN")];
  const answers = await times(WRITERS, async (n) => {
    const person = people[n % people.length]!;
    return { person, answer: await at(person.client, n).post(`/scenarios/${id}/lock`) };
  });
  const holders = new Set(answers.map(({ answer }) => answer.body.lock.holder.user_id));
  expect(holders.size).toBe(1);
  for (const { person, answer } of answers) expect(answer.status).toBe(holders.has(person.id) ? 200 : 409);
  const writes = await times(WRITERS, async (n) => {
    const person = people[n % people.length]!;
    return {
      person,
      answer: await at(person.client, n).post(`/scenarios/${id}/versions`, { definition: reminderV1() }),
    };
  });
  for (const { person, answer } of writes) expect(answer.status).toBe(holders.has(person.id) ? 201 : 409);
});

test("the database itself keeps versions as they are, without a gap, from the application and from its owner", async () => {
  const id = await scenario("Kept");
  const owner = new pg.Client({ connectionString: database_url });
  await owner.connect();
  const attempt = async (role: string, statement: string) => {
    await owner.query("BEGIN");
    try {
      if (role !== "owner") await owner.query(`SET LOCAL ROLE ${role}`);
      await owner.query(`SET LOCAL studio.tenant_id = '${tenant.id}'`);
      const { rowCount } = await owner.query(statement);
      return `${rowCount} rows`;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await owner.query("ROLLBACK");
    }
  };
  try {
    const insert = (version: number) =>
      `INSERT INTO scenario_versions (tenant_id, scenario_id, version, format, definition, created_by, created_by_name)
       SELECT tenant_id, scenario_id, ${version}, format, definition, created_by, created_by_name
       FROM scenario_versions WHERE scenario_id = '${id}' AND version = 1`;
    const update = `UPDATE scenario_versions SET comment = 'changed' WHERE scenario_id = '${id}'`;
    const remove = `DELETE FROM scenario_versions WHERE scenario_id = '${id}'`;
    for (const role of ["studio_app", "studio_system"]) {
      expect([await attempt(role, update), await attempt(role, remove)]).toEqual(["42501", "42501"]);
      expect(await attempt(role, "TRUNCATE scenario_versions")).toBe("42501");
      expect([await attempt(role, insert(3)), await attempt(role, insert(1)), await attempt(role, insert(2))]).toEqual([
        "23001",
        "23001",
        "1 rows",
      ]);
    }
    // The owner is bound by forced row-level security, and by triggers where that is switched off.
    const unbound = (statement: string) => `ALTER TABLE scenario_versions NO FORCE ROW LEVEL SECURITY; ${statement}`;
    expect([await attempt("owner", unbound(update)), await attempt("owner", unbound(remove))]).toEqual([
      "23001",
      "23001",
    ]);
    expect(await attempt("owner", "TRUNCATE scenario_versions CASCADE")).toBe("23001");
  } finally {
    await owner.end();
  }
});
