import { strictEqual as is, ok, rejects, deepStrictEqual as same } from "node:assert";
import { request } from "node:http";
import { contactsCsv, readyCampaign, uploadCsv } from "../../harness/campaign";
import { type LiveClient, openLive, openSocket } from "../../harness/live";
import type { World } from "../../harness/world";
import type { Check } from "../check";
import type { Item } from "../item";
import { PEOPLE, placeTestCall } from "./calling";

const ended = (count: number) => (events: readonly Item[]) =>
  events.filter(({ type }) => type === "call.ended").length === count;

/** Opens sockets for one story and closes them whatever comes of it. */
async function withSockets(
  world: World,
  work: (open: (token: string, cursor?: string) => Promise<LiveClient>) => Promise<void>,
) {
  const opened: LiveClient[] = [];
  try {
    await work(async (token, cursor) => {
      const client = await openLive(world.studio.base, token, cursor);
      opened.push(client);
      return client;
    });
  } finally {
    for (const { ws } of opened) ws.terminate();
  }
}

export const LIVE: readonly Check[] = [
  {
    name: "calls are followed as they happen, and after a break from where one left off",
    run: (world) =>
      withSockets(world, async (open) => {
        const { client } = (await world.tenant()).admin;
        const { scenario_id, project_id } = await readyCampaign(client);
        const live = await open(client.token!);
        is(live.ready.complete, true);
        const first = await placeTestCall(client, scenario_id, PEOPLE.polite);
        const second = await placeTestCall(client, scenario_id, PEOPLE.never_answers);
        const events = await live.until("both calls", ended(2));
        same([...new Set(events.map(({ data }) => data.project_id))], [project_id]);
        const of = (id: string) => events.filter(({ data }) => data.call_id === id);
        is(of(first.id)[0].type, "call.dialing");
        is(of(first.id)[0].data.number, PEOPLE.polite);
        is(of(first.id).at(-1).type, "call.ended");
        is(of(first.id).at(-1).data.outcome, "answered");
        same(
          of(second.id).map(({ type, data }: Item) => [type, data.outcome]),
          [
            ["call.dialing", undefined],
            ["call.ended", "no_answer"],
          ],
        );
        // Every place in the stream is a place to come back to.
        for (const at of [0, 1, events.length - 2]) {
          const again = await open(client.token!, events[at].cursor);
          is(again.ready.complete, true);
          same(await again.until("the rest", (rest) => rest.length >= events.length - at - 1), events.slice(at + 1));
        }
        const fresh = await open(client.token!, live.ready.cursor);
        same(await fresh.until("everything", (all) => all.length >= events.length), events);
      }),
  },
  {
    name: "campaigns tell when they start, pause and finish",
    run: (world) =>
      withSockets(world, async (open) => {
        const { client } = (await world.tenant()).admin;
        const campaign = await readyCampaign(client, { calls_per_minute: 1 });
        await uploadCsv(client, campaign.id, contactsCsv(9));
        const live = await open(client.token!);
        for (const step of ["start", "pause", "finish"]) {
          await client.expect(200, "POST", `/campaigns/${campaign.id}/${step}`);
        }
        const steps = (all: readonly Item[]) => all.filter(({ type }) => type.startsWith("campaign."));
        const events = steps(await live.until("the end", (all) => steps(all).length === 3));
        same(
          events.map(({ type, data }) => [type, data.campaign_id]),
          ["started", "paused", "finished"].map((what) => [`campaign.${what}`, campaign.id]),
        );
      }),
  },
  {
    name: "who only watches sees own projects, and neither numbers nor keys",
    run: (world) =>
      withSockets(world, async (open) => {
        const tenant = await world.tenant();
        const { client } = tenant.admin;
        const { scenario_id, project_id } = await readyCampaign(client);
        const other = await readyCampaign(client);
        const watcher = await tenant.person("STUDIO_MONITORING");
        const builder = await tenant.person("STUDIO_PROJECT");
        const stranger = (await world.tenant()).admin;
        for (const { id } of [watcher, builder]) {
          await client.expect(200, "PUT", `/projects/${project_id}/members/${id}`, { role: "viewer" });
        }
        const [watched, built, elsewhere, all] = await Promise.all(
          [watcher.client, builder.client, stranger.client, client].map(({ token }) => open(token!)),
        );
        await placeTestCall(client, other.scenario_id, PEOPLE.polite);
        // On a clock of its own, so that its events are stored while it lasts.
        await placeTestCall(client, scenario_id, PEOPLE.polite, { simulation: { speed: 20, seed: "story" } });
        await all!.until("both calls", ended(2));
        const whole = await built!.until("the own call", ended(1));
        const masked = await watched!.until("the own call", ended(1));
        same([...new Set(whole.map(({ data }) => data.project_id))], [project_id]);
        is(masked.length, whole.length);
        is(masked[0].data.number, "+99*******00");
        ok(!JSON.stringify(masked).includes(PEOPLE.polite));
        const keys = (events: Item[]) =>
          events.filter(({ data }) => data.kind === "digits").map(({ data }) => data.text);
        ok(keys(whole).length > 0);
        same(
          keys(masked),
          keys(whole).map((text: string) => "•".repeat(text.length)),
        );
        same(elsewhere!.events, []);

        // A membership that ends, and one that begins, count for sockets that are open.
        await client.expect(204, "DELETE", `/projects/${project_id}/members/${watcher.id}`);
        await client.expect(200, "PUT", `/projects/${other.project_id}/members/${watcher.id}`, { role: "viewer" });
        const seen = () => new Set(watched!.events.map(({ data }) => data.project_id));
        for (let i = 0; i < 100 && !seen().has(other.project_id); i++) {
          await placeTestCall(client, other.scenario_id, PEOPLE.never_answers);
        }
        ok(seen().has(other.project_id));
        const before = watched!.events.length;
        await placeTestCall(client, scenario_id, PEOPLE.never_answers);
        const { id } = await placeTestCall(client, other.scenario_id, PEOPLE.never_answers);
        const after = await watched!.until("the last call", (events) =>
          events.some(({ type, data }) => type === "call.ended" && data.call_id === id),
        );
        same([...new Set(after.slice(before).map(({ data }) => data.project_id))], [other.project_id]);
      }),
  },
  {
    name: "a socket that ends says why",
    run: (world) =>
      withSockets(world, async (open) => {
        const tenant = await world.tenant();
        const { client } = tenant.admin;
        const { base } = world.studio;
        const token = client.token!;
        const told = async (message: string | Buffer) => {
          const { ws, closed } = await openSocket(base);
          ws.send(message);
          return closed;
        };
        const login = (more: object) => JSON.stringify({ type: "authenticate", token, ...more });
        same(await told("hello"), { code: 4400, reason: "VALIDATION_FAILED" });
        same(await told(login({ more: 1 })), { code: 4400, reason: "VALIDATION_FAILED" });
        same(await told(Buffer.from(login({}))), { code: 4400, reason: "VALIDATION_FAILED" });
        same(await told(login({ token: "no.such.token" })), { code: 4401, reason: "TOKEN_INVALID" });
        same(await told(login({ cursor: "never given" })), { code: 4400, reason: "CURSOR_INVALID" });
        const beyond = Buffer.from("999999999999999.1.1").toString("base64url");
        same(await told(login({ cursor: beyond })), { code: 4400, reason: "CURSOR_INVALID" });
        same((await told(" ".repeat(20_000))).code, 1009);
        const talkative = await open(token);
        talkative.ws.send("more");
        is((await talkative.closed()).code, 4400);

        const [leaver, loser, disabled] = await Promise.all([
          tenant.person("STUDIO_MONITORING"),
          tenant.person("STUDIO_MONITORING"),
          tenant.person("STUDIO_PROJECT"),
        ]);
        const [left, lost, off] = await Promise.all(
          [leaver, loser, disabled].map((person) => open(person.client.token!)),
        );
        await leaver.client.expect(204, "POST", "/auth/logout");
        await client.expect(200, "PATCH", `/admin/users/${loser.id}`, { roles: [] });
        await client.expect(200, "PATCH", `/admin/users/${disabled.id}`, { disabled: true });
        same(await left!.closed(), { code: 4401, reason: "TOKEN_REVOKED" });
        same(await lost!.closed(), { code: 4403, reason: "FORBIDDEN" });
        same(await off!.closed(), { code: 4403, reason: "ACCOUNT_DISABLED" });
      }),
  },
  {
    name: "what is no WebSocket is answered as any other request",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const plain = await client.get("/monitoring/live");
      same([plain.status, plain.body.code, plain.headers.get("upgrade")], [426, "UPGRADE_REQUIRED", "websocket"]);
      is((await world.open.get("/monitoring/live")).status, 401);
      // A token in the URL is no token.
      is((await world.open.get(`/monitoring/live?token=${client.token}`)).status, 401);
      const { ws, closed } = await openSocket(world.studio.base, `/monitoring/live?token=${client.token}`);
      ws.send("{}");
      is((await closed).code, 4400);
      await rejects(openSocket(world.studio.base, "/monitoring/dead"), /404/);
      // As Java's client begins: it offers HTTP/2, and takes an answer in HTTP/1.1.
      const offer = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAEAAEAAAAIAAAAB" };
      const headers = { ...offer, authorization: `Bearer ${client.token}`, "content-type": "application/json" };
      same(await answerTo(world, "GET", "/projects", headers), { status: 200, body: { items: [], next_cursor: null } });
      const made = await answerTo(world, "POST", "/projects", headers, {
        name: "Offered",
        description: "x".repeat(1500),
      });
      same([made.status, made.body.name], [201, "Offered"]);
    },
  },
];

function answerTo(world: World, method: string, path: string, headers: Record<string, string>, body?: object) {
  return new Promise<{ status: number | undefined; body: Item }>((done, refuse) => {
    const sent = request(`${world.studio.base}${path}`, { method, headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => done({ status: response.statusCode, body: JSON.parse(text) }));
    });
    sent.once("error", refuse);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
