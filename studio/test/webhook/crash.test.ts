/** Two processes deliver from one outbox, and one of them is killed without warning, again and again. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { enqueue } from "../../src/webhook/outbox";
import { type Consumer, consumer, until } from "./consumers";
import { addEndpoint, callFinished, messagesOf, type TestDatabase, testDatabase } from "./database";

let where: TestDatabase;
let receiver: Consumer;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  where = await testDatabase();
  receiver = await consumer((response) => void setTimeout(() => response.writeHead(204).end(), 20));
}, 60_000);
afterAll(async () => {
  await Promise.all([...children].map(kill));
  await receiver.close();
  await where.close();
}, 30_000);

async function start(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--import", "tsx", join(__dirname, "worker_process.ts"), where.url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  await new Promise<void>((ready, failed) => {
    child.stdout!.once("data", () => ready());
    child.once("exit", (code) => failed(new Error(`the worker ended with ${code}`)));
  });
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGKILL");
  await ended;
}

test("every message arrives, none stays open, and the receiver can tell repetitions by their id", async () => {
  const [tenant] = where.tenants;
  const { id } = await addEndpoint(where, tenant, receiver.url);
  const total = 600;
  const [first] = await Promise.all([start(), start()]);
  let victim = first!;
  await where.db.asTenant(tenant, (tx) =>
    enqueue(
      tx,
      tenant,
      Array.from({ length: total }, () => callFinished()),
    ),
  );
  for (const share of [0.2, 0.4, 0.6]) {
    await until(`${share} of them`, () => receiver.received.length >= total * share);
    await kill(victim);
    victim = await start();
  }
  const messages = () => where.db.asTenant(tenant, (tx) => messagesOf(tx, id));
  await until("all delivered", async () => (await messages()).every(({ state }) => state === "delivered"), 40_000);
  const ids = receiver.received.map(({ webhook_id }) => webhook_id);
  expect(new Set(ids)).toEqual(new Set((await messages()).map((message) => message.id)));
  // What was in hand when a process died comes again, and no more than that: sixteen at most, three times.
  expect(ids.length - total).toBeLessThanOrEqual(3 * 16);
  expect(receiver.load.most).toBeLessThanOrEqual(2 * 16);
}, 90_000);
