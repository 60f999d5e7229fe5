/** Skin, scalp and the inside of the mouth as triangles. */
import { headTexel, mouthTexel, TEXELS_PER_MM } from "./atlas";
import { hairDepth } from "./hair_shape";
import { angleAt, EYE_X_MM, halfWidth, headPoint, MOUTH_HALF_MM, MOUTH_Y_MM } from "./head_shape";
import { MATERIAL, type Material, type MeshBuilder } from "./mesh";
import type { FaceShape, Person } from "./person";
import { smoothstep } from "./random";

/** How far a chin drops in the widest yawn. */
export const JAW_DROP_MM = 27;
/** How far the corners of the mouth go with it: they are all that five landmarks see of a yawn. */
const CORNER_SHARE = 0.8;
/** Half of the square around an eye that the eye shader draws. */
export const EYE_REACH_MM = 23;

const degrees = (value: number) => (value * Math.PI) / 180;

/** Angles of the mesh's columns: narrow over the nose, wide behind the ears. */
function columns(): number[] {
  const right: number[] = [];
  for (let at = 2.6; at < 26; at += 2.6) right.push(at);
  for (let at = 26; at < 66; at += 4.4) right.push(at);
  for (let step = 0; step <= 9; step += 1) right.push(66 + (step * 114) / 9);
  return [...right.map((at) => -at).reverse(), 0, ...right].map(degrees);
}

function rows(): { above: number[]; below: number[] } {
  const above = [-118, -116, -112, -106, -98, -90, -82, -76, -70, -64, -58];
  for (let y = -52; y < -28; y += 6) above.push(y);
  for (let y = -26; y < 60; y += 4.3) above.push(y);
  above.push(60, 62.5, 65, 67.5, MOUTH_Y_MM);
  const below = [MOUTH_Y_MM, 72.5, 75, 78, 81.5, 85.5, 90, 95, 100, 105, 109, 112, 114.5, 116.5, 117];
  return { above, below };
}

/** Where the wide open mouth moves the skin at `x`, `y`; `below` says which lip a point of the mouth line belongs to. */
export function jawMove(x: number, y: number, below: boolean, face: FaceShape): [x: number, y: number, z: number] {
  const side = Math.abs(x) / MOUTH_HALF_MM;
  const corner = CORNER_SHARE * JAW_DROP_MM;
  const lens = side < 1 ? Math.sqrt(1 - side * side) : 0;
  const beside = corner * (1 - smoothstep(1, 2.5, side));
  const reach = smoothstep(34, MOUTH_Y_MM, y) * (1 - smoothstep(96, 112, y) * 0.3);
  const narrow =
    -0.3 * x * smoothstep(40, MOUTH_Y_MM, y) * (1 - smoothstep(78, 104, y)) * (1 - smoothstep(1, 2.6, side));
  if (!below) {
    const upper = side < 1 ? corner * side ** 3 - 3 * lens : beside;
    return [narrow, upper * reach, -2 * reach];
  }
  const lower = side < 1 ? corner * side ** 3 + JAW_DROP_MM * 0.94 * lens ** 0.8 * (1 - 0.28 * side) : beside;
  const chin = JAW_DROP_MM * (1 - smoothstep(0.5, 1.02, Math.abs(x) / (halfWidth(y, face) + 8)) * 0.6);
  const down = smoothstep(MOUTH_Y_MM, 100, y);
  return [narrow, lower * (1 - down) + chin * down, -9 * smoothstep(MOUTH_Y_MM, 96, y) - 2];
}

/** How much of the sky a point of the face sees: less under brow, nose, lip and chin. */
function openness(x: number, y: number, ahead: number): number {
  const side = Math.abs(x);
  const spot = (cx: number, cy: number, sx: number, sy: number, depth: number) =>
    depth * Math.exp(-0.5 * (((side - cx) / sx) ** 2 + ((y - cy) / sy) ** 2));
  const front =
    spot(29, -5, 15, 8, 0.32) + spot(15, 0, 5, 9, 0.28) + spot(0, 52, 12, 4, 0.32) + spot(0, 86, 15, 4, 0.2);
  return 1 - front * smoothstep(0, 0.4, ahead) - 0.35 * smoothstep(108, 117, y);
}

function materialAt(x: number, y: number): Material {
  if (Math.abs(y) > EYE_REACH_MM + 2 || Math.abs(Math.abs(x) - EYE_X_MM) > EYE_REACH_MM + 3) return MATERIAL.texture;
  return x < 0 ? MATERIAL.left_eye : MATERIAL.right_eye;
}

/** Adds the head of `who` to `mesh`. */
export function addHead(mesh: MeshBuilder, who: Person): void {
  const across = columns();
  const { above, below } = rows();
  const add = (theta: number, y: number, lower: boolean) => {
    const depth = hairDepth(theta, y, who.style);
    const [x, py, z] = headPoint(theta, y, who.face);
    const length = Math.hypot(x, Math.min(y, 0), z) || 1;
    const push = depth / length;
    const ahead = Math.cos(theta);
    const at = [x * (1 + push), py + (y < 0 ? y * push : 0), z * (1 + push)] as const;
    const hairy = smoothstep(0, 3, depth);
    return mesh.add({
      at,
      texel: headTexel(theta, y),
      jaw: ahead > 0 ? jawMove(x, y, lower, who.face) : [0, 0, 0],
      open: openness(x, y, ahead) * (1 - 0.2 * hairy),
      gloss: 1 - hairy,
    });
  };
  for (const [list, lower] of [
    [above, false],
    [below, true],
  ] as const) {
    const grid = list.map((y) => across.map((theta) => add(theta, y, lower)));
    for (let row = 0; row < grid.length - 1; row += 1)
      for (let column = 0; column < across.length - 1; column += 1) {
        const y = (list[row]! + list[row + 1]!) / 2;
        const theta = (across[column]! + across[column + 1]!) / 2;
        const x = halfWidth(y, who.face) * Math.sin(theta);
        const [top, bottom] = [grid[row]!, grid[row + 1]!];
        const material = Math.cos(theta) > 0 ? materialAt(x, y) : MATERIAL.texture;
        mesh.quad(top[column]!, top[column + 1]!, bottom[column + 1]!, bottom[column]!, material);
      }
  }
  addMouth(mesh, who);
}

/** The dark between the lips: a strip that the jaw pulls open, teeth at the height at which they grow. */
function addMouth(mesh: MeshBuilder, who: Person): void {
  const steps = 20;
  const edge = (step: number, below: boolean) => {
    const x = ((step / steps) * 2 - 1) * MOUTH_HALF_MM;
    const theta = angleAt(x, MOUTH_Y_MM, who.face);
    const [px, py, pz] = headPoint(theta, MOUTH_Y_MM, who.face);
    const jaw = jawMove(px, MOUTH_Y_MM, below, who.face);
    const height = jaw[1] - jawMove(px, MOUTH_Y_MM, false, who.face)[1];
    return mesh.add({
      at: [px, py, pz - 3],
      texel: mouthTexel(x, 0),
      jaw,
      jaw_v: below ? height * TEXELS_PER_MM : 0,
      open: 0.6,
    });
  };
  const top = Array.from({ length: steps + 1 }, (_, step) => edge(step, false));
  const bottom = Array.from({ length: steps + 1 }, (_, step) => edge(step, true));
  for (let step = 0; step < steps; step += 1)
    mesh.quad(top[step]!, top[step + 1]!, bottom[step + 1]!, bottom[step]!, MATERIAL.texture, true);
}
