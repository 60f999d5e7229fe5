import { FrameClock } from "../../src/monitor/clock";
import { CueEvents } from "../../src/monitor/events";
import { FrameRate, framesOf } from "../../src/monitor/frame_rate";

describe("events per minute", () => {
  test("are those of the last 60 s", () => {
    const events = new CueEvents();
    for (let s = 0; s < 60; s += 4) {
      events.advance(s * 1000);
      events.add("blink");
    }
    expect(events.rates.blink.per_minute).toBe(15);
    expect(events.rates.nod.per_minute).toBe(0);
    events.advance(59_999);
    expect(events.rates.blink.per_minute).toBe(15);
    events.advance(60_000);
    expect(events.rates.blink.per_minute).toBe(14);
    events.advance(115_999);
    expect(events.rates.blink.per_minute).toBe(1);
    events.advance(10_000_000);
    expect(events.rates.blink.per_minute).toBe(0);
    expect(events.total).toBe(15);
  });

  test("name the event of the frame, and none on the next", () => {
    const events = new CueEvents();
    events.advance(0);
    events.add("yawn");
    expect(events.last).toBe("yawn");
    events.advance(40);
    expect(events.last).toBeNull();
  });

  test("never exceed what a second can hold", () => {
    const events = new CueEvents();
    for (let i = 0; i < 1000; i += 1) events.add("blink");
    expect(events.rates.blink.per_minute).toBe(255);
    events.advance(60_000);
    expect(events.rates.blink.per_minute).toBe(0);
  });
});

describe("time", () => {
  const at = (...stamps: number[]) => {
    const clock = new FrameClock();
    for (const t of stamps) clock.step(t);
    return clock;
  };

  test("starts with the first frame, wherever its stamp stands", () => {
    expect(at(123_456).now_ms).toBe(0);
    expect(at(123_456, 123_500).now_ms).toBe(44);
  });

  test("never runs backwards, and goes on from the new stamp", () => {
    expect(at(1000, 500).step_ms).toBe(0);
    expect(at(1000, 500, 540).now_ms).toBe(40);
  });

  test("stands still on a stamp that is no number", () => {
    const clock = at(1000, 1040, Number.NaN, Infinity);
    expect([clock.now_ms, clock.step_ms, clock.t_ms]).toEqual([40, 0, 1040]);
    clock.step(1080);
    expect(clock.step_ms).toBe(40);
  });

  test("takes no step beyond an hour", () => {
    expect(at(0, 1e300).now_ms).toBe(3_600_000);
    expect(at(-1.7e308, 1.7e308).now_ms).toBe(3_600_000);
  });
});

describe("the frame rate", () => {
  function measured(interval_ms: number, frames: number, rate = new FrameRate()): FrameRate {
    for (let i = 0; i < frames; i += 1) rate.update(interval_ms, false);
    return rate;
  }

  test.each([
    [200, 5],
    [100, 10],
    [40, 25],
  ])("of a frame every %d ms is %d, known after one second", (interval_ms, fps) => {
    expect(measured(interval_ms, fps - 1).measured).toBe(0);
    expect(measured(interval_ms, fps).measured).toBe(fps);
  });

  test("moves half way every second", () => {
    const rate = measured(100, 10);
    expect(measured(50, 20, rate).measured).toBe(15);
    expect(measured(50, 20, rate).measured).toBe(17.5);
  });

  test("does not measure across a gap", () => {
    const rate = measured(100, 9);
    expect(rate.update(5000, true)).toBe(false);
    expect(rate.measured).toBe(0);
    expect(measured(100, 10, rate).measured).toBe(10);
  });

  test("stays within 1 and 60", () => {
    expect(measured(1, 1000).measured).toBe(60);
    expect(measured(5000, 1).measured).toBe(1);
  });

  test("turns seconds into frames, at least one, unless a count is given", () => {
    expect([5, 10, 15, 20, 25].map((fps) => framesOf(0.55, 0, fps))).toEqual([3, 6, 8, 11, 14]);
    expect(framesOf(0, 0, 25)).toBe(1);
    expect(framesOf(0.55, 7, 25)).toBe(7);
  });
});
