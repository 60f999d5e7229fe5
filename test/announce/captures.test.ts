import { readFacts } from "../../src/announce/capture_file";
import { capturePath } from "../../src/announce/capture_index";
import { Captures } from "../../src/announce/captures";
import type { ReasonToken } from "../../src/announce/reasons";
import { ManualTimers } from "../http/manual_timers";
import { MemoryCard } from "./memory_card";

const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xd9]);
const facts = (uptime_ms: number, reason: ReasonToken = "drowsy") => ({ uptime_ms, reason, risk: 0.75, perclos: 0.25 });

/** Lets everything happen that waits for nothing but promises. */
const settle = async () => {
  for (let i = 0; i < 400; i++) await null;
};

function rig(card = new MemoryCard()) {
  const timers = new ManualTimers();
  let mounts = 0;
  const captures = new Captures(card, timers, async () => {
    mounts++;
  });
  const store = (uptime_ms: number, reason?: ReasonToken) => {
    captures.store(facts(uptime_ms, reason), Promise.resolve(JPEG));
    return settle();
  };
  const ids = async (skip = 0, limit = 48) => (await captures.page(skip, limit)).map(({ id }) => id);
  return { card, timers, captures, store, ids, mounts: () => mounts };
}

describe("captures", () => {
  test("are listed newest first with their facts, and open as the JPEG that was stored", async () => {
    const { captures, store } = rig();
    await captures.start();
    await store(1000, "yawning");
    await store(9000, "microsleep");
    const [newest, oldest] = await captures.page(0, 24);
    expect(oldest).toMatchObject({ id: "00000000", uptime_ms: 1000, reason: "yawning", risk: 0.75, perclos: 0.25 });
    expect(newest).toMatchObject({ id: "00000001", uptime_ms: 9000, reason: "microsleep" });
    const file = (await captures.open(newest!.id))!;
    expect(file.length).toBe(newest!.size);
    expect(readFacts(file)).toMatchObject({ uptime_ms: 9000, reason: "microsleep" });
    expect(captures.state).toMatchObject({ mounted: true, events: 2, stored: 2, dropped: 0, error: "" });
    expect(captures.state.free).toBeLessThan(captures.state.total);
  });

  test("page through folders without a gap or a repetition", async () => {
    const { captures, store, ids } = rig();
    for (let i = 0; i < 230; i++) await store(i);
    const all = (await Promise.all([0, 48, 96, 144, 192].map((skip) => ids(skip)))).flat();
    expect(all).toEqual(Array.from({ length: 230 }, (_, i) => String(229 - i).padStart(8, "0")));
    expect(await ids(229, 1)).toEqual(["00000000"]);
    expect(await ids(230)).toEqual([]);
    expect(await ids(Number.MAX_SAFE_INTEGER)).toEqual([]);
    expect(captures.state.events).toBe(230);
  });

  test("survive a restart, and new ids go on after the old ones", async () => {
    const { card, store } = rig();
    await store(1);
    await store(2);
    const again = rig(card);
    await again.captures.start();
    expect(again.captures.state).toMatchObject({ events: 2, stored: 0 });
    await again.store(3);
    expect(await again.ids()).toEqual(["00000002", "00000001", "00000000"]);
  });

  test("are there for who asks while the card is still being found", async () => {
    const { card, store } = rig();
    await store(1);
    card.mounted = false;
    const again = rig(card);
    const starting = again.captures.start();
    const [file, ids] = await Promise.all([again.captures.open("00000000"), again.ids()]);
    expect(file).not.toBeNull();
    expect(ids).toEqual(["00000000"]);
    await starting;
  });

  test("that are cleared are gone, and their ids are never used again, also after a restart", async () => {
    const { card, captures, store, ids } = rig();
    for (let i = 0; i < 105; i++) await store(i);
    expect(await captures.clear()).toBe(105);
    expect(await ids()).toEqual([]);
    expect(await captures.open("00000104")).toBeNull();
    expect(captures.state).toMatchObject({ events: 0, stored: 105 });
    expect(await captures.clear()).toBe(0);
    const again = rig(card);
    await again.store(1);
    const [id] = await again.ids();
    expect(Number(id)).toBeGreaterThan(104);
    expect(card.files.size).toBe(1);
  });

  test("leave files of others alone, and never list what does not open", async () => {
    const { card, captures, store, ids } = rig();
    card.files.set("EVENTS/000000/00000007.JPG", Uint8Array.from([1, 2, 3]));
    card.files.set("EVENTS/000000/NOTES.TXT", new Uint8Array(5));
    card.files.set("EVENTS/000000/00000100.JPG", JPEG);
    card.files.set("EVENTS/holiday/00000001.JPG", JPEG);
    card.files.set("en_drowsy.wav", new Uint8Array(5));
    await store(1);
    expect(await ids()).toEqual(["00000008"]);
    await captures.clear();
    expect([...card.files.keys()].sort()).toEqual([
      "EVENTS/000000/00000100.JPG",
      "EVENTS/000000/NOTES.TXT",
      "EVENTS/holiday/00000001.JPG",
      "en_drowsy.wav",
    ]);
  });

  test.each([
    "",
    "1",
    "000000001",
    "0000000a",
    "../00000000",
    "%2e%2e",
    "00000000.JPG",
    "-0000001",
    "０００００００１",
  ])("have no id like '%s'", async (id) => {
    const { captures, store } = rig();
    await store(1);
    expect(await captures.open(id)).toBeNull();
  });
});

describe("a capture that cannot be kept", () => {
  test("is counted on a full card, and nothing older makes room for it", async () => {
    const { card, captures, store, ids } = rig();
    await store(1);
    card.capacity = [...card.files.values()][0]!.length + 10;
    await store(2);
    expect(captures.state).toMatchObject({
      mounted: true,
      events: 1,
      stored: 1,
      dropped: 1,
      error: "the card is full",
    });
    expect(await ids()).toEqual(["00000000"]);
    card.capacity = 1_000_000;
    await store(3);
    expect(captures.state).toMatchObject({ events: 2, dropped: 1, error: "" });
  });

  test("is counted without a card; a card put in later takes the next one", async () => {
    const { card, captures, store, mounts } = rig();
    card.present = false;
    await captures.start();
    expect(captures.state).toMatchObject({
      mounted: false,
      events: 0,
      total: 0,
      free: 0,
      dropped: 0,
      error: "no card",
    });
    await store(1);
    expect(captures.state).toMatchObject({ dropped: 1, error: "no card" });
    expect(await captures.page(0, 24)).toEqual([]);
    expect(await captures.clear()).toBe(0);
    card.present = true;
    await store(2);
    expect(captures.state).toMatchObject({ mounted: true, events: 1, stored: 1, dropped: 1, error: "" });
    expect(mounts()).toBe(1);
  });

  test("is not counted when the card was changed since the last one: the new card takes it, under a new id", async () => {
    const { card, captures, store, ids } = rig();
    await store(1);
    card.mounted = false;
    card.files.clear();
    await store(2);
    expect(captures.state).toMatchObject({ events: 1, stored: 2, dropped: 0 });
    expect(await ids()).toEqual(["00000001"]);
  });

  test("is counted where the camera gives no picture, none in time, or an error", async () => {
    const { captures, timers } = rig();
    captures.store(facts(1), Promise.resolve(null));
    captures.store(facts(2), Promise.reject(new Error("the encoder failed")));
    captures.store(facts(3), new Promise(() => {}));
    await settle();
    expect(captures.state.dropped).toBe(2);
    timers.advance(5000);
    await settle();
    expect(captures.state).toMatchObject({ dropped: 3, stored: 0, error: "the camera gave no picture" });
    expect(timers.count).toBe(0);
  });

  test("is counted at once where four wait for a slow card already", async () => {
    const { card, captures } = rig();
    let open = () => {};
    card.gate = new Promise((resolve) => {
      open = resolve;
    });
    for (let i = 0; i < 6; i++) captures.store(facts(i), Promise.resolve(JPEG));
    expect(captures.state).toMatchObject({ dropped: 2, error: "the card is too slow for the alerts" });
    open();
    await settle();
    expect(captures.state).toMatchObject({ dropped: 2, stored: 4, events: 4 });
  });

  test("shows the fault of a broken card, in the list too", async () => {
    const { card, captures, store, timers } = rig();
    await store(1);
    card.broken = "card error EIO";
    expect(await captures.page(0, 24)).toEqual([]);
    expect(captures.state.error).toBe("card error EIO");
    await expect(captures.clear()).rejects.toThrow("card error EIO");
    card.broken = null;
    timers.advance(10_000);
    expect(await captures.page(0, 24)).toHaveLength(1);
  });
});

test("a card that could not be read through takes no capture, for its next id is not known", async () => {
  const card = new MemoryCard();
  const before = rig(card);
  await before.store(1);
  card.mounted = false;
  const { captures, store, ids } = rig(card);
  card.power = 1;
  await captures.start();
  expect(captures.state).toMatchObject({ mounted: false, error: "no power" });
  card.power = Number.POSITIVE_INFINITY;
  await store(2);
  expect(await ids()).toEqual(["00000001", "00000000"]);
});

test("a list looks for a missing card again, but not at every call", async () => {
  const { card, captures, timers } = rig();
  card.present = false;
  await captures.start();
  card.present = true;
  await captures.page(0, 24);
  expect(captures.state.mounted).toBe(false);
  timers.advance(5000);
  await captures.page(0, 24);
  expect(captures.state.mounted).toBe(true);
});

test("the power may go at any operation: what is listed opens, and no id comes twice", async () => {
  for (let power = 0; power < 60; power++) {
    const card = new MemoryCard();
    for (let i = 96; i < 99; i++) card.files.set(capturePath(i), new Uint8Array());
    const first = rig(card);
    await first.captures.start();
    const seen = new Set<string>();
    const look = async ({ captures }: ReturnType<typeof rig>) => {
      for (const { id } of await captures.page(0, 48)) {
        seen.add(id);
        expect(readFacts((await captures.open(id))!)).not.toBeNull();
      }
    };
    for (let i = 0; i < 3; i++) await first.store(i);
    await look(first);
    card.power = power;
    await first.captures.clear().catch(() => {});
    await first.store(10);
    await first.store(11);
    card.power = Number.POSITIVE_INFINITY;
    card.mounted = false;
    const second = rig(card);
    await second.captures.start();
    expect(second.captures.state.events).toBe([...card.files].length);
    await look(second);
    const before = new Set(seen);
    await second.store(20);
    const [newest] = await second.captures.page(0, 1);
    expect(newest!.uptime_ms).toBe(20);
    expect(before.has(newest!.id)).toBe(false);
    for (const id of before) expect(newest!.id > id).toBe(true);
  }
});
