/** The plan against the behaviour table that the monitor is held to, measured on the ground truth alone. */
import { createDriver } from "../../../../src/boards/host/driver/driver";
import { SCENES } from "../../../../src/boards/host/driver/scenes";
import type { Truth } from "../../../../src/boards/host/driver/truth";

const STEP_MS = 20;
const SEEDS = [42, 1, 7];
/** PERCLOS counts an eye as closed at 80 % closure (P80). */
const CLOSED = 0.8;

interface Sample extends Truth {
  readonly t_ms: number;
}

function play(scene: string, seed: number, to_ms: number, from_ms = 0): Sample[] {
  const driver = createDriver(scene, seed);
  const samples: Sample[] = [];
  for (let t_ms = from_ms; t_ms < to_ms; t_ms += STEP_MS) samples.push({ t_ms, ...driver.truth(t_ms) });
  return samples;
}

/** Stretches in which `holds`, as start and length in milliseconds. */
function stretches(samples: readonly Sample[], holds: (sample: Sample) => boolean): { at: number; ms: number }[] {
  const found: { at: number; ms: number }[] = [];
  let start: number | null = null;
  for (const sample of samples) {
    if (holds(sample)) start ??= sample.t_ms;
    else if (start !== null) {
      found.push({ at: start, ms: sample.t_ms - start });
      start = null;
    }
  }
  return found;
}

const partsOf = (samples: readonly Sample[]) =>
  samples.filter(({ part }, at) => samples[at - 1]?.part !== part).map(({ part }) => part);
const shut = ({ lids }: Sample) => lids.left > 0.5;
const closed = ({ lids }: Sample) => lids.left >= CLOSED;

describe("scenes", () => {
  test("are the tour and seven more", () => {
    expect([...SCENES].sort()).toEqual([
      "alert",
      "drowsy",
      "empty",
      "head_nod",
      "leaves",
      "microsleep",
      "tour",
      "yawning",
    ]);
  });

  test("an unknown scene is refused with the names of those that exist", () => {
    expect(() => createDriver("asleep", 1)).toThrow(
      'unknown scene "asleep"; the scenes are tour, alert, drowsy, microsleep, yawning, head_nod, leaves, empty',
    );
  });

  test("the tour shows every behaviour in order, in under two minutes, and starts again", () => {
    const samples = play("tour", 42, 240_000);
    const round = [
      "alert",
      "drowsy",
      "alert",
      "microsleep",
      "alert",
      "yawning",
      "alert",
      "head_nod",
      "alert",
      "leaves",
      "returns",
    ];
    expect(partsOf(samples).slice(0, 22)).toEqual([...round, ...round]);
    const again = samples.findIndex(({ part }, at) => part === "alert" && samples[at - 1]?.part === "returns");
    expect(samples[again]!.t_ms).toBeLessThan(120_000);
  });

  test("the second round of a tour is a variation of the first", () => {
    const samples = play("tour", 42, 200_000);
    const start = samples.find(({ part, t_ms }) => part === "alert" && t_ms > 95_000)!.t_ms;
    const blinksOf = (from: number) =>
      stretches(
        samples.filter(({ t_ms }) => t_ms >= from && t_ms < from + 20_000),
        shut,
      ).map(({ at }) => at - from);
    expect(blinksOf(0)).not.toEqual(blinksOf(start));
  });

  test.each(["drowsy", "microsleep", "yawning", "head_nod", "leaves"])(
    "%s begins with eight seconds awake",
    (scene) => {
      const samples = play(scene, 42, 8_000);
      expect(partsOf(samples)).toEqual(["alert"]);
      expect(samples.every(({ visible }) => visible)).toBe(true);
    },
  );
});

describe.each(SEEDS)("driver %i", (seed) => {
  test("awake: 12-20 blinks a minute of 100-350 ms, mirrors up to 30 degrees for a second, small talk", () => {
    const minutes = 5;
    const samples = play("alert", seed, minutes * 60_000);
    const blinks = stretches(samples, ({ lids }) => lids.left > 0.1);
    expect(blinks.length / minutes).toBeGreaterThanOrEqual(12);
    expect(blinks.length / minutes).toBeLessThanOrEqual(20);
    for (const blink of blinks) {
      expect(blink.ms).toBeGreaterThanOrEqual(100);
      expect(blink.ms).toBeLessThanOrEqual(350);
    }
    const looks = stretches(samples, ({ yaw_deg }) => Math.abs(yaw_deg) > 10);
    expect(looks.length).toBeGreaterThan(minutes * 3);
    expect(Math.max(...looks.map(({ ms }) => ms))).toBeLessThanOrEqual(1000);
    expect(Math.max(...samples.map(({ yaw_deg }) => Math.abs(yaw_deg)))).toBeLessThanOrEqual(32);
    const widest = Math.max(...samples.map(({ mouth_open }) => mouth_open));
    expect(widest).toBeGreaterThan(0.1);
    expect(widest).toBeLessThanOrEqual(0.2);
    expect(Math.max(...samples.map(({ pitch_deg }) => Math.abs(pitch_deg)))).toBeLessThan(8);
  });

  test("drowsy: PERCLOS of 0.4 or more in any three seconds, for twelve seconds, and no closure of a second", () => {
    const samples = play("drowsy", seed, 34_000);
    const part = samples.filter(({ part }) => part === "drowsy");
    const window = 3000 / STEP_MS;
    const perclos = part.slice(window).map((_, at) => part.slice(at, at + window).filter(closed).length / window);
    const steady = perclos.slice(500 / STEP_MS, -1500 / STEP_MS);
    expect(steady.length * STEP_MS).toBeGreaterThanOrEqual(12_000);
    expect(Math.min(...steady)).toBeGreaterThanOrEqual(0.4);
    const closures = stretches(samples, shut);
    expect(Math.max(...closures.map(({ ms }) => ms))).toBeLessThan(900);
    expect(closures.filter(({ ms }) => ms >= 500).length).toBeGreaterThan(8);
  });

  test("microsleep: one closure of three to four seconds", () => {
    const long = stretches(play("microsleep", seed, 32_000), shut).filter(({ ms }) => ms > 500);
    expect(long).toHaveLength(1);
    expect(long[0]!.ms).toBeGreaterThanOrEqual(3000);
    expect(long[0]!.ms).toBeLessThanOrEqual(4000);
  });

  test("yawning: one wide open mouth of three to six seconds, eyes narrowed and not shut", () => {
    const samples = play("yawning", seed, 32_000);
    const yawns = stretches(samples, ({ mouth_open }) => mouth_open > 0.5);
    expect(yawns).toHaveLength(1);
    expect(yawns[0]!.ms).toBeGreaterThanOrEqual(3000);
    expect(yawns[0]!.ms).toBeLessThanOrEqual(6000);
    const wide = samples.filter(({ mouth_open }) => mouth_open > 0.5);
    expect(Math.max(...wide.map(({ lids }) => lids.left))).toBeLessThan(0.4);
  });

  test("head_nod: the head drops 20-25 degrees and is back within two seconds, two or three times", () => {
    const samples = play("head_nod", seed, 32_000);
    const nods = stretches(samples, ({ pitch_deg }) => pitch_deg > 10);
    expect(nods.length).toBeGreaterThanOrEqual(2);
    expect(nods.length).toBeLessThanOrEqual(3);
    for (const nod of nods) {
      const during = samples.filter(({ t_ms }) => t_ms >= nod.at && t_ms < nod.at + nod.ms);
      const deepest = Math.max(...during.map(({ pitch_deg }) => pitch_deg));
      expect(deepest).toBeGreaterThan(18);
      expect(deepest).toBeLessThan(27);
      expect(nod.ms).toBeGreaterThanOrEqual(500);
      expect(nod.ms).toBeLessThanOrEqual(2000);
      expect(Math.max(...during.map(({ lids }) => lids.left))).toBeLessThan(0.55);
    }
  });

  test("leaves: the seat is empty for eight seconds or more, then the driver is back", () => {
    const samples = play("leaves", seed, 32_000);
    const empty = stretches(samples, ({ lm }) => lm === null);
    expect(empty).toHaveLength(1);
    expect(empty[0]!.ms).toBeGreaterThanOrEqual(8000);
    expect(samples.filter(({ lm, visible }) => lm === null && visible)).toEqual([]);
    expect(stretches(samples, ({ visible }) => !visible)).toHaveLength(1);
    expect(samples[samples.length - 1]!.visible).toBe(true);
  });

  test("empty: nobody, ever", () => {
    expect(play("empty", seed, 5000).every(({ visible, lm, box }) => !visible && lm === null && box === null)).toBe(
      true,
    );
  });
});
