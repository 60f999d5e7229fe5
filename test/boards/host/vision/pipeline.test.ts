import { loadCore } from "../../../../src/boards/host/vision/core";
import { Pipeline } from "../../../../src/boards/host/vision/pipeline";
import type { Detection } from "../../../../src/monitor/observation";
import { FACE } from "./fixtures/face";
import { asSensor, numbered } from "./fixtures/picture";

const core = loadCore();
const UPRIGHT = { byte_swap: false, rotate_180: false };
const SENSOR = { byte_swap: true, rotate_180: true };

/** A detector that notes the first bytes of what it was given. */
function notingDetector(found: Detection[] = []) {
  const given: Uint8Array[] = [];
  return {
    given,
    detect: async (rgb: Uint8Array) => {
      given.push(rgb.slice());
      return found;
    },
  };
}

function rgbOf(frame: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(240 * 240 * 3);
  core.convert(frame, 240, 240, rgb, 3);
  return rgb;
}

describe("what every frame goes through", () => {
  test("detection runs on every third frame, and on the frame itself", async () => {
    const detector = notingDetector([FACE]);
    const pipeline = new Pipeline(core, detector, null);
    const ran: number[] = [];
    for (let n = 0; n < 10; n++) {
      pipeline.accept(numbered(n), UPRIGHT);
      const { detect, detect_ms } = await pipeline.process();
      if (detect) ran.push(n);
      expect(detect === undefined).toBe(detect_ms === null);
    }
    expect(ran).toEqual([0, 3, 6, 9]);
    expect(detector.given).toEqual([0, 3, 6, 9].map((n) => rgbOf(numbered(n))));
  });

  test("while detection is off nothing is detected, and on again it keeps its step", async () => {
    const pipeline = new Pipeline(core, notingDetector([FACE]), null);
    const ran: number[] = [];
    for (let n = 0; n < 10; n++) {
      pipeline.detecting = n < 2 || n > 4;
      pipeline.accept(numbered(n), UPRIGHT);
      if ((await pipeline.process()).detect) ran.push(n);
    }
    expect(ran).toEqual([0, 6, 9]);
  });

  test("the snapshot's frame is the one the detector last received, not the newest", async () => {
    const pipeline = new Pipeline(core, notingDetector(), null);
    expect(pipeline.detectorFrame).toBeNull();
    for (let n = 0; n < 6; n++) {
      pipeline.accept(numbered(n), UPRIGHT);
      await pipeline.process();
    }
    expect(pipeline.detectorFrame).toEqual(numbered(3));
    expect(pipeline.frame).toEqual(numbered(5));
  });

  test("a sensor's bytes and an upright frame end in the same pixels", async () => {
    const detector = notingDetector();
    const pipeline = new Pipeline(core, detector, null);
    pipeline.accept(asSensor(numbered(77)), SENSOR);
    await pipeline.process();
    expect(pipeline.frame).toEqual(numbered(77));
    expect(detector.given[0]).toEqual(rgbOf(numbered(77)));
  });

  test("a frame that comes while another is worked on waits, and a newer one takes its place", async () => {
    const given: Uint8Array[] = [];
    let arrive = () => {};
    const pipeline = new Pipeline(
      core,
      {
        detect: async (rgb) => {
          arrive();
          given.push(rgb.slice());
          return [];
        },
      },
      null,
    );
    arrive = () => {
      pipeline.accept(numbered(101), UPRIGHT);
      pipeline.accept(numbered(102), UPRIGHT);
    };
    pipeline.accept(numbered(100), UPRIGHT);
    await pipeline.process();
    expect(pipeline.frame).toEqual(numbered(100));
    expect(given[0]).toEqual(rgbOf(numbered(100)));
    await pipeline.process();
    expect(pipeline.frame).toEqual(numbered(102));
  });

  test("the eyes take turns, each in the square around its landmark", async () => {
    const crops: Uint8Array[] = [];
    const pipeline = new Pipeline(core, null, {
      closed: async (crop) => {
        crops.push(crop.slice());
        return crops.length / 10;
      },
    });
    pipeline.accept(numbered(1), UPRIGHT);
    expect((await pipeline.process()).eye).toBeUndefined();
    pipeline.track = FACE;
    const seen = [];
    for (let n = 0; n < 4; n++) {
      pipeline.accept(numbered(n), UPRIGHT);
      const { eye, roi, eye_ms } = await pipeline.process();
      expect(eye_ms).not.toBeNull();
      seen.push({ eye, roi });
    }
    const w = Math.round(60 * core.EYE_SIDE_PER_INTEROCULAR * 100) / 100;
    const left = { side: "left", x: 90 - w / 2, y: 100 - w / 2, w };
    const right = { side: "right", x: 150 - w / 2, y: 100 - w / 2, w };
    expect(seen).toEqual([
      { eye: { side: "left", closed: 0.1 }, roi: left },
      { eye: { side: "right", closed: 0.2 }, roi: right },
      { eye: { side: "left", closed: 0.3 }, roi: left },
      { eye: { side: "right", closed: 0.4 }, roi: right },
    ]);
    const want = new Uint8Array(1024);
    core.eyeCrop(numbered(3), 240, 240, want, 150, 100, 60 * core.EYE_SIDE_PER_INTEROCULAR, 2);
    expect(crops[3]).toEqual(want);
    pipeline.track = null;
    pipeline.accept(numbered(9), UPRIGHT);
    const without = await pipeline.process();
    expect([without.eye, without.roi, without.eye_ms]).toEqual([undefined, null, null]);
  });

  test("eyes that stand on one another, or far outside, give no crop and no error", async () => {
    const pipeline = new Pipeline(core, null, { closed: async () => 0.5 });
    for (const [x, y] of [
      [90, 100],
      [90.2, 100],
      [1e9, 100],
      [Number.NaN, 100],
    ]) {
      const [left, , ...rest] = FACE.lm;
      pipeline.track = { ...FACE, lm: [left, [x!, y!], ...rest] };
      pipeline.accept(numbered(1), UPRIGHT);
      expect((await pipeline.process()).eye).toBeUndefined();
    }
  });

  test("without models the statistics and the frames still come", async () => {
    const pipeline = new Pipeline(core, null, null);
    pipeline.track = FACE;
    pipeline.accept(numbered(255), UPRIGHT);
    const result = await pipeline.process();
    expect(result).toEqual({ image: core.stats(numbered(255), 240, 240), roi: null, detect_ms: null, eye_ms: null });
    expect(pipeline.detectorFrame).toEqual(numbered(255));
  });
});
