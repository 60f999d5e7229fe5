/** Milliseconds per frame of every stage between the sensor and the decisions, on the synthetic driver. */
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { createDriver } from "../../src/boards/host/driver/driver";
import { loadCore } from "../../src/boards/host/vision/core";
import { loadEyeModel } from "../../src/boards/host/vision/eye_model";
import { loadFaceDetector } from "../../src/boards/host/vision/face_detector";
import { JpegEncoder } from "../../src/boards/host/vision/jpeg";
import { FRAME_SIDE_PX as SIDE } from "../../src/constants";
import type { Figure } from "./figure";
import { percentile } from "./measure";

const EYE_MODEL = resolve(__dirname, "../../models/eye_state.tflite");
const FRAMES = 150;
const WARM_UP = 10;

/** The median of `FRAMES` runs after a warm-up. */
async function median_ms(stage: (i: number) => unknown): Promise<number> {
  const took_ms: number[] = [];
  for (let i = 0; i < WARM_UP + FRAMES; i++) {
    const start = performance.now();
    await stage(i);
    if (i >= WARM_UP) took_ms.push(performance.now() - start);
  }
  return percentile(took_ms, 0.5);
}

export async function benchVision(): Promise<Figure[]> {
  const core = loadCore();
  const driver = createDriver("alert", 42);
  const detector = await loadFaceDetector(null);
  const eyes = await loadEyeModel(EYE_MODEL, () => {});
  const jpegs = new JpegEncoder(core);
  const sensor = driver.renderFrame(0);
  const frame = new Uint8Array(sensor.length);
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  const crop = new Uint8Array(core.EYE_CROP_PX * core.EYE_CROP_PX);
  core.orient(sensor, SIDE, SIDE, frame, core.BYTE_SWAP + core.ROTATE_180);
  core.convert(frame, SIDE, SIDE, rgb, 3);
  const [face] = await detector.detect(rgb);
  if (!face) throw new Error("no face found in the synthetic driver's first frame");
  const [left, right] = face.lm;
  const stages: [string, (i: number) => unknown][] = [
    ["render the synthetic driver", (i) => driver.renderFrame(i * 40)],
    ["orient", () => core.orient(sensor, SIDE, SIDE, frame, core.BYTE_SWAP + core.ROTATE_180)],
    ["image statistics", () => core.stats(frame, SIDE, SIDE)],
    ["detect face and landmarks (every 3rd frame)", () => detector.detect(rgb)],
    [
      "eye crop",
      () => {
        const { cx, cy, side } = core.eyeSquare(left[0], left[1], right[0], right[1]);
        core.eyeCrop(frame, SIDE, SIDE, crop, cx, cy, side, 2);
      },
    ],
    ["eye model", () => eyes.closed(crop)],
    ["preview JPEG, mirrored", () => jpegs.encode(frame, 80, true)],
  ];
  const figures: Figure[] = [];
  for (const [name, stage] of stages) figures.push({ name, value: await median_ms(stage), unit: "ms" });
  return figures;
}
