import { angleDegrees } from "./number";
import type { Landmarks } from "./observation";

/** Outside of these the eyes are one point, or no pixels, and ratios of them are no numbers to compute with. */
const DIST_MIN_PX = 0.01;
const DIST_MAX_PX = 1e6;

/**
 * What five landmarks say about a face, in units of the distance between the eyes and along its own axes, so that it
 * depends neither on how far the driver sits nor on how the head leans. Written in place: one per track, none per frame.
 */
export class Geometry {
  /** The landmarks spanned an eye line; everything else is 0 where they did not. */
  valid = false;
  /** Tilt of the eye line, degrees, -180 to 180; positive leans to the right of the image. */
  roll = 0;
  /** Interocular distance, px. */
  eye_dist = 0;
  /** Eye line to mouth line. */
  jaw_drop = 0;
  /** Eye line to nose. */
  nose_norm = 0;
  /** Nose between eye line (0) and mouth line (1); 0 where the mouth line does not lie below the eyes. */
  nose_frac = 0;
  /** Mouth width. */
  mouth_ratio = 0;
  /** Nose beside the middle of the eyes, positive to the right of the image. */
  nose_side = 0;
  /** Middle of the eyes, px of the frame. */
  eyes_x = 0;
  eyes_y = 0;

  measure(lm: Landmarks): void {
    // By index: taking arrays apart runs an iterator, which costs several times as much on the board.
    const left = lm[0];
    const right = lm[1];
    const nose = lm[2];
    const mouth_left = lm[3];
    const mouth_right = lm[4];
    const dx = right[0] - left[0];
    const dy = right[1] - left[1];
    const dist = Math.sqrt(dx * dx + dy * dy);
    this.valid = dist > DIST_MIN_PX && dist < DIST_MAX_PX;
    if (!this.valid) {
      this.clear();
      return;
    }
    // Unit of length 1/dist along the eye line; down the face is that turned by 90 degrees.
    const ux = dx / (dist * dist);
    const uy = dy / (dist * dist);
    this.eye_dist = dist;
    this.roll = angleDegrees(dx, dy);
    this.eyes_x = (left[0] + right[0]) / 2;
    this.eyes_y = (left[1] + right[1]) / 2;
    const nx = nose[0] - this.eyes_x;
    const ny = nose[1] - this.eyes_y;
    this.nose_side = nx * ux + ny * uy;
    this.nose_norm = ny * ux - nx * uy;
    const mx = (mouth_left[0] + mouth_right[0]) / 2 - this.eyes_x;
    const my = (mouth_left[1] + mouth_right[1]) / 2 - this.eyes_y;
    this.jaw_drop = my * ux - mx * uy;
    this.nose_frac = this.jaw_drop > 0.01 ? this.nose_norm / this.jaw_drop : 0;
    const wx = mouth_right[0] - mouth_left[0];
    const wy = mouth_right[1] - mouth_left[1];
    this.mouth_ratio = Math.sqrt(wx * wx + wy * wy) / dist;
  }

  clear(): void {
    this.valid = false;
    this.roll = 0;
    this.eye_dist = 0;
    this.jaw_drop = 0;
    this.nose_norm = 0;
    this.nose_frac = 0;
    this.mouth_ratio = 0;
    this.nose_side = 0;
    this.eyes_x = 0;
    this.eyes_y = 0;
  }
}
