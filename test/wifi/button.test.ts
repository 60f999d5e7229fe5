import fc from "fast-check";
import { BUTTON_AT_BOOT, type ButtonEvent, isArmed, sampleButton } from "../../src/wifi/button";

/** Samples every 50 ms; `pressed` says for each instant whether the button is down. Gives events with their instants. */
function watch(until_ms: number, pressed: (now_ms: number) => boolean) {
  let state = BUTTON_AT_BOOT;
  const events: [number, ButtonEvent][] = [];
  for (let now_ms = 50; now_ms <= until_ms; now_ms += 50) {
    const next = sampleButton(state, pressed(now_ms), now_ms);
    state = next.state;
    if (next.event) events.push([now_ms, next.event]);
  }
  return { state, events };
}

const during = (from_ms: number, to_ms: number) => (now_ms: number) => now_ms >= from_ms && now_ms < to_ms;

describe("the BOOT button", () => {
  test("held for 5 s warns at 2 s and erases at 5 s", () => {
    expect(watch(20_000, during(10_000, 15_050)).events).toEqual([
      [12_000, "warn"],
      [15_000, "erase"],
    ]);
  });

  test("released just before 5 s erases nothing", () => {
    expect(watch(20_000, during(10_000, 15_000)).events).toEqual([[12_000, "warn"]]);
  });

  test("released before 2 s is not even warned of", () => {
    expect(watch(20_000, during(10_000, 12_000)).events).toEqual([]);
  });

  test("erases once per press, and again in the next", () => {
    const twice = (now_ms: number) => during(5000, 14_000)(now_ms) || during(15_000, 20_050)(now_ms);
    expect(watch(25_000, twice).events.map(([, event]) => event)).toEqual(["warn", "erase", "warn", "erase"]);
  });

  test("two presses of 3 s do not add up", () => {
    const twice = (now_ms: number) => during(5000, 8000)(now_ms) || during(8050, 11_000)(now_ms);
    expect(watch(20_000, twice).events.map(([, event]) => event)).toEqual(["warn", "warn"]);
  });

  test("is not armed in the first 3 s, and is armed by the first release after them", () => {
    expect(isArmed(watch(2950, () => false).state)).toBe(false);
    expect(isArmed(watch(3000, () => false).state)).toBe(true);
  });

  test("a press in the first 3 s that goes on never counts", () => {
    const { state, events } = watch(60_000, (now_ms) => now_ms >= 1000);
    expect(events).toEqual([]);
    expect([isArmed(state), state.held_ms]).toEqual([false, 0]);
  });

  test("a serial monitor that holds GPIO 0 low from boot leaves it unarmed until it lets go", () => {
    expect(isArmed(watch(60_000, () => true).state)).toBe(false);
    expect(isArmed(watch(60_000, (now_ms) => now_ms < 59_000).state)).toBe(true);
    expect(watch(70_000, (now_ms) => now_ms < 20_000 || during(60_000, 66_000)(now_ms)).events).toEqual([
      [62_000, "warn"],
      [65_000, "erase"],
    ]);
  });

  test("a press that never releases stops counting after 30 s", () => {
    const { state, events } = watch(60_000, (now_ms) => now_ms >= 10_000);
    expect(events).toEqual([
      [12_000, "warn"],
      [15_000, "erase"],
      [40_000, "stuck"],
    ]);
    expect([isArmed(state), state.held_ms]).toEqual([false, 0]);
  });

  test("shows how long the press lasts, also after it acted", () => {
    const pressed = (now_ms: number) => now_ms >= 10_000;
    expect(watch(13_000, pressed).state).toMatchObject({ phase: "pressed", held_ms: 3000 });
    expect(watch(17_000, pressed).state).toMatchObject({ phase: "held", held_ms: 7000 });
    expect(isArmed(watch(17_000, pressed).state)).toBe(false);
  });

  test("whatever is sampled: no erasure without a release after 3 s and 5 s of pressed samples in a row", () => {
    const samples = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 4000 })), { maxLength: 60 });
    fc.assert(
      fc.property(samples, (steps) => {
        let state = BUTTON_AT_BOOT;
        let now_ms = 0;
        let released = false;
        let since_ms: number | null = null;
        for (const [pressed, wait_ms] of steps) {
          now_ms += wait_ms;
          if (now_ms >= 3000) {
            if (!pressed) [released, since_ms] = [true, null];
            else since_ms ??= now_ms;
          }
          const next = sampleButton(state, pressed, now_ms);
          state = next.state;
          if (next.event === "erase") {
            expect(released).toBe(true);
            expect(now_ms - since_ms!).toBeGreaterThanOrEqual(5000);
          }
          if (isArmed(state)) expect(released).toBe(true);
        }
      }),
    );
  });
});
