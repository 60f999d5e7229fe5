import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { Webhook } from "standardwebhooks";
import { contactsCsv, finished, readyCampaign, uploadCsv } from "../../harness/campaign";
import type { World } from "../../harness/world";
import { consumer, ok as taken, until } from "../../webhook/consumers";
import type { Check } from "../check";
import type { Item } from "../item";
import { PEOPLE, placeTestCall } from "./calling";
import { callbotOf } from "./scenario_place";

/** What a payload must look like by the served document. */
async function documented(world: World): Promise<(payload: Item) => boolean> {
  const { webhooks } = (await world.open.get("/openapi.json")).body;
  const ajv = addFormats(new Ajv({ strict: false }));
  return ({ type, ...rest }) => {
    const { schema } = webhooks[type].post.requestBody.content["application/json"];
    if (ajv.validate(schema, { type, ...rest })) return true;
    throw new Error(`${type}: ${ajv.errorsText()}`);
  };
}

const INTENTS = {
  wants_visit: ["I want to book a visit", "book an appointment for me please", "can I come and see you"],
  wants_price: ["how much does it cost", "tell me the price please", "what would I have to pay"],
};

const QUESTION = {
  format: "v2",
  language: "en",
  start: "ask",
  variables: [],
  nodes: [
    {
      id: "ask",
      type: "ask",
      text: "What can I do for you?",
      listen: { mode: "speech", timeout_s: 5 },
      branches: [{ intent: "wants_visit", next: "visit" }],
      no_match: "other",
      no_input: "other",
    },
    { id: "visit", type: "hangup", text: "We will see you.", outcome: "visit" },
    { id: "other", type: "hangup", text: "Goodbye.", outcome: "other" },
  ],
};

export const WEBHOOKS_OF_CALLS: readonly Check[] = [
  {
    name: "what callers say is understood by the project's own library",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { project_id, callbot_id } = await callbotOf(client);
      for (const [name, utterances] of Object.entries(INTENTS)) {
        await client.expect(201, "POST", `/projects/${project_id}/libraries/intents`, {
          name,
          language: "en",
          utterances,
        });
      }
      const scenario = await client.expect(201, "POST", "/scenarios", {
        callbot_id,
        name: "Question",
        definition: QUESTION,
      });
      await client.expect(200, "POST", `/scenarios/${scenario.id}/publish`, {});
      const call = await placeTestCall(client, scenario.id, PEOPLE.polite);
      is(call.disposition, "visit");
      const { entries } = (await client.get(`/calls/${call.id}/transcript`)).body;
      const heard = entries.find((entry: Item) => entry.kind === "heard");
      is(heard.intent, "wants_visit");
      ok(heard.confidence > 0.5 && heard.confidence <= 1);
    },
  },
  {
    name: "a campaign's calls and its end are told, each once and as the document says",
    async run(world) {
      const fits = await documented(world);
      const receiver = await consumer(taken);
      try {
        const { client } = (await world.tenant()).admin;
        const { secret } = await client.expect(201, "POST", "/webhook-endpoints", { url: receiver.url });
        const campaign = await readyCampaign(client);
        await uploadCsv(client, campaign.id, contactsCsv(5));
        await client.expect(200, "POST", `/campaigns/${campaign.id}/start`);
        await finished(client, campaign.id);
        const verifier = new Webhook(secret);
        const told = () =>
          new Map(receiver.received.map((one) => [one.webhook_id, verifier.verify(one.body, one.headers) as Item]));
        await until("the end of the campaign is told", () =>
          [...told().values()].some(({ type }) => type === "campaign.finished"),
        );
        await until("five calls are told", () => told().size === 6);
        const events = [...told().values()];
        ok(events.every(fits));
        const calls = events.filter(({ type }) => type === "call.finished").map(({ data }) => data);
        same(
          calls.map(({ number }) => number).sort(),
          [0, 1, 2, 3, 4].map((i) => `+4930${1_000_000 + i}`),
        );
        ok(
          calls.every(({ campaign_id, attempt, is_test }) => campaign_id === campaign.id && attempt === 1 && !is_test),
        );
        const list = (await client.get(`/calls?campaign_id=${campaign.id}`)).body.items;
        same(
          new Map(list.map((call: Item) => [call.id, call.outcome])),
          new Map(calls.map((call) => [call.call_id, call.outcome])),
        );
        const [end] = events.filter(({ type }) => type === "campaign.finished");
        same([end.data.campaign_id, end.data.reason, end.data.contacts.total], [campaign.id, "completed", 5]);
        const deliveries = (await client.get("/webhook-deliveries?type=campaign.finished")).body.items;
        is(deliveries.length, 1);
      } finally {
        await receiver.close();
      }
    },
  },
];
