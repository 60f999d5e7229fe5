/** A frame record as the native side packs it, for tests: every field at the place that `frame_record.h` gives it. */
export interface RecordFields {
  readonly t_ms?: number;
  readonly health?: number;
  readonly flags?: number;
  readonly side?: number;
  readonly image?: readonly [luma: number, min: number, max: number, peak: number];
  readonly closed_256?: number;
  readonly detect_tenths?: number;
  readonly eye_hundredths?: number;
  /** x, y, w in hundredths of a pixel. */
  readonly roi?: readonly [number, number, number];
  /** Score in ten-thousandths, then fourteen hundredths of a pixel: box and landmarks. */
  readonly faces?: readonly (readonly number[])[];
}

export const CAMERA = 1;
export const MODELS = 2;
export const EYE_MODEL = 4;
export const DETECTED = 8;
export const EYE = 16;
export const ALL_WELL = CAMERA | MODELS | EYE_MODEL;

/** Score, x, y, w, h, then left eye, right eye, nose, left and right mouth corner. */
export const FACE = [
  9312, 6000, 4000, 12000, 14001, 9500, 9550, 14500, 9450, 12000, 12500, 10000, 15000, 14000, 15025,
] as const;

export function packRecord(fields: RecordFields): ArrayBuffer {
  const { t_ms = 0, health = 0, flags = ALL_WELL, side = 0, image = [0, 0, 0, 0], faces = [] } = fields;
  const view = new DataView(new ArrayBuffer(168));
  view.setFloat64(0, t_ms, true);
  view.setUint8(8, health);
  view.setUint8(9, flags);
  view.setUint8(10, faces.length);
  view.setUint8(11, side);
  for (const [i, value] of image.entries()) view.setUint8(12 + i, value);
  view.setUint16(16, fields.closed_256 ?? 0, true);
  view.setUint16(18, fields.detect_tenths ?? 0, true);
  view.setUint16(20, fields.eye_hundredths ?? 0, true);
  for (const [i, value] of (fields.roi ?? []).entries()) view.setInt32(24 + 4 * i, value, true);
  for (const [i, face] of faces.entries()) {
    const at = 40 + 32 * i;
    view.setUint16(at, face[0]!, true);
    for (const [k, value] of face.slice(1).entries()) view.setInt16(at + 2 + 2 * k, value, true);
  }
  return view.buffer;
}
