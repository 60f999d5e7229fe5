/** Live events of calls that another process carries, and sockets that move from one process to the next. */
import { PEOPLE, placeTestCall } from "../blackbox/checks/calling";
import { readyCampaign } from "../harness/campaign";
import type { Client } from "../harness/client";
import { type LiveClient, openLive } from "../harness/live";
import { type Cluster, startCluster } from "../harness/postgres";
import { type RunningStudio, startStudio } from "../harness/running_studio";
import { type Tenant, World } from "../harness/world";

jest.setTimeout(60_000);

let cluster: Cluster;
let first: RunningStudio;
let second: RunningStudio;
let carrier: RunningStudio;
let tenant: Tenant;
let client: Client;
let scenario_id: string;
const opened: LiveClient[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  const database_url = await cluster.createDatabase("live");
  first = await startStudio({ database_url, flags: ["--run", "api"] });
  [second, carrier] = await Promise.all([
    startStudio({ database_url, flags: ["--run", "api"] }),
    startStudio({ database_url, flags: ["--run", "workers"] }),
  ]);
  tenant = await (await World.of(first)).tenant();
  client = tenant.admin.client;
  ({ scenario_id } = await readyCampaign(client));
}, 120_000);
afterAll(async () => {
  for (const { ws } of opened) ws.terminate();
  await Promise.all([first, second, carrier].map((studio) => studio?.stop()));
  await cluster?.stop();
}, 60_000);

async function open(studio: RunningStudio, token: string, cursor?: string): Promise<LiveClient> {
  const live = await openLive(studio.base, token, cursor);
  opened.push(live);
  return live;
}

const ended = (count: number) => (events: readonly { type: string }[]) =>
  events.filter(({ type }) => type === "call.ended").length >= count;

test("a call that a third process carries is told by both, the same events in the same order", async () => {
  const [here, there] = [await open(first, client.token!), await open(second, client.token!)];
  await placeTestCall(client, scenario_id, PEOPLE.polite);
  const events = await here.until("the end of the call", ended(1));
  expect(events[0].type).toBe("call.dialing");
  expect(await there.until("the same", (seen) => seen.length >= events.length)).toEqual(events);
});

test("what ends a session in one process closes its sockets in the other", async () => {
  const [leaver, fired] = [await tenant.person("STUDIO_MONITORING"), await tenant.person("STUDIO_PROJECT")];
  const [left, off] = [await open(second, leaver.client.token!), await open(second, fired.client.token!)];
  await leaver.client.expect(204, "POST", "/auth/logout");
  await client.expect(200, "PATCH", `/admin/users/${fired.id}`, { disabled: true });
  expect(await left.closed()).toEqual({ code: 4401, reason: "TOKEN_REVOKED" });
  expect(await off.closed()).toEqual({ code: 4403, reason: "ACCOUNT_DISABLED" });
});

test("when the process of a socket stops, the other goes on from its cursor without a gap", async () => {
  const live = await open(second, client.token!);
  await placeTestCall(client, scenario_id, PEOPLE.polite);
  const before = await live.until("the first call", ended(1));
  expect(await second.stop()).toBe(0);
  expect(await live.closed()).toEqual({ code: 1001, reason: "SHUTTING_DOWN" });
  const meanwhile = await placeTestCall(client, scenario_id, PEOPLE.never_answers);
  const again = await open(first, client.token!, before.at(-1).cursor);
  expect(again.ready.complete).toBe(true);
  const rest = await again.until("the call meanwhile", ended(1));
  expect([...new Set(rest.map(({ data }) => data.call_id))]).toEqual([meanwhile.id]);
  expect(rest.map(({ type }) => type)).toEqual(["call.dialing", "call.ended"]);
});
