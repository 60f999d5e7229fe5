import { createDriver } from "../../../../src/boards/host/driver/driver";
import { monotonicMs } from "../../../../src/boards/host/vision/source";
import type { Point } from "../../../../src/monitor/observation";
import { watching } from "./fixtures/watch";

jest.setTimeout(60000);

const SEED = 42;
const FRAME_MS = 40;
const source_module = require.resolve("./fixtures/driver_source.ts");
const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The instants of the first long closure of the microsleep scene: twelve with open eyes before it, twelve within. */
function aroundAClosure(): number[] {
  const driver = createDriver("microsleep", SEED);
  const lids = (t_ms: number) => driver.truth(t_ms).lids.left;
  for (let t_ms = 0; t_ms < 60000; t_ms += FRAME_MS) {
    const closed = Array.from({ length: 12 }, (_, n) => t_ms + n * FRAME_MS);
    if (!closed.every((at) => lids(at) > 0.95)) continue;
    const open: number[] = [];
    for (let at = t_ms - FRAME_MS; open.length < 12 && at >= 0; at -= FRAME_MS) if (lids(at) < 0.3) open.unshift(at);
    return [...open, ...closed];
  }
  throw new Error("the microsleep scene has no long closure");
}

describe("the synthetic driver, seen by the real models", () => {
  test("the face is found where it is, and closed eyes are told from open ones", async () => {
    const driver = createDriver("microsleep", SEED);
    const instants = aroundAClosure();
    const camera = `microsleep ${SEED} ${instants.join()}`;
    await watching({ camera, source_module, now_ms: monotonicMs }, async ({ vision, frames, until }) => {
      let handed = 0;
      await until("the scene was seen", () => {
        for (const { observation } of frames.slice(handed)) {
          if (observation.detect?.[0]) vision.setTrack(observation.detect[0]);
        }
        handed = frames.length;
        return frames.some(({ observation }) => observation.health === "camera-fault");
      });
      const seen = frames.filter(({ observation }) => observation.health === "ok");
      const detections = seen.filter(({ observation }) => observation.detect);
      expect(detections.length).toBeGreaterThanOrEqual(5);
      for (const { observation } of detections) {
        const [face] = observation.detect!;
        const truth = driver.truth(observation.t_ms);
        const interocular = distance(truth.lm![0], truth.lm![1]);
        expect(face!.score).toBeGreaterThan(0.55);
        const errors = face!.lm.map((point, index) => distance(point, truth.lm![index]!) / interocular);
        expect(Math.max(...errors)).toBeLessThan(0.25);
        expect(errors.reduce((sum, error) => sum + error) / 5).toBeLessThan(0.1);
      }
      const eyes = seen.flatMap(({ observation: { eye, t_ms } }) =>
        eye ? [{ closed: eye.closed, truth: driver.truth(t_ms).lids[eye.side] }] : [],
      );
      const open = eyes.filter(({ truth }) => truth < 0.3);
      const shut = eyes.filter(({ truth }) => truth > 0.95);
      expect(open.length).toBeGreaterThanOrEqual(4);
      expect(shut.length).toBeGreaterThanOrEqual(4);
      for (const { closed } of open) expect(closed).toBeLessThan(0.4);
      for (const { closed } of shut) expect(closed).toBeGreaterThan(0.6);
    });
  });

  test("an empty seat has no face", async () => {
    const instants = Array.from({ length: 12 }, (_, n) => n * 400);
    await watching(
      { camera: `empty ${SEED} ${instants.join()}`, source_module, now_ms: monotonicMs },
      async ({ frames, until }) => {
        await until("frames came", () => frames.filter(({ observation }) => observation.detect).length >= 3);
        for (const { observation } of frames) expect(observation.detect ?? []).toEqual([]);
      },
    );
  });

  test("the scene runs as a camera does", () =>
    watching({ camera: "sim:alert", seed: SEED }, async ({ vision, frames, until, log }) => {
      await until("a face was seen", () => frames.filter(({ observation }) => observation.detect?.length).length > 2);
      expect(vision.health).toEqual({ camera: true, models: true, eye_model: true });
      expect(vision.cameraProcess).toBeNull();
      expect(log).toEqual([]);
    }));
});
