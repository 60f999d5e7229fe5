/** From millimetres of the head to pixels of the frame: pose, then a pinhole camera in front of the driver. */
import type { Person } from "./person";
import type { Pose } from "./pose";

export const FRAME_PX = 240;
export const CAMERA_MM = 720;
/** Depth of the face, at which the interocular distance holds. */
export const FACE_Z_MM = 80;
/** The neck joint that the head turns around. */
const PIVOT_Y_MM = 112;
const PIVOT_Z_MM = -30;

/** Rotation (row major) and translation of the head, and where the body stands. */
export interface Projection {
  readonly r: readonly number[];
  readonly x_mm: number;
  readonly y_mm: number;
  readonly scale: number;
  readonly eye_y_px: number;
}

export function projection(who: Person, pose: Pose): Projection {
  const rad = Math.PI / 180;
  const [cy, sy] = [Math.cos(pose.yaw_deg * rad), Math.sin(pose.yaw_deg * rad)];
  const [cp, sp] = [Math.cos(pose.pitch_deg * rad), Math.sin(pose.pitch_deg * rad)];
  const [cr, sr] = [Math.cos(pose.roll_deg * rad), Math.sin(pose.roll_deg * rad)];
  // roll * pitch * yaw with y down and z towards the camera
  const r = [
    cr * cy - sr * sp * -sy,
    -sr * cp,
    cr * sy - sr * sp * cy,
    sr * cy + cr * sp * -sy,
    cr * cp,
    sr * sy + cr * sp * cy,
    -sy * cp,
    -sp,
    cp * cy,
  ];
  return {
    r,
    x_mm: pose.x_mm,
    y_mm: pose.y_mm,
    scale: who.interocular_px / 63,
    eye_y_px: who.eye_y_px,
  };
}

/** Head to camera, three rows of four (rotation and translation, millimetres). */
export function headMatrix(to: Projection): number[] {
  const { r } = to;
  const row = (at: number, shift: number) => {
    const [a, b, c] = [r[at]!, r[at + 1]!, r[at + 2]!];
    return [a, b, c, shift - b * PIVOT_Y_MM - c * PIVOT_Z_MM];
  };
  return [...row(0, to.x_mm), ...row(3, PIVOT_Y_MM + to.y_mm), ...row(6, PIVOT_Z_MM)];
}

/** Body to camera: it does not turn, and follows the head by `share` of its way. */
export function bodyMatrix(to: Projection, share: number): number[] {
  return [1, 0, 0, to.x_mm, 0, 1, 0, to.y_mm * share, 0, 0, 1, 0];
}

/** Pixel of a point of the head. */
export function headToPixel(to: Projection, x: number, y: number, z: number): [x: number, y: number] {
  const m = headMatrix(to);
  const along = (row: number) => m[row]! * x + m[row + 1]! * y + m[row + 2]! * z + m[row + 3]!;
  const size = (to.scale * (CAMERA_MM - FACE_Z_MM)) / (CAMERA_MM - along(8));
  return [FRAME_PX / 2 + along(0) * size, to.eye_y_px + along(4) * size];
}
