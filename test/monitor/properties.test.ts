/** What must hold whatever comes in. */
import fc from "fast-check";
import { REJECTS } from "../../src/monitor/gate";
import { Monitor } from "../../src/monitor/monitor";
import type { Detection, FrameObservation, Health } from "../../src/monitor/observation";
import { DEFAULT_SETTINGS } from "../../src/monitor/settings";
import type { Verdict } from "../../src/monitor/state";
import { Drive } from "./driver";
import { FACE, moved } from "./face";

const anything = fc.oneof(
  fc.double(),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -0, 1e308, -1e308, 5e-324, 0, 1),
  fc.integer({ min: -300, max: 300 }),
);
const health = fc.constantFrom<Health>("ok", "ok", "ok", "ok", "ok", "ok", "camera-fault", "model-fault");
const side = fc.constantFrom<"left" | "right">("left", "right");

const garbagePoint = fc.tuple(anything, anything);
const garbageFace: fc.Arbitrary<Detection> = fc.record({
  score: anything,
  x: anything,
  y: anything,
  w: anything,
  h: anything,
  lm: fc.tuple(garbagePoint, garbagePoint, garbagePoint, garbagePoint, garbagePoint),
});
const plausibleFace = fc
  .tuple(fc.double({ min: -60, max: 60, noNaN: true }), fc.double({ min: -60, max: 60, noNaN: true }))
  .map(([dx, dy]) => moved(dx, dy));
const garbageFrame: fc.Arbitrary<FrameObservation> = fc.record(
  {
    t_ms: fc.oneof(anything, fc.integer({ min: 0, max: 100_000 })),
    health,
    detect: fc.array(fc.oneof(garbageFace, plausibleFace, fc.constant(FACE)), { maxLength: 4 }),
    eye: fc.record({ side, closed: anything }),
  },
  { requiredKeys: ["t_ms", "health"] },
);

/** What a camera may do to a driver, in stretches of equal frames. */
interface Stretch {
  readonly frames: number;
  readonly health: Health;
  readonly face: boolean;
  readonly closed: number;
}
const stretch: fc.Arbitrary<Stretch> = fc.record({
  frames: fc.integer({ min: 1, max: 120 }),
  health,
  face: fc.boolean(),
  closed: fc.constantFrom(0.05, 0.05, 0.4, 0.9, 0.95),
});

function* play(stretches: readonly Stretch[], interval_ms: number): Generator<FrameObservation> {
  let i = 0;
  for (const { frames, health: h, face, closed } of stretches) {
    for (let n = 0; n < frames; n += 1, i += 1) {
      const t_ms = i * interval_ms;
      const detect = i % 3 === 0 ? { detect: face ? [FACE] : [] } : {};
      const eye = face ? { eye: { side: i % 2 === 0 ? ("left" as const) : ("right" as const), closed } } : {};
      yield h === "ok" ? { t_ms, health: h, ...detect, ...eye } : { t_ms, health: h };
    }
  }
}

const plays = fc.tuple(fc.array(stretch, { minLength: 1, maxLength: 12 }), fc.constantFrom(200, 100, 67, 40));

/** Every number anywhere in a value. */
function* numbers(value: unknown): Generator<number> {
  if (typeof value === "number") yield value;
  else if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) yield* numbers(inner);
}

function checkNumbers(value: unknown): void {
  for (const n of numbers(value)) if (!Number.isFinite(n)) throw new Error(`${n} in ${JSON.stringify(value)}`);
}

function checkVerdict(v: Verdict): void {
  checkNumbers(v);
  expect(v.risk).toBeGreaterThanOrEqual(0);
  expect(v.risk).toBeLessThanOrEqual(1);
  expect(v.perclos).toBeGreaterThanOrEqual(0);
  expect(v.perclos).toBeLessThanOrEqual(1);
  expect(v.closure_s).toBeGreaterThanOrEqual(0);
  expect(v.absent_s).toBeGreaterThanOrEqual(0);
  expect(v.required).toBeGreaterThanOrEqual(1);
  expect(REJECTS).toContain(v.reject);
}

describe("whatever comes in", () => {
  test("every number of every verdict and state is finite, and risk and PERCLOS lie within 0 and 1", () => {
    for (const enforce of [1, 0]) {
      fc.assert(
        fc.property(fc.array(garbageFrame, { maxLength: 60 }), (frames) => {
          const monitor = new Monitor({ ...DEFAULT_SETTINGS, FACE_GATE_ENFORCE: enforce });
          for (const frame of frames) {
            checkVerdict(monitor.observe(frame));
            checkNumbers(monitor.state);
          }
        }),
        { numRuns: 150 },
      );
    }
  });

  test("garbage among the frames of a drive leaves no trace that lasts", () => {
    fc.assert(
      fc.property(fc.array(garbageFrame, { minLength: 1, maxLength: 20 }), (garbage) => {
        const monitor = new Monitor();
        for (const frame of garbage) monitor.observe(frame);
        const seen = new Set<string | null>();
        for (const frame of new Drive({ fps: 10, seed: 6 }).awake(40).closeEyes(3).frames()) {
          seen.add(monitor.observe({ ...frame, t_ms: frame.t_ms + 200_000 }).alert);
        }
        expect(seen).toContain("microsleep");
      }),
      { numRuns: 40 },
    );
  });

  test("the same observations give the same verdicts", () => {
    fc.assert(
      fc.property(fc.array(garbageFrame, { maxLength: 40 }), (frames) => {
        const [a, b] = [new Monitor(), new Monitor()];
        for (const frame of frames) expect(a.observe(frame)).toEqual(b.observe(frame));
      }),
      { numRuns: 50 },
    );
  });
});

describe("however drivers and cameras come and go", () => {
  test("no_driver is never announced in warm-up or in a fault", () => {
    fc.assert(
      fc.property(plays, ([stretches, interval_ms]) => {
        const monitor = new Monitor();
        let healthy_ms = 0;
        let faulty = false;
        for (const frame of play(stretches, interval_ms)) {
          const v = monitor.observe(frame);
          healthy_ms = frame.health !== "ok" ? 0 : healthy_ms + (faulty || frame.t_ms === 0 ? 0 : interval_ms);
          faulty = frame.health !== "ok";
          if (v.alert === "no_driver") {
            expect(v.presence).toBe("no-driver");
            expect(healthy_ms).toBeGreaterThanOrEqual(5000);
          }
          if (faulty) expect([v.presence, v.alert, v.absent_s]).toEqual(["fault", null, 0]);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("one absence is announced once at most, and only after it lasted", () => {
    fc.assert(
      fc.property(plays, ([stretches, interval_ms]) => {
        const monitor = new Monitor();
        let announced = false;
        for (const frame of play(stretches, interval_ms)) {
          const v = monitor.observe(frame);
          if (v.driver || v.presence === "fault") announced = false;
          if (v.alert !== "no_driver") continue;
          expect(announced).toBe(false);
          expect(v.absent_s).toBeGreaterThanOrEqual(3);
          announced = true;
        }
      }),
      { numRuns: 200 },
    );
  });

  test("drowsiness announcements keep four seconds apart, and those of one reason thirty", () => {
    fc.assert(
      fc.property(plays, ([stretches, interval_ms]) => {
        const monitor = new Monitor();
        const last = new Map<string, number>();
        for (const frame of play([...stretches, ...stretches, ...stretches], interval_ms)) {
          const { alert, t_ms } = monitor.observe(frame);
          if (alert === null || alert === "no_driver") continue;
          expect(t_ms - (last.get("any") ?? -Infinity)).toBeGreaterThanOrEqual(4000);
          expect(t_ms - (last.get(alert) ?? -Infinity)).toBeGreaterThanOrEqual(30_000);
          last.set("any", t_ms).set(alert, t_ms);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("an announcement of drowsiness has a full streak, and a driver before the camera", () => {
    fc.assert(
      fc.property(plays, ([stretches, interval_ms]) => {
        const monitor = new Monitor();
        for (const frame of play(stretches, interval_ms)) {
          const v = monitor.observe(frame);
          // Said without expect, which would cost more than the monitor.
          if (v.streak > 0 && v.risk < 0.549) throw new Error(`a streak at risk ${v.risk}`);
          if (!v.driver && (v.risk !== 0 || v.streak !== 0)) throw new Error("risk without a driver");
          if (v.alert === null || v.alert === "no_driver") continue;
          expect(v.driver).toBe(true);
          expect(v.streak).toBeGreaterThanOrEqual(v.required);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("the counts are the announcements made", () => {
    fc.assert(
      fc.property(plays, ([stretches, interval_ms]) => {
        const monitor = new Monitor();
        const counts = { drowsy: 0, microsleep: 0, yawning: 0, head_nod: 0, no_driver: 0 };
        for (const frame of play(stretches, interval_ms)) {
          const { alert } = monitor.observe(frame);
          if (alert !== null) counts[alert] += 1;
        }
        expect(monitor.state.counts).toEqual(counts);
        expect(monitor.state.presence.alerts).toBe(counts.no_driver);
      }),
      { numRuns: 100 },
    );
  });
});
