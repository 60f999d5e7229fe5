import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../../harness/campaign";
import type { Client } from "../../harness/client";
import type { Check } from "../check";
import type { Item } from "../item";
import { PEOPLE, placeTestCall } from "./calling";

/** A question in a sub-flow, one with intents, and every way to leave them. */
const VERIFY = {
  format: "v2",
  language: "en",
  start: "greet",
  variables: [{ name: "pin", type: "string" }],
  nodes: [
    { id: "greet", type: "say", text: "Hello.", next: "check", position: { x: 10, y: 20 } },
    { id: "check", type: "subflow", flow: "verify", next: "blocked" },
    {
      id: "blocked",
      type: "condition",
      branches: [{ when: { variable: "pin", op: "==", value: "never" }, next: "never" }],
      otherwise: "ask",
    },
    {
      id: "ask",
      type: "ask",
      title: "The question",
      text: "Shall we come tomorrow?",
      listen: { mode: "speech", timeout_s: 5 },
      branches: [
        { intent: "agree", next: "bye" },
        { intent: "refuse", next: "sorry" },
      ],
      retries: 1,
      no_match: "sorry",
      no_input: "sorry",
    },
    { id: "bye", type: "hangup", text: "See you tomorrow.", outcome: "agreed" },
    { id: "sorry", type: "hangup", text: "A pity." },
    { id: "never", type: "hangup", text: "Nobody hears this." },
  ],
  flows: {
    verify: {
      start: "pin",
      nodes: [
        {
          id: "pin",
          type: "ask",
          text: "Your number, please.",
          listen: { mode: "dtmf", timeout_s: 5, max_digits: 4 },
          branches: [],
          store: "pin",
          next: "back",
          no_input: "back",
        },
        { id: "back", type: "return" },
      ],
    },
  },
};

const INTENTS = {
  agree: ["yes please", "that would be fine", "yes tomorrow is good", "gladly", "yes do come", "fine with me"],
  refuse: ["no thanks", "not tomorrow", "I do not want that", "rather not", "no never", "please do not come"],
};

async function readyVerify(client: Client) {
  const campaign = await readyCampaign(client);
  for (const [name, utterances] of Object.entries(INTENTS)) {
    const intent = { name, language: "en", utterances };
    await client.expect(201, "POST", `/projects/${campaign.project_id}/libraries/intents`, intent);
  }
  const versions = `/scenarios/${campaign.scenario_id}/versions`;
  const { version } = await client.expect(201, "POST", versions, { definition: VERIFY });
  await client.expect(200, "POST", `/scenarios/${campaign.scenario_id}/publish`, {});
  return { ...campaign, version };
}

const analysis = (client: Client, scenario_id: string, what: string): Promise<Item> =>
  client.expect(200, "GET", `/scenarios/${scenario_id}/analysis/${what}`);

/** What node-flow must say, counted here from the traces of the calls. */
function recount(traces: readonly Item[]) {
  const nodes: Record<string, number> = {};
  const edges: Record<string, number> = {};
  const ended: Record<string, number> = {};
  const add = (counts: Record<string, number>, key: unknown[]) => {
    const name = JSON.stringify(key);
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const { events } of traces) {
    let from: [string | null, string | null] = [null, null];
    for (const { kind, flow, node_id, detail } of events) {
      if (kind === "ended") add(ended, [flow, node_id, detail.outcome]);
      if (kind !== "node_entered") continue;
      is(detail.from_node_id, from[1]);
      add(nodes, [flow, node_id]);
      add(edges, [...from, flow, node_id, detail.via]);
      from = [flow, node_id];
    }
  }
  return { nodes, edges, ended };
}

function counted({ nodes, edges }: Item) {
  const some = (entries: [unknown[], number][]) =>
    Object.fromEntries(entries.filter(([, count]) => count > 0).map(([key, count]) => [JSON.stringify(key), count]));
  return {
    nodes: some(nodes.map((node: Item) => [[node.flow, node.node_id], node.visits])),
    edges: some(
      edges.map((edge: Item) => [[edge.from_flow, edge.from_node_id, edge.flow, edge.node_id, edge.via], edge.visits]),
    ),
    ended: some(
      nodes.flatMap((node: Item) =>
        Object.entries(node.ended).map(([outcome, count]) => [[node.flow, node.node_id, outcome], count]),
      ),
    ),
  };
}

/** Whatever was entered was left, or is where a call is or ended. */
function conserves({ nodes, edges, calls }: Item) {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  let entered = 0;
  for (const { flow, node_id, visits, active, ended } of nodes as Item[]) {
    const into = edges.filter((edge: Item) => edge.flow === flow && edge.node_id === node_id);
    const out = edges.filter((edge: Item) => edge.from_flow === flow && edge.from_node_id === node_id);
    const stayed = active + sum(Object.values(ended));
    is(sum(into.map((edge: Item) => edge.visits)), visits);
    is(sum(out.map((edge: Item) => edge.visits)) + stayed, visits);
    entered += stayed;
  }
  is(entered, calls.entered);
}

export const ANALYSIS: readonly Check[] = [
  {
    name: "what the analysis counts is what the traces of the calls say",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { scenario_id, id, version } = await readyVerify(client);
      await uploadCsv(client, id, contactsCsv(40));
      await client.expect(200, "POST", `/campaigns/${id}/start`);
      await finished(client, id);
      await placeTestCall(client, scenario_id, PEOPLE.polite);
      const flow = await analysis(client, scenario_id, "node-flow");
      is(flow.version, version);
      conserves(flow);
      const calls = (await client.expect(200, "GET", `/calls?scenario_id=${scenario_id}&limit=200`)).items;
      same([flow.calls.total, flow.calls.open], [calls.length, 0]);
      const traces = await Promise.all(
        calls.map((call: Item) => analysis(client, scenario_id, `node-trace?call_id=${call.id}`)),
      );
      ok(traces.every(({ complete }) => complete));
      same(counted(flow), recount(traces));
      is(flow.calls.entered, traces.filter(({ events }) => events.length > 0).length);

      const campaign = await analysis(client, scenario_id, `node-flow?campaign_id=${id}`);
      is(campaign.calls.total, calls.length - 1);
      const test = await analysis(client, scenario_id, "node-flow?kind=test");
      same(counted(test), recount(traces.filter(({ call_id }) => call_id === calls[0].id)));
      const none = await analysis(client, scenario_id, `node-flow?to=${encodeURIComponent(calls.at(-1).queued_at)}`);
      same([none.calls.total, none.nodes, none.edges], [0, [], []]);

      const graph = await analysis(client, scenario_id, "node-graph");
      same(counted(graph), counted(flow));
      const node = (node_id: string) => graph.nodes.find((one: Item) => one.node_id === node_id);
      same([node("never").visits, node("ask").title, node("pin").flow], [0, "The question", "verify"]);
      same(node("greet").position, { x: 10, y: 20 });
      const labels = graph.edges.flatMap((edge: Item) => (edge.label === null ? [] : [edge.label]));
      same(labels, ["agree", "refuse"]);

      const heard = traces.flatMap(({ events }) => events.filter((event: Item) => event.node_id === "ask"));
      const spoken = heard.filter(({ kind }: Item) => kind === "heard");
      const first = await analysis(client, scenario_id, "node-messages?node_id=ask&limit=7");
      const total = first.counts.reduce((sum: number, { count }: Item) => sum + count, 0);
      is(total, heard.filter(({ kind }: Item) => kind === "heard" || kind === "silence").length);
      const agreed = first.counts.find((one: Item) => one.intent === "agree" && one.decision === "intent");
      is(agreed.count, spoken.filter(({ detail }: Item) => detail.intent === "agree").length);
      const items = [...first.items];
      for (let next = first.next_cursor; next !== null; ) {
        const page = await analysis(client, scenario_id, `node-messages?node_id=ask&limit=7&cursor=${next}`);
        is(page.counts, undefined);
        items.push(...page.items);
        next = page.next_cursor;
      }
      is(items.length, total);
      is(new Set(items.map(({ call_id, seq }: Item) => `${call_id} ${seq}`)).size, total);
      is(
        first.texts.reduce((sum: number, { count }: Item) => sum + count, 0),
        spoken.length,
      );
    },
  },
  {
    name: "the analysis is right while calls are under way and after another version went live",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { scenario_id, id, version } = await readyVerify(client);
      await client.expect(200, "PATCH", `/campaigns/${id}`, { simulation: { speed: 40, seed: "slow" } });
      await uploadCsv(client, id, contactsCsv(12));
      await client.expect(200, "POST", `/campaigns/${id}/start`);
      let seen_active = false;
      let published = false;
      for (let state = "running"; state === "running"; ) {
        const flow = await analysis(client, scenario_id, `node-flow?version=${version}`);
        conserves(flow);
        seen_active ||= flow.nodes.some(({ active }: Item) => active > 0);
        if (flow.calls.open > 0 && !published) {
          published = true;
          const renamed = JSON.parse(JSON.stringify(VERIFY).replaceAll("greet", "welcome"));
          await client.expect(201, "POST", `/scenarios/${scenario_id}/versions`, { definition: renamed });
          await client.expect(200, "POST", `/scenarios/${scenario_id}/publish`, {});
        }
        await new Promise((done) => setTimeout(done, 50));
        state = (await client.expect(200, "GET", `/campaigns/${id}`)).state;
      }
      ok(published && seen_active);
      await placeTestCall(client, scenario_id, PEOPLE.polite);
      const [before, after] = [
        await analysis(client, scenario_id, `node-flow?version=${version}`),
        await analysis(client, scenario_id, "node-flow"),
      ];
      is(after.version, version + 1);
      const names = (flow: Item) => flow.nodes.map(({ node_id }: Item) => node_id);
      ok(names(before).includes("greet") && !names(before).includes("welcome"));
      ok(names(after).includes("welcome") && !names(after).includes("greet"));
      is(before.calls.total + after.calls.total, 13);
      await client.expect(409, "GET", `/scenarios/${scenario_id}/analysis/node-flow?version=99`);
    },
  },
  {
    name: "who only watches reads no keys, and nothing of projects of others",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const { scenario_id, project_id } = await readyVerify(client);
      const call = await placeTestCall(client, scenario_id, PEOPLE.polite);
      const watcher = await tenant.person("STUDIO_MONITORING");
      const paths = [
        "node-flow",
        "node-graph",
        `node-trace?call_id=${call.id}`,
        "node-messages?node_id=pin&flow=verify",
      ];
      const other = (await world.tenant()).admin;
      for (const path of [...paths, "nlu-evaluation"]) {
        await watcher.client.expect(404, "GET", `/scenarios/${scenario_id}/analysis/${path}`);
        await other.client.expect(404, "GET", `/scenarios/${scenario_id}/analysis/${path}`);
      }
      await client.expect(200, "PUT", `/projects/${project_id}/members/${watcher.id}`, { role: "viewer" });
      const { pin } = (await client.expect(200, "GET", `/calls/${call.id}`)).variables;
      ok(/^\d+$/.test(pin));
      const whole = await analysis(client, scenario_id, paths[3]!);
      same([whole.items[0].text, whole.texts[0].text, whole.items[0].decision], [pin, pin, "open"]);
      const masked = await analysis(watcher.client, scenario_id, paths[3]!);
      const dots = "•".repeat(pin.length);
      same([masked.items[0].text, masked.texts[0].text], [dots, dots]);
      const trace = await analysis(watcher.client, scenario_id, paths[2]!);
      ok(!JSON.stringify(trace).includes(`"${pin}"`));
      ok(JSON.stringify(await analysis(client, scenario_id, paths[2]!)).includes(`"${pin}"`));
      // A call of another scenario has no trace here.
      const elsewhere = await readyVerify(client);
      await client.expect(404, "GET", `/scenarios/${elsewhere.scenario_id}/analysis/${paths[2]}`);
    },
  },
  {
    name: "the intents of the library are tried on themselves, and on utterances whose meaning is known",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { scenario_id } = await readyVerify(client);
      await placeTestCall(client, scenario_id, PEOPLE.polite);
      const own = await analysis(client, scenario_id, "nlu-evaluation");
      is(own.library.utterances, 12);
      same(own.library.confusion.labels, ["agree", "refuse", null]);
      is(
        own.library.confusion.counts.flat().reduce((sum: number, count: number) => sum + count, 0),
        12,
      );
      ok(own.calls.length > 0 && own.calls[0].matcher === "builtin");
      const utterances = [
        { text: "yes please", intent: "agree" },
        { text: "no thanks", intent: "refuse" },
        { text: "bananas", intent: null },
      ];
      const path = `/scenarios/${scenario_id}/analysis/nlu-evaluation`;
      const given = await client.expect(200, "POST", path, { utterances });
      same([given.utterances, given.accuracy, given.mistakes], [3, 1, []]);
      same(given.confusion.counts, [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]);
      is((await client.post(path, { utterances: [] })).status, 400);
    },
  },
];
