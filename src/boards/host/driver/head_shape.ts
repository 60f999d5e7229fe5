/**
 * The surface of a human head in millimetres, as a radius around a vertical axis with features laid on it.
 * Head frame: origin on the axis at eye height, x to image right, y DOWN, z towards the camera.
 * Proportions follow adult anthropometric means (Farkas): 63 mm between the pupils, 70 mm from the eyes to the mouth line.
 */
import type { FaceShape } from "./person";
import { smoothstep } from "./random";

export const EYE_X_MM = 31.5;
export const MOUTH_Y_MM = 70;
export const MOUTH_HALF_MM = 25;
export const NOSE_TIP_Y_MM = 42;
/** Radius that turns an angle around the axis into a texture distance. */
export const TEXTURE_RADIUS_MM = 75;

/** y, half width, depth to the front, depth to the back. */
const PROFILE: readonly (readonly [number, number, number, number])[] = [
  [-118, 0, 0, 0],
  [-115, 26, 34, 30],
  [-107, 46, 58, 58],
  [-95, 59, 74, 76],
  [-78, 68, 86, 90],
  [-58, 73, 93, 98],
  [-38, 75, 96, 101],
  [-20, 74.5, 97, 101],
  [-4, 72, 93, 99],
  [14, 70.5, 90, 94],
  [32, 69, 89, 86],
  [50, 65.5, 88.5, 70],
  [66, 61, 89, 52],
  [80, 55, 87, 34],
  [92, 47.5, 86, 18],
  [101, 39.5, 85, 6],
  [108, 31, 80, -4],
  [113, 22, 72, -12],
  [116, 12, 62, -20],
  [117, 2, 48, -30],
];

function profile(y: number, column: 1 | 2 | 3): number {
  let row = 0;
  while (row < PROFILE.length - 2 && PROFILE[row + 1]![0] < y) row += 1;
  const at = (index: number) => PROFILE[Math.min(PROFILE.length - 1, Math.max(0, index))]!;
  const [y1, y2] = [at(row)[0], at(row + 1)[0]];
  const s = Math.min(1, Math.max(0, (y - y1) / (y2 - y1)));
  const slope = (index: number) =>
    index <= 0 || index >= PROFILE.length - 1
      ? 0
      : (at(index + 1)[column] - at(index - 1)[column]) / (at(index + 1)[0] - at(index - 1)[0]);
  const [p1, p2] = [at(row)[column], at(row + 1)[column]];
  const [m1, m2] = [slope(row) * (y2 - y1), slope(row + 1) * (y2 - y1)];
  const edge = row === 0 || row === PROFILE.length - 2;
  if (edge) return p1 + (p2 - p1) * s;
  const s2 = s * s;
  const s3 = s2 * s;
  return (2 * s3 - 3 * s2 + 1) * p1 + (s3 - 2 * s2 + s) * m1 + (3 * s2 - 2 * s3) * p2 + (s3 - s2) * m2;
}

/** Half width of the head at height `y`, before features. */
export function halfWidth(y: number, face: FaceShape): number {
  const jaw = 1 + (face.jaw - 1) * smoothstep(20, 80, y);
  return profile(y, 1) * face.width * jaw;
}

/** Angle around the axis (radians, 0 = straight ahead, positive to image right) of the point at `x`, `y`. */
export function angleAt(x: number, y: number, face: FaceShape): number {
  return Math.asin(Math.max(-1, Math.min(1, x / halfWidth(y, face))));
}

const bump = (x: number, y: number, cx: number, cy: number, sx: number, sy: number) =>
  Math.exp(-0.5 * (((x - cx) / sx) ** 2 + ((y - cy) / sy) ** 2));

function nose(x: number, y: number, size: number): number {
  const rise = smoothstep(-14, 41, y);
  const under = 1 - smoothstep(43.5, 52, y);
  const ridge = (3 + 20 * rise ** 1.4) * under * smoothstep(-22, -4, y);
  const width = 5.2 + 3.4 * smoothstep(10, 42, y);
  const wing = bump(Math.abs(x), y, 13.5, 43.5, 4.6, 4.8) * 8.5;
  const flank = bump(x, y, 0, 38, 15, 14) * 4.5;
  return size * (ridge * Math.exp(-0.5 * (x / width) ** 2) + wing + flank);
}

/** How far the features stand out of the plain head at `x`, `y` of its front. */
function features(x: number, y: number, face: FaceShape): number {
  const side = Math.abs(x);
  return (
    nose(x, y, face.nose) -
    7.5 * bump(side, y, 31, 1, 14, 9) -
    5.5 * bump(side, y, 16.5, 2, 5.5, 9) +
    3 * bump(side, y, 32, 1, 9, 7) +
    4.2 * face.brow * bump(side, y, 27, -19, 18, 5.5) +
    3.8 * bump(side, y, 43, 27, 14, 11) -
    2.6 * bump(side, y, 36, 62, 10, 14) -
    1.6 * bump(side, y, 25, 52, 4, 10) +
    face.lips * (3.4 * bump(x, y, 0, 65.5, 17, 3.6) + 4.4 * bump(x, y, 0, 75.5, 13.5, 4)) -
    1.8 * bump(x, y, 0, MOUTH_Y_MM, 20, 1.8) -
    3.2 * bump(x, y, 0, 85.5, 17, 4.2) +
    5.4 * bump(x, y, 0, 101, 13, 8) -
    1.1 * bump(x, y, 0, 57.5, 2.6, 5)
  );
}

/** Point of the skin at angle `theta` and height `y`. */
export function headPoint(theta: number, y: number, face: FaceShape): [x: number, y: number, z: number] {
  const ahead = Math.cos(theta);
  const x = halfWidth(y, face) * Math.sin(theta);
  if (ahead < 0) return [x, y, profile(y, 3) * ahead];
  return [x, y, profile(y, 2) * ahead + features(x, y, face) * smoothstep(0, 0.5, ahead)];
}
