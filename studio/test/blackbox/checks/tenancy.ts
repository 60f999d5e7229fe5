import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import { randomUUID } from "node:crypto";
import type { Answer, Client } from "../../harness/client";
import type { World } from "../../harness/world";
import type { Check } from "../check";
import { type Furnished, idOf, neighbours } from "../furnished";
import { nameOf, type Operation, operations, requestFor } from "../operations";

const withId = (client: Client) =>
  operations(client).filter(({ path, security }) => path.includes("{") && security === "bearer");

function send(client: Client, operation: Operation, ids: (name: string) => string): Promise<Answer> {
  const { path, options } = requestFor(operation, ids);
  return client.send(operation.method, path, options);
}

/** Everything with an id, as the owner reads it. */
async function inventory(home: Furnished): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {};
  for (const operation of withId(home.owner).filter(({ method }) => method === "GET")) {
    const answer = await send(home.owner, operation, (name) => idOf(home, operation.path, name));
    seen[operation.path] = [answer.status, answer.headers.get("etag"), lasting(answer.body)];
  }
  return seen;
}

/** What does not change by itself: not the state of calls and deliveries that are under way. */
function lasting(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return null;
  const { revision, name, members, tags, url } = body as Record<string, unknown>;
  return { revision, name, members, tags, url };
}

/** Requests that name the things of another tenant in the body or in the query. */
function crossing(home: Furnished, guest: Furnished): [string, string, object | undefined][] {
  const theirs = (path: string, name = "id") => idOf(home, `/api/v1/${path}`, name);
  const own = (path: string, name = "id") => idOf(guest, `/api/v1/${path}`, name);
  const rule = { days: ["mon"], from: "08:00", to: "09:00", scenario_id: theirs("scenarios/") };
  return [
    ["POST", "/callbots", { project_id: theirs("projects/"), name: "Spy" }],
    ["POST", "/scenarios", { callbot_id: theirs("callbots/"), name: "Spy" }],
    ["POST", `/scenarios/${own("scenarios/")}/duplicate`, { callbot_id: theirs("callbots/") }],
    ["POST", `/scenarios/validate?project_id=${theirs("projects/")}`, { format: "v2" }],
    ["PATCH", `/callbots/${own("callbots/")}`, { default_scenario_id: theirs("scenarios/") }],
    [
      "POST",
      `/callbots/${own("callbots/")}/scenario-schedules`,
      { time_zone: "Europe/Berlin", rules: [rule], exceptions: [] },
    ],
    ["POST", "/campaigns", { callbot_id: theirs("callbots/"), name: "Spy", caller_number: "+4930123456" }],
    ["PATCH", `/campaigns/${own("campaigns/")}`, { scenario_id: theirs("scenarios/") }],
    ["PATCH", `/campaigns/${own("campaigns/")}`, { group_id: theirs("campaign-groups/") }],
    ["POST", "/campaign-groups", { project_id: theirs("projects/"), name: "Spy" }],
    ["POST", "/test-calls", { scenario_id: theirs("scenarios/"), to: "+99900000000" }],
    ["PUT", `/admin/managers/${own("admin/users/")}`, { project_ids: [theirs("projects/")] }],
    ["PUT", `/projects/${own("projects/")}/members/${theirs("admin/users/")}`, { role: "viewer" }],
    ["POST", "/admin/users", { email: "spy@example.test", name: "Spy", roles: [], tenant_id: home.tenant.id }],
    ["GET", `/admin/users?tenant_id=${home.tenant.id}`, undefined],
    ["GET", `/admin/audit?tenant_id=${home.tenant.id}`, undefined],
    ["GET", `/admin/usage?tenant_id=${home.tenant.id}`, undefined],
  ];
}

/** The same, with ids that nobody has. */
function vanished(home: Furnished): Furnished {
  return {
    ...home,
    tenant: { ...home.tenant, id: randomUUID() },
    ids: home.ids.map(([path, name]) => [path, name, randomUUID()]),
  };
}

/** What an answer says, but for the request's own id and the ids that were asked for. */
function told({ status, body: { request_id: _, ...body } }: Answer, home: Furnished): [number, string] {
  const ids = [home.tenant.id, ...home.ids.map(([, , id]) => id)];
  return [status, ids.reduce((text, id) => text.replaceAll(id, "ID"), JSON.stringify(body))];
}

/** Filters of lists that name another tenant's things: not there, or an empty list. */
function filters(home: Furnished): string[] {
  const theirs = (path: string) => idOf(home, `/api/v1/${path}`, "id");
  return [
    `/callbots?project_id=${theirs("projects/")}`,
    `/scenarios?project_id=${theirs("projects/")}`,
    `/scenarios?callbot_id=${theirs("callbots/")}`,
    `/campaigns?project_id=${theirs("projects/")}`,
    `/campaigns?group_id=${theirs("campaign-groups/")}`,
    `/campaign-groups?project_id=${theirs("projects/")}`,
    `/calls?campaign_id=${theirs("campaigns/")}`,
    `/calls?scenario_id=${theirs("scenarios/")}`,
    `/webhook-deliveries?endpoint_id=${theirs("webhook-endpoints/")}`,
    `/admin/audit?resource_id=${theirs("projects/")}`,
    `/admin/login-history?user_id=${theirs("admin/users/")}`,
  ];
}

export const TENANCY: readonly Check[] = [
  {
    name: "every path with an id answers another tenant's ids like ids that do not exist, and changes nothing",
    async run(world: World) {
      const [home, guest] = await neighbours(world);
      const before = await inventory(home);
      const there = Object.values(before).map((seen) => (seen as [number])[0]);
      // A recording may not be there yet; everything else is, or 404 for the stranger would say nothing.
      ok(there.filter((status) => status === 404).length <= 1, JSON.stringify(before));
      const wrong: string[] = [];
      for (const operation of withId(guest.owner)) {
        const answer = await send(guest.owner, operation, (name) => idOf(home, operation.path, name));
        if (answer.status !== 404 || answer.body.code !== "NOT_FOUND") {
          wrong.push(`${nameOf(operation)}: ${answer.status} ${JSON.stringify(answer.body)}`);
        }
      }
      same(wrong, []);
      same(await inventory(home), before);
    },
  },
  {
    name: "another tenant's thing is not found beneath one's own either",
    async run(world: World) {
      const [home, guest] = await neighbours(world);
      const nested = withId(guest.owner).filter(({ path }) => /\{id\}.*\{(\w+_id)\}/.test(path));
      ok(nested.length > 5);
      for (const operation of nested) {
        const answer = await send(guest.owner, operation, (name) =>
          idOf(name === "id" ? guest : home, operation.path, name),
        );
        same([nameOf(operation), answer.status], [nameOf(operation), 404]);
      }
    },
  },
  {
    name: "another tenant's things cannot be named in a body or a query",
    async run(world: World) {
      const [home, guest] = await neighbours(world);
      const nowhere = vanished(home);
      const imagined = crossing(nowhere, guest);
      for (const [at, [method, path, body]] of crossing(home, guest).entries()) {
        const answer = await guest.owner.send(method, path, { body });
        const { status } = answer;
        ok([400, 404, 422].includes(status), `${method} ${path}: ${status} ${JSON.stringify(answer.body)}`);
        // What is another's must look exactly like what is not there.
        const [, other_path, other_body] = imagined[at]!;
        same(told(answer, home), told(await guest.owner.send(method, other_path, { body: other_body }), nowhere));
      }
      for (const path of filters(home)) {
        const { status, body } = await guest.owner.get(path);
        if (status === 404) continue;
        is(status, 200, path);
        same([path, body.items], [path, []]);
      }
      for (const { path } of operations(guest.owner).filter(({ method, path }) => method === "GET" && isList(path))) {
        const { status, body } = await guest.owner.get(path.slice("/api/v1".length));
        is(status, 200, path);
        ok(!JSON.stringify(body).includes(home.tenant.id), `${path} shows the other tenant`);
      }
    },
  },
  {
    name: "the ids of the walk are real: their owner, who does the same last, is never told that there is no such thing",
    async run(world: World) {
      const [home] = await neighbours(world);
      const all = withId(home.owner).sort((a, b) => depth(b) - depth(a));
      const wrong: string[] = [];
      for (const operation of [...all.filter(isNoDelete), ...all.filter((one) => !isNoDelete(one))]) {
        // An empty list would take away the manager who is deleted afterwards.
        if (nameOf(operation) === "PUT /api/v1/admin/managers/{id}") continue;
        const answer = await send(home.owner, operation, (name) => idOf(home, operation.path, name));
        const { status } = answer;
        const may_lack = operation.path.endsWith("/recording");
        if ([400, 405, 415].includes(status) || (status === 404 && !may_lack)) {
          wrong.push(`${nameOf(operation)}: ${status} ${JSON.stringify(answer.body)}`);
        }
      }
      same(wrong, []);
    },
  },
];

const LISTS = [
  "admin/tenants",
  "admin/users",
  "admin/managers",
  "projects",
  "callbots",
  "scenarios",
  "campaigns",
  "calls",
];
const isList = (path: string) => LISTS.some((name) => path === `/api/v1/${name}`);
const isNoDelete = ({ method }: Operation) => method !== "DELETE";
const depth = ({ path }: Operation) => path.split("/").length;
