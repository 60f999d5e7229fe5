/** One frame record of the vision task, as `native/esp32s3/vision/frame_record.h` lays it out, in the words of the product. */
import type { EyeRoi, VisionFrame, VisionHealth } from "../../board/vision";
import type { Detection, Health, Landmarks, Point } from "../../monitor/observation";

export const RECORD_BYTES = 168;

const CAMERA = 1;
const MODELS = 2;
const EYE_MODEL = 4;
const DETECTED = 8;
const EYE = 16;

const FACES_AT = 40;
const FACE_BYTES = 32;

const HEALTH: readonly Health[] = ["ok", "camera-fault", "model-fault"];

export interface DecodedRecord {
  readonly frame: VisionFrame;
  readonly health: VisionHealth;
}

/** Pixels out of hundredths. The quotient is the double nearest to the decimal: a recorded trace replays to the bit. */
const pixels = (view: DataView, at: number) => view.getInt16(at, true) / 100;

function face(view: DataView, at: number): Detection {
  const point = (i: number): Point => [pixels(view, at + 10 + 4 * i), pixels(view, at + 12 + 4 * i)];
  const lm: Landmarks = [point(0), point(1), point(2), point(3), point(4)];
  return {
    score: view.getUint16(at, true) / 10_000,
    x: pixels(view, at + 2),
    y: pixels(view, at + 4),
    w: pixels(view, at + 6),
    h: pixels(view, at + 8),
    lm,
  };
}

/** Reads `RECORD_BYTES` bytes. A health that is not known counts as a fault of the models: nothing can be judged. */
export function decodeRecord(bytes: ArrayBuffer): DecodedRecord {
  const view = new DataView(bytes);
  const flags = view.getUint8(9);
  const side = view.getUint8(11) === 0 ? "left" : "right";
  const detect = Array.from({ length: view.getUint8(10) }, (_, i) => face(view, FACES_AT + FACE_BYTES * i));
  const hundredths = (at: number) => view.getInt32(at, true) / 100;
  const roi: EyeRoi = { side, x: hundredths(24), y: hundredths(28), w: hundredths(32) };
  const seen = (flags & EYE) !== 0;
  const looked = (flags & DETECTED) !== 0;
  return {
    frame: {
      observation: {
        t_ms: Math.round(view.getFloat64(0, true)),
        health: HEALTH[view.getUint8(8)] ?? "model-fault",
        ...(looked ? { detect } : {}),
        ...(seen ? { eye: { side, closed: view.getUint16(16, true) / 256 } } : {}),
      },
      image: { luma: view.getUint8(12), min: view.getUint8(13), max: view.getUint8(14), peak: view.getUint8(15) },
      roi: seen ? roi : null,
      detect_ms: looked ? view.getUint16(18, true) / 10 : null,
      eye_ms: seen ? view.getUint16(20, true) / 100 : null,
    },
    health: {
      camera: (flags & CAMERA) !== 0,
      models: (flags & MODELS) !== 0,
      eye_model: (flags & EYE_MODEL) !== 0,
    },
  };
}
