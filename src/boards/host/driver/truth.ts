/** What really is in the picture: measured on the model, not on its pixels. */
import type { Landmarks, Point } from "../../../monitor/observation";
import { jawMove } from "./head_mesh";
import { angleAt, EYE_X_MM, headPoint, MOUTH_HALF_MM, MOUTH_Y_MM, NOSE_TIP_Y_MM } from "./head_shape";
import type { Person } from "./person";
import type { Instant } from "./plan";
import type { Pose } from "./pose";
import { FRAME_PX, headToPixel, projection } from "./project";
import type { Part } from "./scenes";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Truth {
  readonly part: Part;
  /** Both eyes, nose and mouth are within the frame. */
  readonly visible: boolean;
  /** Closure of the eye at image left and right, 0 wide open to 1 shut; 0.8 counts as closed (P80). */
  readonly lids: { readonly left: number; readonly right: number };
  /** 0 lips together, 1 the widest yawn. */
  readonly mouth_open: number;
  /** Degrees: turned to image right, chin towards the chest, tilted clockwise as seen. */
  readonly yaw_deg: number;
  readonly pitch_deg: number;
  readonly roll_deg: number;
  /** Pixels of the upright frame, also beyond its edges; null when the seat is empty. */
  readonly lm: Landmarks | null;
  /** Brows to chin, cheek to cheek. */
  readonly box: Box | null;
}

const NOBODY = { visible: false, lids: { left: 0, right: 0 }, mouth_open: 0, yaw_deg: 0, pitch_deg: 0, roll_deg: 0 };
/** The middle of an eye's outline, above and below eye height, with the lid up and with the lid shut. */
const EYE_UP_MM = -0.3;
const EYE_SHUT_MM = 2.3;

/** A point of the head at rest, and where the wide open mouth moves it. */
interface Mark {
  readonly at: readonly [number, number, number];
  readonly jaw: readonly [number, number, number];
}

/** Measures what the model of one person really does. */
export class TruthGauge {
  private readonly eyes: readonly { readonly up: Mark; readonly shut: Mark }[];
  private readonly fixed: readonly Mark[];
  private readonly outline: readonly Mark[];

  constructor(private readonly who: Person) {
    const mark = (x: number, y: number, below = false): Mark => {
      const at = headPoint(angleAt(x, y, who.face), y, who.face);
      return { at, jaw: jawMove(at[0], y, below, who.face) };
    };
    this.eyes = [-EYE_X_MM, EYE_X_MM].map((x) => ({ up: mark(x, EYE_UP_MM), shut: mark(x, EYE_SHUT_MM) }));
    this.fixed = [mark(0, NOSE_TIP_Y_MM), mark(-MOUTH_HALF_MM, MOUTH_Y_MM), mark(MOUTH_HALF_MM, MOUTH_Y_MM)];
    this.outline = [mark(-62, 10), mark(62, 10), mark(-50, -28), mark(50, -28), mark(0, -34), mark(0, 115, true)];
  }

  measure({ part, pose }: Instant): Truth {
    if (!pose) return { part, ...NOBODY, lm: null, box: null };
    const to = projection(this.who, pose);
    const open = pose.mouth_open;
    const pixel = ({ at: [x, y, z], jaw }: Mark): Point =>
      headToPixel(to, x + jaw[0] * open, y + jaw[1] * open, z + jaw[2] * open);
    const eye = (side: 0 | 1, closed: number) => {
      const { up, shut } = this.eyes[side]!;
      return between(pixel(up), pixel(shut), closed);
    };
    const [nose, mouth_left, mouth_right] = this.fixed.map(pixel);
    const lm: Landmarks = [eye(0, pose.lid_left), eye(1, pose.lid_right), nose!, mouth_left!, mouth_right!];
    return {
      part,
      visible: lm.every(([x, y]) => x >= 0 && x < FRAME_PX && y >= 0 && y < FRAME_PX),
      lids: { left: pose.lid_left, right: pose.lid_right },
      ...angles(pose),
      lm,
      box: around([...this.outline.map(pixel), ...lm]),
    };
  }
}

function between(from: Point, to: Point, share: number): Point {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

function angles({ mouth_open, yaw_deg, pitch_deg, roll_deg }: Pose) {
  return { mouth_open, yaw_deg, pitch_deg, roll_deg };
}

function around(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
