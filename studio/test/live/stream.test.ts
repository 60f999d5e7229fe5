import pg from "pg";
import { expire } from "../../src/housekeeping/expire";
import { decodePosition, encodePosition } from "../../src/live/position";
import { type LiveClient, openLive, openSocket } from "../harness/live";
import { type LiveHouse, liveHouse, numbered, numbersOf, upTo } from "./fixture";

jest.setTimeout(60_000);

let house: LiveHouse;
const opened: LiveClient[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  house = await liveHouse();
}, 60_000);
afterEach(async () => {
  for (const { ws } of opened.splice(0)) ws.terminate();
  for (const stop of stops.splice(0)) await stop();
  await house.db.asSystem((tx) => tx.query("DELETE FROM live_events"));
}, 30_000);
afterAll(() => house.close(), 30_000);

async function serve(limits: Parameters<LiveHouse["serve"]>[0] = {}) {
  const { base, stop } = await house.serve(limits);
  stops.push(stop);
  return {
    base,
    stop,
    open: async (cursor?: string) => {
      const client = await openLive(base, house.tenant_id, cursor);
      opened.push(client);
      return client;
    },
  };
}

const all = (count: number) => (events: readonly unknown[]) => events.length >= count;
const told = (from: number, count: number, bytes = 0) => house.emit(...numbered(house.project_id, from, count, bytes));

describe("the stream of live events", () => {
  test("who comes back with any cursor gets the rest, in order and once, also where the history is longer than memory", async () => {
    const { open } = await serve();
    const first = await open();
    for (let at = 0; at < 2_500; at += 500) await told(at, 500);
    const events = await first.until("all", all(2_500));
    expect(numbersOf(events)).toEqual(upTo(2_500));
    // Another process, which has none of it in memory.
    const other = await serve();
    for (const at of [0, 1, 499, 500, 1_234, 2_499]) {
      const again = await other.open(events[at].cursor);
      await told(2_500 + at, 1);
      const rest = await again.until("the rest", (seen) => numbersOf(seen as never).includes(2_500 + at));
      expect(numbersOf(rest).slice(0, 2_499 - at)).toEqual(upTo(2_500).slice(at + 1));
      expect(new Set(rest.map(({ cursor }) => cursor)).size).toBe(rest.length);
    }
  });

  test("events of any length arrive whole, whatever was sent between them", async () => {
    const { open } = await serve({ heartbeat_ms: 25 });
    const live = await open();
    const texts = [0, 1, 20, 125, 126, 60_000, 65_535, 65_536, 200_000].map((length) => "ä".repeat(length));
    for (const [n, text] of texts.entries()) {
      await house.emit({ type: "call.said", data: { project_id: house.project_id, n, text } });
      await live.until("it", all(n + 1));
    }
    expect(live.events.map(({ data }) => data.text.length)).toEqual(texts.map(({ length }) => length));
    expect(live.events.every(({ data }) => data.text === texts[data.n])).toBe(true);
  });

  test("what commits late comes in its place: nobody passes it by, and nobody sees what was rolled back", async () => {
    const { open } = await serve();
    const live = await open();
    const [early, never] = [new pg.Client(house.url), new pg.Client(house.url)];
    await Promise.all([early.connect(), never.connect()]);
    const insert = async (client: pg.Client, n: number) => {
      await client.query(`BEGIN; SET LOCAL ROLE studio_system`);
      await client.query("INSERT INTO live_events (tenant_id, type, data) VALUES ($1, 'call.said', $2)", [
        house.tenant_id,
        JSON.stringify({ project_id: house.project_id, n }),
      ]);
    };
    try {
      await insert(early, 0);
      await insert(never, 99);
      await told(1, 3);
      await new Promise((done) => setTimeout(done, 300));
      expect(live.events).toEqual([]);
      const joined = await open(live.ready.cursor);
      await never.query("ROLLBACK");
      await early.query("COMMIT");
      for (const client of [live, joined]) {
        expect(numbersOf(await client.until("all four", all(4)))).toEqual(upTo(4));
      }
    } finally {
      await Promise.all([early.end(), never.end()]);
    }
  });

  test("who reads too slowly is let go, the others miss nothing, and the slow one goes on where it was", async () => {
    const { open } = await serve({ max_buffered_bytes: 256 * 1024 });
    const [fast, slow] = [await open(), await open()];
    const socket = (slow.ws as unknown as { _socket: { pause(): void; resume(): void } })._socket;
    socket.pause();
    const EVENTS = 400;
    for (let at = 0; at < EVENTS; at += 20) {
      await told(at, 20, 50_000);
      await fast.until("what was told", all(at + 20));
    }
    // The kernel has taken some megabytes for it; the studio kept a quarter of one, and then no more.
    await new Promise((done) => setTimeout(done, 1_200));
    socket.resume();
    const { code } = await slow.closed();
    expect([1006, 4429]).toContain(code);
    expect(slow.events.length).toBeLessThan(EVENTS);
    expect(numbersOf(slow.events)).toEqual(upTo(slow.events.length));
    const again = await open(slow.events.at(-1)?.cursor ?? slow.ready.cursor);
    const rest = await again.until("the rest", all(EVENTS - slow.events.length));
    expect(numbersOf([...slow.events, ...rest])).toEqual(upTo(EVENTS));
    expect(numbersOf(fast.events)).toEqual(upTo(EVENTS));
  });

  test("who has not read what it was given gets no more of the history meanwhile", async () => {
    const { open } = await serve({ max_buffered_bytes: 64 * 1024 * 1024 });
    const before = (await open()).ready.cursor;
    for (let at = 0; at < 3_000; at += 500) await told(at, 500, 10_000);
    const reader = await open(before);
    expect(numbersOf(await reader.until("all of it", all(3_000)))).toEqual(upTo(3_000));
  }, 60_000);

  test("a cursor from before what is kept is told so, and the rest comes", async () => {
    const { open } = await serve();
    const { cursor } = (await open()).ready;
    await told(0, 2);
    const day_ms = 86_400_000;
    const later = new Date(Date.now() + 2 * day_ms);
    expect(await expire({ db: house.db, now: () => later, goOn: () => true })).toMatchObject({ live_events: 2 });
    await told(2, 1);
    const position = decodePosition(cursor)!;
    // Another process, which has none of it in memory.
    const other = await serve();
    const old = await other.open(encodePosition({ ...position, at_ms: Date.now() - 2 * day_ms }));
    expect(old.ready.complete).toBe(false);
    expect(numbersOf(await old.until("what is left", all(1)))).toEqual([2]);
    expect((await open(cursor)).ready.complete).toBe(true);
  });

  test("heartbeats carry a cursor to come back to; who does not answer them is let go", async () => {
    const { base, open } = await serve({ heartbeat_ms: 100 });
    const live = await open();
    const beats: { type: string; cursor: string }[] = [];
    live.ws.on("message", (data) => {
      const message = JSON.parse(data.toString());
      if (message.type === "heartbeat") beats.push(message);
    });
    while (beats.length < 3) await new Promise((done) => setTimeout(done, 20));
    await told(0, 1);
    const again = await open(beats.at(-1)!.cursor);
    expect(numbersOf(await again.until("the event", all(1)))).toEqual([0]);
    const { ws, closed } = await openSocket(base);
    ws.pong = () => {};
    (ws as unknown as { _receiver: { removeAllListeners(name: string): void } })._receiver.removeAllListeners("ping");
    expect((await closed).code).toBe(1006);
  });

  test("there is a limit to strangers and to sockets, and a server that stops says goodbye", async () => {
    const { base, open, stop } = await serve({ max_sockets: 4, max_strangers: 2 });
    const live = [await open(), await open()];
    const strangers = [await openSocket(base), await openSocket(base)];
    expect((await (await openSocket(base)).closed).code).toBe(1013);
    stops.pop();
    await stop();
    for (const one of live) expect(await one.closed()).toEqual({ code: 1001, reason: "SHUTTING_DOWN" });
    for (const { closed } of strangers) expect((await closed).code).toBe(1001);
  });
});
