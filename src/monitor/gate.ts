import type { Geometry } from "./geometry";
import type { Detection, Point } from "./observation";
import type { MonitorSettings } from "./settings";

/** Every reject name, in the order of the checks; `ok` is accepted. The last two need a track to compare with. */
export const REJECTS = [
  "ok",
  "score",
  "size",
  "aspect",
  "eye_dist",
  "roll",
  "yaw",
  "jaw",
  "nose",
  "mouth",
  "jump",
  "scale",
] as const;

export type Reject = (typeof REJECTS)[number];

/** Far beyond any frame, and its square is still exact enough to compare. */
const PIXELS_MAX = 1e6;

function isMeasurable(value: number): boolean {
  return value > -PIXELS_MAX && value < PIXELS_MAX;
}

function isMeasurablePoint(point: Point): boolean {
  return isMeasurable(point[0]) && isMeasurable(point[1]);
}

function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}

/** The centre of the box lies in the frame: what lies outside has no size in it. */
function isInFrame(d: Detection, side: number): boolean {
  return within(d.x + d.w / 2, 0, side) && within(d.y + d.h / 2, 0, side);
}

/** Every number of the candidate can be computed with: what is not cannot even be accepted by an advisory gate. */
export function isUsable(d: Detection): boolean {
  if (!isMeasurable(d.score) || !isMeasurable(d.x) || !isMeasurable(d.y)) return false;
  if (!(d.w > 0 && d.w < PIXELS_MAX && d.h > 0 && d.h < PIXELS_MAX)) return false;
  return d.lm.every(isMeasurablePoint);
}

/**
 * Is this candidate plausibly the face of a driver? Names the first check that it fails.
 * `g` is the geometry of its landmarks. Anything that is not a number fails the check that looks at it.
 */
export function gate(d: Detection, g: Geometry, s: MonitorSettings): Reject {
  if (!(d.score >= s.FACE_MIN_SCORE)) return "score";
  const low = s.FACE_MIN_SIDE_FRAC * s.FRAME_SIDE_PX;
  const high = s.FACE_MAX_SIDE_FRAC * s.FRAME_SIDE_PX;
  if (!within(d.w, low, high) || !within(d.h, low, high) || !isInFrame(d, s.FRAME_SIDE_PX)) return "size";
  if (!within(d.h / d.w, s.FACE_ASPECT_MIN, s.FACE_ASPECT_MAX)) return "aspect";
  if (!g.valid || !within(g.eye_dist / d.w, s.FACE_EYE_DIST_MIN, s.FACE_EYE_DIST_MAX)) return "eye_dist";
  if (!within(g.roll, -s.FACE_MAX_ROLL_DEG, s.FACE_MAX_ROLL_DEG)) return "roll";
  if (!within(g.nose_side, -s.FACE_YAW_MAX, s.FACE_YAW_MAX)) return "yaw";
  if (!within(g.jaw_drop, s.FACE_JAW_MIN, s.FACE_JAW_MAX)) return "jaw";
  if (!within(g.nose_frac, s.FACE_NOSE_FRAC_MIN, s.FACE_NOSE_FRAC_MAX)) return "nose";
  if (!within(g.mouth_ratio, s.FACE_MOUTH_MIN, s.FACE_MOUTH_MAX)) return "mouth";
  return "ok";
}

/** Could the face `from` have become `to` by the next detection? `jump` and `scale` as the gate names them. */
export function continuity(from: Detection, to: Detection, s: MonitorSettings): "ok" | "jump" | "scale" {
  const from_size = (from.w + from.h) / 2;
  const to_size = (to.w + to.h) / 2;
  const dx = to.x + to.w / 2 - (from.x + from.w / 2);
  const dy = to.y + to.h / 2 - (from.y + from.h / 2);
  const reach = s.FACE_JUMP_MAX_FRAC * from_size;
  if (!(dx * dx + dy * dy <= reach * reach)) return "jump";
  const ratio = to_size > from_size ? to_size / from_size : from_size / to_size;
  return ratio <= s.FACE_SCALE_MAX_RATIO ? "ok" : "scale";
}
