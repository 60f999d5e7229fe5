/** What the real models see in rendered frames, beside what is really there. */
import path from "node:path";
import type { SyntheticDriver } from "../../src/boards/host/driver/driver";
import { loadCore } from "../../src/boards/host/vision/core";
import { loadEyeModel } from "../../src/boards/host/vision/eye_model";
import { loadFaceDetector } from "../../src/boards/host/vision/face_detector";
import type { Detection } from "../../src/monitor/observation";

const SIDE = 240;
const EYE_MODEL = path.join(__dirname, "../../models/eye_state.tflite");

/** Prints one JSON line per instant: `{t_ms, truth, face, closed}`; `face` null where none was found, `closed` P(closed) left and right. */
export async function measure(
  driver: SyntheticDriver,
  instants: readonly number[],
  print: (line: string) => void,
): Promise<void> {
  const core = loadCore();
  const faces = await loadFaceDetector(null);
  const eyes = await loadEyeModel(EYE_MODEL, () => {});
  const rgb = new Uint8Array(SIDE * SIDE * 3);
  const crop = new Uint8Array(core.EYE_CROP_PX * core.EYE_CROP_PX);
  const closedAt = async (frame: Uint8Array, { lm }: Detection, side: 0 | 1) => {
    const [[x, y], [ox, oy]] = side === 0 ? [lm[0], lm[1]] : [lm[1], lm[0]];
    const square = core.eyeSquare(x, y, ox, oy);
    core.eyeCrop(frame, SIDE, SIDE, crop, square.cx, square.cy, square.side, 2);
    return eyes.closed(crop);
  };
  for (const t_ms of instants) {
    const frame = driver.renderFrame(t_ms);
    core.orient(frame, SIDE, SIDE, frame, core.BYTE_SWAP | core.ROTATE_180);
    core.convert(frame, SIDE, SIDE, rgb, 3);
    const face = (await faces.detect(rgb))[0] ?? null;
    const closed = face && [await closedAt(frame, face, 0), await closedAt(frame, face, 1)];
    print(JSON.stringify({ t_ms, truth: driver.truth(t_ms), face, closed }));
  }
}
