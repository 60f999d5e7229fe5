/**
 * Draws one eye into the skin around it: eyeball with iris, pupil and catch light, wet lid rims, lashes, the crease of
 * the upper lid, and, when it shuts, the smooth bulge of the lid over a dark line of lashes.
 */
import { headTexel, TEXELS_PER_MM } from "./atlas";
import { angleAt, EYE_X_MM, halfWidth, TEXTURE_RADIUS_MM } from "./head_shape";
import { Lids, REACH_MM } from "./lids";
import type { Person } from "./person";
import { smoothstep } from "./random";
import { LINEAR_ONE, SRGB_TO_LINEAR } from "./tone";

// imported bindings are looked up anew at every use, which drawing sample by sample cannot afford
const ramp = smoothstep;
const WHITE = LINEAR_ONE;
const MM = TEXELS_PER_MM;
const WIDEST = REACH_MM;
const column = Lids.at;
const IRIS_MM = 5.9;
const PUPIL_MM = 2.0;
/** One sample of the supersampled picture is about this wide: edges are softened over it. */
const SOFT_MM = 0.55;

export class EyeShader {
  red = 0;
  green = 0;
  blue = 0;
  /** Share of the skin's own gloss that stays, and the light that the wet eye throws back. */
  gloss = 1;
  glint = 0;
  private readonly lids: Lids;
  private readonly u: number;
  private readonly v: number;
  private readonly per_u: number;
  private readonly iris: readonly [number, number, number];
  private closed = 0;
  private gaze_x = 0;
  private gaze_y = 0;
  private glint_x = 0;

  /** `side`: -1 for the eye at image left, 1 for the one at image right. */
  constructor(
    private readonly who: Person,
    private readonly side: -1 | 1,
  ) {
    const theta = angleAt(side * EYE_X_MM, 0, who.face);
    [this.u, this.v] = headTexel(theta, 0);
    // the texture runs along the skin, the eye is drawn as seen from ahead
    this.per_u = (side * halfWidth(0, who.face) * Math.cos(theta)) / (TEXTURE_RADIUS_MM * TEXELS_PER_MM);
    this.lids = new Lids(who.eye);
    this.iris = [0, 1, 2].map((channel) => SRGB_TO_LINEAR[who.eye.iris[channel]!]!) as [number, number, number];
  }

  set(closed: number, gaze_x: number, gaze_y: number): void {
    this.closed = closed;
    this.gaze_x = gaze_x * this.side;
    this.gaze_y = gaze_y - 0.4;
    this.glint_x = this.who.key_side * this.side * 1.7;
    this.lids.set(closed, gaze_y);
  }

  /** Colours one sample; false where the skin stays as it is. `red`, `green`, `blue`: the skin there. */
  paint(u: number, v: number, red: number, green: number, blue: number): boolean {
    const x = (u - this.u) * this.per_u;
    const y = (v - this.v) / MM;
    if (x < -WIDEST || x > WIDEST || y < -15 || y > 13) return false;
    const at = column(x);
    const { lids, closed } = this;
    const upper = lids.upper[at]!;
    const lower = lids.lower[at]!;
    const inside = lids.inside[at]!;
    this.gloss = 1;
    this.glint = 0;
    let shade = this.skinShade(x, y, at, upper, lower, inside);
    let r = red * shade;
    let g = green * shade;
    let b = blue * shade;
    const gap = lower - upper;
    const ball =
      inside * ramp(-SOFT_MM, SOFT_MM, y - upper) * (1 - ramp(-SOFT_MM, SOFT_MM, y - lower)) * ramp(0.15, 1.2, gap);
    if (ball > 0.004) {
      this.eyeball(x, y, upper, lower);
      r += (this.red - r) * ball;
      g += (this.green - g) * ball;
      b += (this.blue - b) * ball;
      this.gloss = 1 - ball;
      this.glint *= ball;
    }
    shade = this.lashes(x, y, at, upper, lower, closed);
    this.red = r * shade;
    this.green = g * shade;
    this.blue = b * shade;
    this.glint *= shade;
    this.gloss *= shade * shade;
    return true;
  }

  /** How dark the skin around the eye lies: crease, bulge of the lid, rim, the hollow below. */
  private skinShade(x: number, y: number, at: number, upper: number, lower: number, inside: number): number {
    const { crease } = this.lids;
    const half = this.who.eye.half_width_mm;
    const width = ramp(-half - 5, -half + 3, x) * (1 - ramp(half - 2, half + 7, x));
    const fold = y - crease[at]!;
    const depth = (0.62 - 0.22 * this.closed) * width;
    let shade = 1 - depth * Math.exp(-((fold / (fold < 0 ? 1.5 : 0.85)) ** 2));
    const lid = upper - crease[at]!;
    if (fold > 0 && y < upper + 0.4 && lid > 0.5) {
      const s = Math.min(1, fold / lid);
      // the lid over the ball: light falls on its upper middle, it turns away towards lashes and corners
      const round = 1 - (x / (half + 3)) ** 2;
      shade *=
        1 + width * ((0.14 + 0.14 * this.closed) * Math.sin(Math.PI * Math.min(1, s * 1.15)) * round - 0.2 * s * s);
    }
    const under = y - lower;
    if (under > 0) {
      const rim = Math.exp(-(((under - 0.7) / 0.6) ** 2)) * inside * (1 - this.closed);
      shade *= 1 + 0.22 * rim;
      shade *= 1 - 0.16 * width * Math.exp(-(((under - 2.6) / 1.2) ** 2));
      shade *= 1 - 0.2 * width * Math.exp(-(((under - 6.5 + 0.02 * x * x) / 1.3) ** 2));
    }
    return shade;
  }

  /** Sets the colour of the eyeball at `x`, `y`. */
  private eyeball(x: number, y: number, upper: number, lower: number): void {
    const half = this.who.eye.half_width_mm;
    const turn = Math.max(0, 1 - (x / (half + 1.5)) ** 2 * 0.62 - (y / 13) ** 2 * 0.5);
    const cast = 0.42 + 0.58 * ramp(-0.3, 3.4, y - upper);
    const foot = 0.78 + 0.22 * ramp(0, 1.6, lower - y);
    const white = 0.6 * turn * cast * foot * WHITE;
    let r = white;
    let g = white * 0.93;
    let b = white * 0.9;
    const corner = 1 - ramp(-half + 1.2, -half + 4.2, x);
    r += (0.34 * cast * WHITE - r) * corner;
    g += (0.14 * cast * WHITE - g) * corner;
    b += (0.12 * cast * WHITE - b) * corner;
    const dx = x - this.gaze_x;
    const dy = y - this.gaze_y;
    const radius = Math.sqrt(dx * dx + dy * dy);
    const iris = 1 - ramp(IRIS_MM - 0.55, IRIS_MM + 0.45, radius);
    if (iris > 0) {
      const pupil = 1 - ramp(PUPIL_MM - 0.4, PUPIL_MM + 0.4, radius);
      const limbus = 1 - 0.6 * ramp(IRIS_MM - 2, IRIS_MM, radius);
      const spokes = 1 + 0.2 * Math.sin(Math.atan2(dy, dx) * 23 + radius * 1.3);
      // light enters from above and lights the far, lower half of the iris
      const depth = (0.95 + 0.09 * dy) * limbus * spokes * cast * (1 - 0.97 * pupil);
      r += (this.iris[0] * depth - r) * iris;
      g += (this.iris[1] * depth - g) * iris;
      b += (this.iris[2] * depth - b) * iris;
    }
    const hx = dx - this.glint_x;
    const hy = dy + 1.9;
    const spark = Math.exp(-((hx / 0.75) ** 2) - (hy / 0.85) ** 2);
    const second = 0.22 * Math.exp(-(((dx + this.glint_x * 1.2) / 0.8) ** 2) - ((dy - 2) / 0.8) ** 2);
    const tear = 0.12 * Math.exp(-(((lower - y - 0.35) / 0.3) ** 2));
    this.glint = (1.15 * spark + second + tear) * cast * WHITE;
    this.red = r;
    this.green = g;
    this.blue = b;
  }

  /** How much light the lashes and the lid's edge let through. */
  private lashes(x: number, y: number, at: number, upper: number, lower: number, closed: number): number {
    const { half_width_mm: half, lash } = this.who.eye;
    const width = ramp(-half - 0.2, -half + 4, x) * (1 - ramp(half + 0.6, half + 2.2, x));
    if (width === 0) return 1;
    const strand = this.lids.lash[at]!;
    const from = y - upper;
    // the edge of the lid with the roots of the lashes: thin while it is open, a thick line where both lids meet
    const edge = from < 0 ? 0.6 + 0.5 * closed : 0.8 + 0.55 * closed;
    let dark = 0.97 * Math.exp(-((from / edge) ** 2));
    // open lashes stand up against the lid, shut ones hang below the line
    const out = 1.6 + 1.1 * ramp(-half, half, x);
    if (from < 0) dark = Math.max(dark, (1 - closed) * 0.65 * strand * Math.exp(-((from / out) ** 2)));
    else dark = Math.max(dark, closed * (0.5 + 0.45 * strand) * Math.exp(-(((from - 0.8) / (out + 0.9)) ** 2)));
    const below = y - lower - 0.9;
    const outer = ramp(-half * 0.4, half, x);
    const low = (1 - closed) * (0.12 + 0.3 * outer) * strand * Math.exp(-((below / (below < 0 ? 0.5 : 1.2)) ** 2));
    return 1 - lash * width * Math.max(dark, low);
  }
}
