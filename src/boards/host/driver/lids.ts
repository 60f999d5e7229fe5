/** The curves of one eye's lids across its width, for any closure: the geometry that the eye shader fills. */
import type { EyeShape } from "./person";
import { smoothstep } from "./random";

/** Curves are tabled from -REACH to REACH millimetres, inner corner negative. */
export const REACH_MM = 22;
const STEPS_PER_MM = 5;
const COUNT = REACH_MM * 2 * STEPS_PER_MM + 1;

export class Lids {
  /** Height (mm, down) of the upper lid's margin, the lower lid's margin, the crease above. */
  readonly upper = new Float32Array(COUNT);
  readonly lower = new Float32Array(COUNT);
  readonly crease = new Float32Array(COUNT);
  /** 1 between the corners of the eye, fading out beyond them. */
  readonly inside = new Float32Array(COUNT);
  /** Uneven lashes: a darkness 0-1 for each step. */
  readonly lash = new Float32Array(COUNT);

  constructor(private readonly shape: EyeShape) {
    for (let at = 0; at < COUNT; at += 1) {
      const wave = Math.sin(at * 1.15) * 0.5 + Math.sin(at * 0.62 + 2) * 0.35 + Math.sin(at * 2.3) * 0.15;
      this.lash[at] = 0.55 + 0.45 * wave;
    }
  }

  /** Index of the curves at `x` millimetres, which lies within the reach. */
  static at(x: number): number {
    return ((x + REACH_MM) * STEPS_PER_MM + 0.5) | 0;
  }

  /** Lays the curves out for lid closure `closed` (0-1) and a gaze `gaze_down` millimetres below the middle. */
  set(closed: number, gaze_down: number): void {
    const { half_width_mm: half, upper_mm, lower_mm, tilt_mm, crease_mm } = this.shape;
    const droop = Math.max(-0.6, Math.min(2, gaze_down * 0.55));
    for (let at = 0; at < COUNT; at += 1) {
      const x = at / STEPS_PER_MM - REACH_MM;
      const s = (x + half) / (2 * half);
      const t = Math.min(1, Math.max(0, s));
      const line = tilt_mm * (0.5 - Math.min(1.35, Math.max(-0.2, s)));
      const upperArch = Math.sin(Math.PI * t ** 0.86) ** 0.72;
      const lowerArch = Math.sin(Math.PI * t ** 1.22) ** 0.86;
      const shut = line + (lower_mm - 0.5) * Math.sin(Math.PI * t) ** 0.85;
      const open = line - upper_mm * upperArch + droop * upperArch;
      const low = line + lower_mm * lowerArch;
      const lowClosed = shut;
      this.upper[at] = open + (shut - open) * closed;
      this.lower[at] = low + (lowClosed - low) * closed;
      const fold =
        line -
        (upper_mm + crease_mm) * Math.sin(Math.PI * Math.min(1, Math.max(0, (x + half + 2) / (2 * half + 5)))) ** 0.6;
      this.crease[at] = fold + closed * 1.2;
      this.inside[at] = smoothstep(-half - 0.4, -half + 0.4, x) * (1 - smoothstep(half - 0.4, half + 0.4, x));
    }
  }
}
