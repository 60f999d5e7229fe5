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

export function truthOf(who: Person, { part, pose }: Instant): Truth {
  if (!pose) return { part, ...NOBODY, lm: null, box: null };
  const to = projection(who, pose);
  const at = (x: number, y: number, below = false): Point => {
    const [px, py, pz] = headPoint(angleAt(x, y, who.face), y, who.face);
    const [jx, jy, jz] = jawMove(px, y, below, who.face);
    const open = pose.mouth_open;
    return headToPixel(to, px + jx * open, py + jy * open, pz + jz * open);
  };
  const lm: Landmarks = [
    at(-EYE_X_MM, eyeHeight(pose.lid_left)),
    at(EYE_X_MM, eyeHeight(pose.lid_right)),
    at(0, NOSE_TIP_Y_MM),
    at(-MOUTH_HALF_MM, MOUTH_Y_MM),
    at(MOUTH_HALF_MM, MOUTH_Y_MM),
  ];
  return {
    part,
    visible: lm.every(([x, y]) => x >= 0 && x < FRAME_PX && y >= 0 && y < FRAME_PX),
    lids: { left: pose.lid_left, right: pose.lid_right },
    ...angles(pose),
    lm,
    box: around([at(-62, 10), at(62, 10), at(-50, -28), at(50, -28), at(0, -34), at(0, 115, true), ...lm]),
  };
}

function angles({ mouth_open, yaw_deg, pitch_deg, roll_deg }: Pose) {
  return { mouth_open, yaw_deg, pitch_deg, roll_deg };
}

/** Middle of an eye's outline: it sinks with the upper lid. */
function eyeHeight(closed: number): number {
  return -0.3 + 2.6 * closed;
}

function around(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}
