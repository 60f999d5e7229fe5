import { v7 as uuid } from "uuid";
import { enqueue } from "../../src/webhook/outbox";
import { addEndpoint, callFinished, messagesOf, type TestDatabase, testDatabase } from "./database";

let where: TestDatabase;
beforeAll(async () => {
  where = await testDatabase();
}, 60_000);
afterAll(() => where.close());

const URL_ = "https://example.org/hook";

test("a fact and its message are written together or not at all", async () => {
  const [tenant] = where.tenants;
  const { id } = await addEndpoint(where, tenant, URL_);
  const undone = where.db.asTenant(tenant, async (tx) => {
    await enqueue(tx, tenant, [callFinished()]);
    throw new Error("the call could not be stored");
  });
  await expect(undone).rejects.toThrow("the call could not be stored");
  expect(await where.db.asTenant(tenant, (tx) => messagesOf(tx, id))).toEqual([]);
  const event = callFinished();
  await where.db.asTenant(tenant, (tx) => enqueue(tx, tenant, [event]));
  const [message, ...more] = await where.db.asTenant(tenant, (tx) => messagesOf(tx, id));
  expect(more).toEqual([]);
  expect(message).toMatchObject({ state: "pending", attempts: 0, type: "call.finished" });
  expect(JSON.parse(message!.payload)).toEqual({
    type: "call.finished",
    timestamp: "2026-03-01T10:00:00.000Z",
    data: event.data,
  });
});

test("each enabled endpoint of the tenant that asked for the type gets a message of its own, and nobody else", async () => {
  const [tenant, other] = where.tenants;
  const calls = await addEndpoint(where, tenant, URL_, ["call.finished"]);
  const campaigns = await addEndpoint(where, tenant, URL_, ["campaign.finished"]);
  const off = await addEndpoint(where, tenant, URL_);
  const foreign = await addEndpoint(where, other, URL_);
  await where.db.asTenant(tenant, (tx) =>
    tx.query("UPDATE webhook_endpoints SET enabled = false, disabled_because = 'user' WHERE id = $1", [off.id]),
  );
  // In the system's scope, as the dialer writes: the tenant is the one that was named, not all of them.
  await where.db.asSystem((tx) => enqueue(tx, tenant, [callFinished("+1"), callFinished("+2")]));
  const got = async (id: string) => (await where.db.asSystem((tx) => messagesOf(tx, id))).length;
  expect(await got(calls.id)).toBe(2);
  expect(await got(campaigns.id)).toBe(0);
  expect(await got(off.id)).toBe(0);
  expect(await got(foreign.id)).toBe(0);
});

test("a tenant without endpoints pays one short query", async () => {
  const tenant = uuid();
  await where.db.asSystem((tx) => tx.query("INSERT INTO tenants (id, name) VALUES ($1, $2)", [tenant, tenant]));
  const asked: string[] = [];
  const written = await where.db.asTenant(tenant, (tx) =>
    enqueue(
      {
        query: (sql, params) => {
          asked.push(sql);
          return tx.query(sql, params);
        },
      },
      tenant,
      [callFinished()],
    ),
  );
  expect(written).toBe(0);
  expect(asked).toHaveLength(1);
});
