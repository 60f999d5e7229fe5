/** The encoder runs only while somebody looks. */
import type { TimerId, Timers } from "../src/board/timers";
import type { Vision } from "../src/board/vision";
import { PREVIEW_FRESH_MS, PREVIEW_LINGER_MS } from "../src/constants";
import { PreviewFeed } from "../src/preview";

/** A clock that stands until it is moved. */
function handClock() {
  let now_ms = 0;
  let pending: { id: TimerId; at_ms: number; callback: () => void }[] = [];
  const timers: Timers = {
    now_ms: () => now_ms,
    set(callback, delay_ms) {
      const id = {};
      pending.push({ id, at_ms: now_ms + delay_ms, callback });
      return id;
    },
    repeat() {
      throw new Error("not used here");
    },
    clear(id) {
      pending = pending.filter((timer) => timer.id !== id);
    },
  };
  const pass = (ms: number) => {
    now_ms += ms;
    const due = pending.filter((timer) => timer.at_ms <= now_ms);
    pending = pending.filter((timer) => timer.at_ms > now_ms);
    for (const timer of due) timer.callback();
  };
  return { timers, pass, waiting: () => pending.length };
}

function setup(fps = 10) {
  const asked: [number, number][] = [];
  const vision = { preview: (rate: number, quality: number) => asked.push([rate, quality]) } as unknown as Vision;
  const clock = handClock();
  const feed = new PreviewFeed(vision, clock.timers, fps, 80);
  return { asked, clock, feed };
}

const JPEG = new Uint8Array([1, 2, 3]);

describe("the preview feed", () => {
  test("nobody looks: nothing is encoded", () => {
    expect(setup().asked).toEqual([]);
  });

  test("the first viewer starts the encoder, the last one that leaves stops it", () => {
    const { asked, feed } = setup();
    feed.setViewers(1);
    feed.setViewers(2);
    feed.setViewers(1);
    feed.setViewers(0);
    expect(asked).toEqual([
      [10, 80],
      [0, 80],
    ]);
  });

  test("new settings hold at once for those who look", () => {
    const { asked, feed } = setup();
    feed.configure(5, 40);
    expect(asked).toEqual([]);
    feed.setViewers(1);
    feed.configure(20, 95);
    expect(asked).toEqual([
      [5, 40],
      [20, 95],
    ]);
  });

  test("a single frame waits for the encoder, then the encoder rests again", async () => {
    const { asked, clock, feed } = setup();
    const frame = feed.frame();
    expect(asked).toEqual([[10, 80]]);
    feed.publish(JPEG);
    expect(await frame).toBe(JPEG);
    clock.pass(PREVIEW_LINGER_MS);
    expect(asked.at(-1)).toEqual([0, 80]);
    expect(clock.waiting()).toBe(0);
  });

  test("a picture of just now is handed out without waiting, one of long ago is not", async () => {
    const { clock, feed } = setup();
    feed.setViewers(1);
    feed.publish(JPEG);
    clock.pass(150);
    expect(await feed.frame()).toBe(JPEG);
    clock.pass(1000);
    const late = feed.frame();
    const fresh = new Uint8Array([9]);
    feed.publish(fresh);
    expect(await late).toBe(fresh);
  });

  test("a dead camera gives no picture rather than an old one", async () => {
    const { clock, feed } = setup();
    feed.setViewers(1);
    feed.publish(JPEG);
    clock.pass(5000);
    const frame = feed.frame();
    clock.pass(PREVIEW_FRESH_MS);
    expect(await frame).toBeNull();
  });

  test("closing ends every wait and leaves no timer", async () => {
    const { asked, clock, feed } = setup();
    const frame = feed.frame();
    feed.close();
    expect(await frame).toBeNull();
    expect(clock.waiting()).toBe(0);
    expect(asked.at(-1)).toEqual([0, 80]);
  });
});
