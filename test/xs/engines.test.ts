/** The monitor decides alike on Node and on XS, whatever comes in. */
import fc from "fast-check";
import type { Detection, FrameObservation } from "../../src/monitor/observation";
import { formatObservation } from "../../src/monitor/trace";
import { startNodeEngine } from "../../tools/replay/node_engine";
import { startXsEngine } from "../../tools/replay/xs_engine";
import { Drive } from "../monitor/driver";
import { moved } from "../monitor/face";

jest.setTimeout(60_000);

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -300, max: 300, noNaN: true }),
  fc.integer({ min: -300, max: 300 }),
);
const point = fc.tuple(number, number);
const wildFace: fc.Arbitrary<Detection> = fc.record({
  score: number,
  x: number,
  y: number,
  w: number,
  h: number,
  lm: fc.tuple(point, point, point, point, point),
});
const face = fc
  .tuple(fc.double({ min: -50, max: 50, noNaN: true }), fc.double({ min: 0.3, max: 1.4, noNaN: true }))
  .map(([shift, zoom]) => moved(shift, shift / 3, zoom));
const frame: fc.Arbitrary<FrameObservation> = fc.record(
  {
    t_ms: fc.oneof(number, fc.double({ min: 0, max: 5000, noNaN: true })),
    health: fc.constantFrom("ok", "ok", "ok", "ok", "camera-fault", "model-fault"),
    detect: fc.array(fc.oneof(wildFace, face, face), { maxLength: 3 }),
    eye: fc.record({
      side: fc.constantFrom("left", "right"),
      closed: fc.oneof(number, fc.double({ min: 0, max: 1, noNaN: true })),
    }),
  },
  { requiredKeys: ["t_ms", "health"] },
);

async function expectAlike(frames: Iterable<FrameObservation>): Promise<void> {
  const lines = [...frames].map(formatObservation);
  const [node, xs] = [startNodeEngine(), await startXsEngine()];
  try {
    expect(await xs.replay(lines)).toEqual(await node.replay(lines));
  } finally {
    await xs.close();
  }
}

test("wild observations", async () => {
  await expectAlike(fc.sample(frame, { numRuns: 3000, seed: 1 }));
});

test("a long drive before a poor camera, in numbers with all their digits", async () => {
  const drive = new Drive({ fps: 15, seed: 9, camera: "poor", glasses: true, eye_dist: 47 });
  drive.awake(60).slowBlinks(15, 0.4).awake(30).nod(1.3).awake(10).yawn(5).awake(20).leave(10).awake(10);
  const shift = Math.PI * 100;
  const frames = [...drive.frames()].map((o) => ({
    ...o,
    t_ms: o.t_ms * 1.0001 + shift,
    ...(o.detect ? { detect: o.detect.map((d) => moved(shift / 1000, shift / 777, 1 + shift / 1e5, d)) } : {}),
  }));
  await expectAlike(frames);
});
