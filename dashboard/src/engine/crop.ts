import { FRAME_SIDE_PX } from "../../../src/constants";
import type { Detection } from "../../../src/monitor/observation";

/** Side of the alert/drowsy model's input, px. */
export const FACE_INPUT_PX = 64;

/** A square of the frame, px; it may reach over the border. */
export interface CropSquare {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly of: "face" | "centre";
}

/** Where the alert/drowsy model looks: at the face, or at the centre of the frame where there is none. */
export function faceSquare(face: Detection | null, zoom: number): CropSquare {
  if (face === null) {
    const w = FRAME_SIDE_PX * zoom;
    return { x: (FRAME_SIDE_PX - w) / 2, y: (FRAME_SIDE_PX - w) / 2, w, of: "centre" };
  }
  const w = Math.max(face.w, face.h);
  return { x: face.x + (face.w - w) / 2, y: face.y + (face.h - w) / 2, w, of: "face" };
}

const { floor, min, max } = Math;
const inFrame = (v: number) => min(FRAME_SIDE_PX - 1, max(0, v));

/** Samples a square of a 240x240 grey frame down to 64x64 by area; beyond the border the nearest pixel counts. */
export function cropGrey(grey: Uint8Array, square: CropSquare): Uint8Array {
  const out = new Uint8Array(FACE_INPUT_PX * FACE_INPUT_PX);
  const cell = square.w / FACE_INPUT_PX;
  const taps = Math.max(1, Math.ceil(cell));
  for (let row = 0; row < FACE_INPUT_PX; row += 1) {
    for (let col = 0; col < FACE_INPUT_PX; col += 1) {
      let sum = 0;
      for (let i = 0; i < taps * taps; i += 1) {
        const x = inFrame(floor(square.x + (col + ((i % taps) + 0.5) / taps) * cell));
        const y = inFrame(floor(square.y + (row + (floor(i / taps) + 0.5) / taps) * cell));
        sum += grey[y * FRAME_SIDE_PX + x]!;
      }
      out[row * FACE_INPUT_PX + col] = Math.round(sum / (taps * taps));
    }
  }
  return out;
}
