import { strictEqual as is, match, ok, deepStrictEqual as same } from "node:assert";
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { Webhook } from "standardwebhooks";
import type { Client } from "../../harness/client";
import { type Consumer, consumer, status, until } from "../../webhook/consumers";
import type { Check } from "../check";
import type { Item } from "../item";

/** An endpoint for a receiver on this machine, with its secret. */
async function endpointFor(client: Client, receiver: Consumer, more: object = {}): Promise<Item> {
  return client.expect(201, "POST", "/webhook-endpoints", { url: receiver.url, ...more });
}

async function settled(client: Client, id: string): Promise<Item> {
  let delivery: Item;
  await until("the message is settled", async () => {
    delivery = (await client.get(`/webhook-deliveries/${id}`)).body;
    return delivery.state !== "pending";
  });
  return delivery;
}

async function withReceiver(answer: Parameters<typeof consumer>[0], work: (receiver: Consumer) => Promise<void>) {
  const receiver = await consumer(answer);
  try {
    await work(receiver);
  } finally {
    await receiver.close();
  }
}

const thanks = (response: { writeHead(code: number): { end(text: string): unknown } }) =>
  void response.writeHead(200).end("thank you");

export const WEBHOOKS: readonly Check[] = [
  {
    name: "an endpoint is made, read, changed under its ETag and deleted; its secret is shown once",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const made = await client.post("/webhook-endpoints", { url: "https://example.org/hook", description: "CRM" });
      is(made.status, 201);
      match(made.body.secret, /^whsec_/);
      same(made.body.event_types, ["call.finished", "campaign.finished"]);
      const path = `/webhook-endpoints/${made.body.id}`;
      const read = await client.get(path);
      is(read.body.secret, undefined);
      same((await client.get("/webhook-endpoints")).body.items, [read.body]);
      const etag = read.headers.get("etag")!;
      const changed = await client.patch(
        path,
        { enabled: false, event_types: ["call.finished"] },
        { headers: { "if-match": etag } },
      );
      same([changed.status, changed.body.enabled, changed.body.disabled_because], [200, false, "user"]);
      is(
        (await client.patch(path, { enabled: true }, { headers: { "if-match": etag } })).body.code,
        "PRECONDITION_FAILED",
      );
      is((await client.patch(path, { enabled: true })).body.disabled_because, null);
      const audit = (await client.get("/admin/audit")).body.items.map(({ action }: Item) => action);
      ok(audit.includes("webhook_endpoint.create") && audit.includes("webhook_endpoint.update"));
      is((await client.delete(path)).status, 204);
      is((await client.get(path)).status, 404);
    },
  },
  {
    name: "the repetition of a creation with an Idempotency-Key gets the same endpoint and the same secret",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const headers = { "idempotency-key": "one" };
      const [first, again] = [
        await client.post("/webhook-endpoints", { url: "https://example.org/" }, { headers }),
        await client.post("/webhook-endpoints", { url: "https://example.org/" }, { headers }),
      ];
      same(again.body, first.body);
      is((await client.get("/webhook-endpoints")).body.items.length, 1);
    },
  },
  {
    name: "a URL that leads inside, or is no https URL, is refused and named",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      for (const [url, message] of [
        ["http://example.org/", /https/],
        ["https://10.0.0.1/", /private/],
        ["https://[::1]/", /loopback/],
        ["https://169.254.169.254/latest", /link-local/],
        ["https://2130706434/", /loopback/],
        ["https://me:secret@example.org/", /user name/],
        ["example.org", /not a URL/],
      ] as const) {
        const answer = await client.post("/webhook-endpoints", { url });
        same([answer.status, answer.body.code, answer.body.findings[0].path], [400, "VALIDATION_FAILED", "/url"]);
        match(answer.body.findings[0].message, message);
        ok(!JSON.stringify(answer.body).includes("secret"));
      }
    },
  },
  {
    name: "an example arrives, verifies, and its one attempt is in both logs",
    run: (world) =>
      withReceiver(thanks, async (receiver) => {
        const { client } = (await world.tenant()).admin;
        const { id, secret } = await endpointFor(client, receiver);
        for (const type of ["call.finished", "campaign.finished"]) {
          const sent = await client.expect(202, "POST", `/webhook-endpoints/${id}/send-example`, { type });
          const delivery = await settled(client, sent.id);
          same([delivery.state, delivery.attempts, delivery.is_example], ["delivered", 1, true]);
          const got = receiver.received.find(({ webhook_id }) => webhook_id === sent.id)!;
          same(new Webhook(secret).verify(got.body, got.headers), delivery.payload);
          is(delivery.payload.type, type);
          const [attempt] = (await client.get(`/webhook-deliveries/${sent.id}/attempts`)).body.items;
          same([attempt.number, attempt.status, attempt.response_snippet], [1, 200, "thank you"]);
        }
        const attempts = (await client.get(`/webhook-endpoints/${id}/attempts?succeeded=true`)).body.items;
        is(attempts.length, 2);
        const { webhooks } = (await world.open.get("/openapi.json")).body;
        const schema = (type: string) => webhooks[type].post.requestBody.content["application/json"].schema;
        const ajv = addFormats(new Ajv({ strict: false }));
        for (const { body } of receiver.received) {
          const payload = JSON.parse(body);
          ok(ajv.validate(schema(payload.type), payload), ajv.errorsText());
        }
        const stats = (await client.get(`/webhook-endpoints/${id}/stats`)).body;
        same([stats.delivered, stats.failed, stats.pending, stats.attempts], [2, 0, 0, 2]);
        ok((await client.get(`/webhook-endpoints/${id}`)).body.last_success_at !== null);
      }),
  },
  {
    name: "an example that fails is not tried again by itself, but can be sent again",
    run: (world) =>
      withReceiver(
        (response, _request, nth) => void response.writeHead(nth === 1 ? 500 : 204).end("no"),
        async (receiver) => {
          const { client } = (await world.tenant()).admin;
          const { id } = await endpointFor(client, receiver);
          const sent = await client.expect(202, "POST", `/webhook-endpoints/${id}/send-example`, {
            type: "call.finished",
          });
          is((await settled(client, sent.id)).state, "failed");
          await client.expect(202, "POST", `/webhook-deliveries/${sent.id}/resend`);
          const delivery = await settled(client, sent.id);
          same([delivery.state, delivery.attempts], ["delivered", 2]);
          same([...new Set(receiver.received.map(({ webhook_id }) => webhook_id))], [sent.id]);
          const failed = (await client.get(`/webhook-endpoints/${id}/attempts?succeeded=false`)).body.items;
          same(
            failed.map((attempt: Item) => [attempt.status, attempt.error]),
            [[500, "the endpoint answered 500"]],
          );
          const list = (await client.get(`/webhook-deliveries?endpoint_id=${id}&state=delivered`)).body.items;
          same(
            list.map((item: Item) => item.id),
            [sent.id],
          );
          is((await client.get(`/webhook-deliveries?endpoint_id=${id}&state=failed`)).body.items.length, 0);
        },
      ),
  },
  {
    name: "410 disables the endpoint, and nothing can be sent to it until it is enabled again",
    run: (world) =>
      withReceiver(status(410), async (receiver) => {
        const { client } = (await world.tenant()).admin;
        const { id } = await endpointFor(client, receiver);
        const example = { type: "call.finished" };
        const sent = await client.expect(202, "POST", `/webhook-endpoints/${id}/send-example`, example);
        is((await settled(client, sent.id)).state, "failed");
        same((await client.get(`/webhook-endpoints/${id}`)).body.disabled_because, "gone");
        is(
          (await client.post(`/webhook-endpoints/${id}/send-example`, example)).body.code,
          "WEBHOOK_ENDPOINT_DISABLED",
        );
        is((await client.post(`/webhook-deliveries/${sent.id}/resend`)).body.code, "WEBHOOK_ENDPOINT_DISABLED");
        const enabled = (await client.patch(`/webhook-endpoints/${id}`, { enabled: true })).body;
        same([enabled.enabled, enabled.disabled_because, enabled.consecutive_failures], [true, null, 0]);
      }),
  },
  {
    name: "while a secret is rotated, both verify; with no overlap only the new one does",
    run: (world) =>
      withReceiver(thanks, async (receiver) => {
        const { client } = (await world.tenant()).admin;
        const { id, secret: first } = await endpointFor(client, receiver);
        const send = async () => {
          const sent = await client.expect(202, "POST", `/webhook-endpoints/${id}/send-example`, {
            type: "call.finished",
          });
          await settled(client, sent.id);
          return receiver.received.find(({ webhook_id }) => webhook_id === sent.id)!;
        };
        const rotated = await client.expect(200, "POST", `/webhook-endpoints/${id}/rotate-secret`, {});
        ok(new Date(rotated.previous_secret_until).getTime() > Date.now() + 80_000_000);
        const during = await send();
        for (const secret of [first, rotated.secret]) new Webhook(secret).verify(during.body, during.headers);
        const last = await client.expect(200, "POST", `/webhook-endpoints/${id}/rotate-secret`, { overlap_s: 0 });
        is(last.previous_secret_until, null);
        const after = await send();
        new Webhook(last.secret).verify(after.body, after.headers);
        for (const secret of [first, rotated.secret]) {
          let verified = true;
          try {
            new Webhook(secret).verify(after.body, after.headers);
          } catch {
            verified = false;
          }
          is(verified, false);
        }
      }),
  },
  {
    name: "webhooks are the administrators' business, and another tenant's do not exist",
    run: (world) =>
      withReceiver(thanks, async (receiver) => {
        const tenant = await world.tenant();
        const { client } = tenant.admin;
        const { id } = await endpointFor(client, receiver);
        const sent = await client.expect(202, "POST", `/webhook-endpoints/${id}/send-example`, {
          type: "call.finished",
        });
        await settled(client, sent.id);
        const other = (await world.tenant()).admin.client;
        for (const path of [
          `/webhook-endpoints/${id}`,
          `/webhook-endpoints/${id}/stats`,
          `/webhook-deliveries/${sent.id}`,
        ]) {
          is((await client.get(path)).status, 200);
          is((await other.get(path)).status, 404);
        }
        is((await other.post(`/webhook-deliveries/${sent.id}/resend`)).status, 404);
        is((await other.post(`/webhook-endpoints/${id}/rotate-secret`, {})).status, 404);
        same((await other.get("/webhook-deliveries")).body.items, []);
        const member = await tenant.person("STUDIO_PROJECT", "STUDIO_MONITORING");
        for (const path of ["/webhook-endpoints", "/webhook-deliveries"])
          is((await member.client.get(path)).status, 403);
      }),
  },
  {
    name: "a tenant cannot make endpoints without end",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      for (let i = 0; i < 20; i += 1)
        await client.expect(201, "POST", "/webhook-endpoints", { url: `https://example.org/${i}` });
      is((await client.post("/webhook-endpoints", { url: "https://example.org/" })).body.code, "LIMIT_REACHED");
      const page = (await client.get("/webhook-endpoints?limit=15")).body;
      const rest = (await client.get(`/webhook-endpoints?limit=15&cursor=${page.next_cursor}`)).body;
      same([page.items.length, rest.items.length, rest.next_cursor], [15, 5, null]);
    },
  },
];
