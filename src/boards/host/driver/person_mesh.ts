/** The whole driver as triangles: head, ears, hair that hangs, spectacles, neck and clothes. */
import { earTexel, FRAME_TEXEL, headTexel, TORSO_BOTTOM_MM, TORSO_TOP_MM, torsoTexel } from "./atlas";
import { addHead } from "./head_mesh";
import { EYE_X_MM, halfWidth } from "./head_shape";
import { type Mesh, MeshBuilder } from "./mesh";
import type { Person } from "./person";
import { smoothstep } from "./random";

export function personMesh(who: Person): Mesh {
  const mesh = new MeshBuilder();
  addHead(mesh, who);
  for (const side of [-1, 1] as const) {
    if (who.style !== "long") addEar(mesh, who, side);
    if (who.style === "long") addCurtain(mesh, who, side);
    if (who.glasses) addLens(mesh, side);
  }
  if (who.glasses) addBridge(mesh);
  mesh.startBody();
  addTorso(mesh);
  return mesh.build();
}

/** Columns run to image right; this turns them into 0 at the head to 1 away from it. */
function outward(share: number, side: -1 | 1): number {
  return side > 0 ? share : 1 - share;
}

function addEar(mesh: MeshBuilder, who: Person, side: -1 | 1): void {
  const root = halfWidth(14, who.face) - 3;
  mesh.sheet(
    7,
    11,
    (column, row) => {
      const across = outward(column / 6, side);
      const down = row / 10;
      const shape = Math.sin(Math.PI * (0.12 + 0.8 * down)) ** 0.7 * (1 - 0.28 * smoothstep(0.55, 1, down));
      const out = across * shape * 30;
      const cup = Math.sin(across * Math.PI) * -5;
      return {
        at: [side * (root + out * 0.6 - cup * 0.4), -14 + down * 62, 4 - out * 0.75 + cup],
        texel: earTexel(across, down),
        open: 0.65 + 0.25 * across,
        gloss: 0.3,
      };
    },
    true,
  );
}

function addCurtain(mesh: MeshBuilder, who: Person, side: -1 | 1): void {
  mesh.sheet(
    7,
    16,
    (column, row) => {
      const across = outward(column / 6, side);
      const y = -62 + (row / 15) * 232;
      const fall = smoothstep(-62, 10, y);
      const wave = 3 * Math.sin(y / 17 + across * 2 + who.seed);
      const width = halfWidth(Math.min(14, y), who.face) + 7 + 7 * fall + wave * fall;
      const angle = (0.16 + 0.95 * across) * Math.PI * 0.62;
      return {
        at: [
          side * width * Math.sin(angle + 0.42) * (1 - 0.06 * smoothstep(90, 170, y)),
          y,
          76 * Math.cos(angle + 0.42) + 14,
        ],
        texel: headTexel(side * (2.2 + 0.8 * across), -60 + (row / 15) * 110),
        open: 0.55 + 0.4 * Math.sin(Math.PI * across),
        gloss: 0,
      };
    },
    true,
  );
}

function addLens(mesh: MeshBuilder, side: -1 | 1): void {
  const steps = 36;
  const rim = (step: number, scale: number) => {
    const angle = (step / steps) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const x = side * EYE_X_MM + Math.sign(c) * Math.abs(c) ** 0.8 * 24.5 * scale;
    const y = 2.5 + Math.sign(s) * Math.abs(s) ** 0.8 * 18.5 * scale;
    return mesh.add({ at: [x, y, 108 - 0.007 * x * x], texel: FRAME_TEXEL, gloss: 0.6 });
  };
  for (let step = 0; step < steps; step += 1)
    mesh.quad(rim(step, 1), rim(step + 1, 1), rim(step + 1, 1.09), rim(step, 1.09), 0, true);
  const arm = (x: number, y: number, z: number) => mesh.add({ at: [side * x, y, z], texel: FRAME_TEXEL, gloss: 0.6 });
  mesh.quad(arm(57, -5, 86), arm(77, -8, 0), arm(77, -4, 0), arm(57, 0, 86), 0, true);
}

function addBridge(mesh: MeshBuilder): void {
  mesh.sheet(
    7,
    2,
    (column, row) => {
      const x = (column / 3 - 1) * 7.5;
      return { at: [x, -3 + 0.03 * x * x + row * 2.4, 108.5], texel: FRAME_TEXEL, gloss: 0.6 };
    },
    true,
  );
}

/** y, half width and depth of neck, shoulders and chest. */
const TORSO: readonly (readonly [number, number, number])[] = [
  [40, 46, 30],
  [80, 54, 40],
  [120, 55, 46],
  [142, 56, 50],
  [154, 64, 54],
  [163, 84, 60],
  [171, 112, 68],
  [180, 145, 76],
  [192, 175, 84],
  [208, 196, 92],
  [235, 208, 100],
  [280, 214, 106],
  [330, 216, 108],
];

/** Half width and depth of neck or trunk at height `y`. */
export function torsoAt(y: number): { half: number; depth: number } {
  let at = 0;
  while (at < TORSO.length - 2 && TORSO[at + 1]![0] < y) at += 1;
  const [from, to] = [TORSO[at]!, TORSO[at + 1]!];
  const s = (y - from[0]) / (to[0] - from[0]);
  return { half: from[1] + (to[1] - from[1]) * s, depth: from[2] + (to[2] - from[2]) * s };
}

function addTorso(mesh: MeshBuilder): void {
  const heights: number[] = [];
  for (let y = TORSO_TOP_MM; y <= TORSO_BOTTOM_MM; y += y < 138 ? 12 : y < 200 ? 3 : 20) heights.push(y);
  mesh.sheet(37, heights.length, (column, row) => {
    const y = heights[row]!;
    const theta = ((column / 36) * 2 - 1) * (Math.PI / 2);
    const { half, depth } = torsoAt(y);
    const neck = 1 - smoothstep(120, 160, y);
    return {
      at: [half * Math.sin(theta), y, -24 + depth * Math.cos(theta) - 14 * (1 - neck)],
      texel: torsoTexel(theta, y),
      open: 1 - 0.62 * (1 - smoothstep(106, 172, y)),
      gloss: 0.4 * neck,
    };
  });
}
