import type { Detection, Point } from "../../src/monitor/observation";
import type { Random } from "./random";

// The test runner makes every access to a global slow, and an hour of driving has millions of them.
const { floor, sqrt } = Math;

/** How a head is held: yaw and pitch as sines (0.5 is 30 degrees; pitch positive down), mouth opening 0-1. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  /** Distance between the eyes when seen from the front, px. */
  readonly eye_dist: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly mouth: number;
}

/** Adult means, in units of the interocular distance: right, down, forward of the middle of the eyes. */
const EYE = 0.5;
const NOSE = { down: 0.52, forward: 0.45 };
const MOUTH = { side: 0.4, down: 1.08, forward: 0.15 };
/** A wide open mouth draws its corners down and together. */
const OPEN_DROP = 0.24;
const OPEN_NARROW = 0.2;
/** The head turns about the neck, below and behind the eyes. */
const NECK = { down: 2.3, back: 1.2 };

/** What a detector sees of a head: turned about the neck, projected, with `noise_px` on every landmark. */
export function seen(pose: Pose, noise_px: number, random: Random): Detection {
  const { yaw, pitch, eye_dist } = pose;
  const cos_yaw = sqrt(1 - yaw * yaw);
  const cos_pitch = sqrt(1 - pitch * pitch);
  const project = (side: number, down: number, forward: number): Point => {
    const x = side * cos_yaw + forward * yaw;
    const deep = forward * cos_yaw - side * yaw;
    const y = (down - NECK.down) * cos_pitch + (deep + NECK.back) * pitch + NECK.down;
    return [pose.x + x * eye_dist, pose.y + y * eye_dist];
  };
  const blur = ([x, y]: Point): Point => [cents(x + noise_px * random.normal()), cents(y + noise_px * random.normal())];
  const mouth_side = MOUTH.side * (1 - OPEN_NARROW * pose.mouth);
  const mouth_down = MOUTH.down + OPEN_DROP * pose.mouth;
  const [nose_x, nose_y] = project(0, NOSE.down, NOSE.forward);
  const w = eye_dist * 2.3;
  const h = eye_dist * (2.7 + 0.2 * pose.mouth);
  return {
    score: cents(random.between(0.75, 0.98)),
    x: cents(nose_x - w / 2 + noise_px * random.normal()),
    y: cents(nose_y - h * 0.52 + noise_px * random.normal()),
    w: cents(w),
    h: cents(h),
    lm: [
      blur(project(-EYE, 0, 0)),
      blur(project(EYE, 0, 0)),
      blur([nose_x, nose_y]),
      blur(project(-mouth_side, mouth_down, MOUTH.forward)),
      blur(project(mouth_side, mouth_down, MOUTH.forward)),
    ],
  };
}

/** Two decimals: short traces. */
export function cents(value: number): number {
  return floor(value * 100 + 0.5) / 100;
}
