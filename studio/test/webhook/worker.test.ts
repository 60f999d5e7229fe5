import { Webhook } from "standardwebhooks";
import { replaceSecret } from "../../src/webhook/endpoint_store";
import { enqueue } from "../../src/webhook/outbox";
import { claim, sweep } from "../../src/webhook/queue";
import { sealSecret } from "../../src/webhook/secrets";
import { newSecret } from "../../src/webhook/signature";
import type { DeliveryWorker } from "../../src/webhook/worker";
import { type Answer, type Consumer, consumer, hang, hugeBody, ok, slowDrip, status, until } from "./consumers";
import { addEndpoint, callFinished, messagesOf, type TestDatabase, testDatabase, testWorker } from "./database";

let where: TestDatabase;
let tenant: string;
const workers: DeliveryWorker[] = [];
const consumers: Consumer[] = [];

beforeAll(async () => {
  where = await testDatabase();
  tenant = where.tenants[0];
}, 60_000);
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(consumers.splice(0).map((one) => one.close()));
  await where.db.asSystem((tx) => tx.query("DELETE FROM webhook_endpoints"));
}, 30_000);
afterAll(() => where.close());

async function listen(answer: Answer): Promise<Consumer> {
  const one = await consumer(answer);
  consumers.push(one);
  return one;
}

async function work(options: Parameters<typeof testWorker>[1] = {}): Promise<DeliveryWorker> {
  const worker = testWorker(where, options);
  workers.push(worker);
  await worker.start();
  return worker;
}

const tell = (count = 1) =>
  where.db.asTenant(tenant, (tx) =>
    enqueue(
      tx,
      tenant,
      Array.from({ length: count }, () => callFinished()),
    ),
  );
const messages = (endpoint_id: string) => where.db.asTenant(tenant, (tx) => messagesOf(tx, endpoint_id));
const states = async (endpoint_id: string) => (await messages(endpoint_id)).map(({ state }) => state);
const attempts = (endpoint_id: string) =>
  where.db.asTenant(tenant, (tx) =>
    tx.query<{
      number: number;
      status: number | null;
      error_code: string | null;
      error: string | null;
      response_snippet: string | null;
    }>(
      "SELECT number, status, error_code, error, response_snippet FROM webhook_attempts WHERE endpoint_id = $1 ORDER BY id",
      [endpoint_id],
    ),
  );
const endpoint = async (id: string) =>
  (
    await where.db.asTenant(tenant, (tx) =>
      tx.query<{ enabled: boolean; disabled_because: string | null; consecutive_failures: number }>(
        "SELECT enabled, disabled_because, consecutive_failures FROM webhook_endpoints WHERE id = $1",
        [id],
      ),
    )
  )[0]!;
/** As if the wait for the next attempt were over. */
const dueNow = () =>
  where.db.asSystem((tx) =>
    tx.query("UPDATE webhook_messages SET next_attempt_at = now() WHERE state = 'pending' AND lease_token IS NULL"),
  );

test("a message arrives, verifies with the reference library, and its attempt is in the log", async () => {
  const receiver = await listen((response) => void response.writeHead(200).end("thank you"));
  const { id, secret } = await addEndpoint(where, tenant, receiver.url);
  await work();
  await tell();
  await until("delivered", async () => (await states(id))[0] === "delivered");
  const [got] = receiver.received;
  const payload = new Webhook(secret).verify(got!.body, got!.headers) as { type: string };
  expect(payload.type).toBe("call.finished");
  expect(got!.headers).toMatchObject({ "content-type": "application/json", "webhook-id": (await messages(id))[0]!.id });
  expect(await attempts(id)).toEqual([
    { number: 1, status: 200, error_code: null, error: null, response_snippet: "thank you" },
  ]);
});

test("a failed message comes again with the same id and body, a new instant, and a signature for it", async () => {
  const receiver = await listen((response, _request, nth) => void response.writeHead(nth < 3 ? 500 : 204).end());
  const { id, secret } = await addEndpoint(where, tenant, receiver.url);
  await work();
  await tell();
  for (const nth of [1, 2]) {
    await until(`attempt ${nth}`, async () => (await messages(id))[0]!.attempts === nth);
    expect((await states(id))[0]).toBe("pending");
    await dueNow();
  }
  await until("delivered", async () => (await states(id))[0] === "delivered");
  expect(new Set(receiver.received.map(({ webhook_id }) => webhook_id)).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  for (const { body, headers } of receiver.received)
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  expect((await attempts(id)).map(({ number, status: code }) => [number, code])).toEqual([
    [1, 500],
    [2, 500],
    [3, 204],
  ]);
  expect((await endpoint(id)).consecutive_failures).toBe(0);
});

test("after ten attempts a message has failed, and is left alone", async () => {
  const receiver = await listen(status(503));
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await work();
  await tell();
  await until("ten attempts", async () => {
    await dueNow();
    return (await states(id))[0] === "failed";
  });
  await dueNow();
  expect(receiver.received).toHaveLength(10);
  expect((await endpoint(id)).enabled).toBe(true);
});

test("Retry-After moves the next attempt", async () => {
  const receiver = await listen(status(429, { "retry-after": "3600" }));
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await work();
  await tell();
  await until("tried", async () => (await messages(id))[0]!.attempts === 1);
  const wait_s = (new Date((await messages(id))[0]!.next_attempt_at).getTime() - Date.now()) / 1000;
  expect(wait_s).toBeGreaterThan(3_500);
  expect(wait_s).toBeLessThanOrEqual(3_600);
});

test("410 disables the endpoint; what else was to be sent to it stays", async () => {
  const receiver = await listen(status(410));
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await tell(1);
  await work();
  await until("disabled", async () => !(await endpoint(id)).enabled);
  expect((await endpoint(id)).disabled_because).toBe("gone");
  await tell(1);
  expect(await states(id)).toEqual(["failed"]);
});

test("a redirect is a failure and is not followed, least of all to an address inside", async () => {
  const inside = await listen(ok);
  const receiver = await listen(status(302, { location: inside.url }));
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await work();
  await tell();
  await until("tried", async () => (await attempts(id)).length === 1);
  expect((await attempts(id))[0]).toMatchObject({ status: 302, error: "the endpoint answered 302" });
  expect((await states(id))[0]).toBe("pending");
  expect(inside.received).toEqual([]);
});

test("an address inside is never connected to, and the log says why without naming it", async () => {
  const { id } = await addEndpoint(where, tenant, "http://169.254.169.254/latest/meta-data");
  await work();
  await tell();
  await until("tried", async () => (await attempts(id)).length === 1);
  expect((await attempts(id))[0]).toMatchObject({ status: null, error_code: "ADDRESS_REFUSED" });
});

test("silence is given up after the time that an attempt has", async () => {
  const receiver = await listen(hang);
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await work({ timeout_ms: 200 });
  await tell();
  await until("tried", async () => (await attempts(id)).length === 1);
  expect((await attempts(id))[0]).toMatchObject({
    status: null,
    error_code: "TIMEOUT",
    error: "no answer within 0.2 s",
  });
});

test("a huge or slow body does no harm once the status is there; a kilobyte of it is kept", async () => {
  const huge = await listen(hugeBody);
  const slow = await listen(slowDrip);
  const binary = await listen((response) => void response.writeHead(200).end(Buffer.from([0, 0xff, 0x41])));
  const ids = [];
  for (const { url } of [huge, slow, binary]) ids.push((await addEndpoint(where, tenant, url)).id);
  await work();
  await tell();
  for (const id of ids) await until("delivered", async () => (await states(id))[0] === "delivered");
  expect((await attempts(ids[0]!))[0]!.response_snippet).toBe("x".repeat(1024));
  expect((await attempts(ids[2]!))[0]!.response_snippet).toBe("\uFFFD\uFFFDA");
}, 30_000);

test("hostile endpoints delay no other: all of the good one's messages arrive while each hostile one still has its first in hand", async () => {
  const hostile = [
    await listen(hang),
    await listen(slowDrip),
    await listen(hugeBody),
    await listen(status(500)),
    await listen(status(410)),
    await listen(status(307, { location: "http://10.0.0.1/" })),
  ];
  const good = await listen(ok);
  for (const { url } of hostile) await addEndpoint(where, tenant, url);
  const { id } = await addEndpoint(where, tenant, good.url);
  await tell(300);
  await work();
  await until("all of the good one's", async () => (await states(id)).every((state) => state === "delivered"));
  expect(new Set(good.received.map(({ webhook_id }) => webhook_id)).size).toBe(300);
  expect(hostile[0]!.load.now).toBeGreaterThan(0);
  expect(hostile[0]!.received.length).toBe(hostile[0]!.load.now);
}, 40_000);

test("no endpoint gets more than its share at once", async () => {
  const receiver = await listen((response) => void setTimeout(() => response.writeHead(204).end(), 10));
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await tell(200);
  await work();
  await until("all delivered", async () => (await states(id)).every((state) => state === "delivered"));
  expect(receiver.load.most).toBeLessThanOrEqual(16);
  expect(receiver.received).toHaveLength(200);
}, 30_000);

test("a worker that stops gives back what it has in hand, untried", async () => {
  const receiver = await listen(hang);
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await tell();
  const first = await work();
  await until("under way", () => receiver.received.length === 1);
  await first.stop();
  workers.length = 0;
  expect(await attempts(id)).toEqual([]);
  expect(await messages(id)).toMatchObject([{ state: "pending", attempts: 0 }]);
  await work();
  await until("taken up again", () => receiver.received.length === 2);
}, 30_000);

test("a message whose worker is gone is taken up when the lease has run out", async () => {
  const receiver = await listen(ok);
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await tell();
  const lost = await claim(where.db, {
    lease_token: "0195f0a0-0000-7000-8000-000000000001",
    lease_ms: 300,
    room: 10,
    failing_endpoints: 10,
    in_hand: new Map(),
  });
  expect(lost).toHaveLength(1);
  await work();
  await until("delivered", async () => (await states(id))[0] === "delivered");
  expect(receiver.received).toHaveLength(1);
});

test("a deleted endpoint's message that is under way harms nobody", async () => {
  const slow = await listen((response) => void setTimeout(() => response.writeHead(204).end(), 150));
  const good = await listen(ok);
  const gone = await addEndpoint(where, tenant, slow.url);
  const { id } = await addEndpoint(where, tenant, good.url);
  await tell();
  await work();
  await until("under way", () => slow.received.length === 1);
  await where.db.asTenant(tenant, (tx) => tx.query("DELETE FROM webhook_endpoints WHERE id = $1", [gone.id]));
  await until("delivered", async () => (await states(id))[0] === "delivered");
  await tell();
  await until("the next one too", async () => (await states(id)).every((state) => state === "delivered"));
});

test("while a secret is rotated both verify; when the overlap is over, only the new one", async () => {
  const receiver = await listen(ok);
  const { id, secret } = await addEndpoint(where, tenant, receiver.url);
  const fresh = newSecret();
  const rotate = (overlap_s: number) =>
    where.db.asTenant(tenant, (tx) =>
      replaceSecret(tx, id, {
        secret_sealed: sealSecret(where.secrets, id, "secret_sealed", fresh),
        previous_secret_sealed: sealSecret(where.secrets, id, "previous_secret_sealed", secret),
        overlap_s,
      }),
    );
  await rotate(3600);
  await work();
  await tell();
  await until("first", () => receiver.received.length === 1);
  await rotate(0);
  await tell();
  await until("second", () => receiver.received.length === 2);
  const [during, after] = receiver.received;
  for (const one of [secret, fresh]) expect(() => new Webhook(one).verify(during!.body, during!.headers)).not.toThrow();
  expect(() => new Webhook(fresh).verify(after!.body, after!.headers)).not.toThrow();
  expect(() => new Webhook(secret).verify(after!.body, after!.headers)).toThrow();
});

test("a secret that cannot be opened is a failed attempt, not a crash", async () => {
  const receiver = await listen(ok);
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await where.db.asSystem((tx) =>
    tx.query("UPDATE webhook_endpoints SET secret_sealed = 'v1.other.AAAA' WHERE id = $1", [id]),
  );
  await work();
  await tell();
  await until("tried", async () => (await attempts(id)).length === 1);
  expect((await attempts(id))[0]).toMatchObject({ status: null, error_code: "SECRET_UNREADABLE" });
  expect(receiver.received).toEqual([]);
});

test("the log is kept for its time", async () => {
  const receiver = await listen(ok);
  const { id } = await addEndpoint(where, tenant, receiver.url);
  await tell(3);
  await work();
  await until("delivered", async () => (await states(id)).every((state) => state === "delivered"));
  const [oldest] = await messages(id);
  await where.db.asSystem((tx) =>
    tx.query("UPDATE webhook_messages SET created_at = now() - interval '31 days' WHERE id = $1", [oldest!.id]),
  );
  expect(await sweep(where.db, 30, 100)).toBe(1);
  expect(await messages(id)).toHaveLength(2);
  expect(await attempts(id)).toHaveLength(2);
});
