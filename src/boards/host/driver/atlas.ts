/** Where each surface finds its colour: one texture for the whole driver, two texels to the millimetre. */
import { TEXTURE_RADIUS_MM } from "./head_shape";

export const TEXELS_PER_MM = 2;
export const ATLAS_W = 960;
export const ATLAS_H = 1190;

const HEAD_TOP_MM = -120;
const TORSO_ROW = 606;
export const TORSO_TOP_MM = 40;
export const TORSO_BOTTOM_MM = 330;

export type Texel = [u: number, v: number];

/** Texel of the skin or hair at angle `theta` and height `y`. */
export function headTexel(theta: number, y: number): Texel {
  return [ATLAS_W / 2 + theta * TEXTURE_RADIUS_MM * TEXELS_PER_MM, (y - HEAD_TOP_MM) * TEXELS_PER_MM];
}

/** Texel inside the mouth: `x` millimetres from the middle, `y` below the edge of the upper lip. */
export function mouthTexel(x: number, y: number): Texel {
  return [180 + x * TEXELS_PER_MM, 492 + y * TEXELS_PER_MM];
}

/** Texel of an ear: `across` 0 where it meets the head to 1 at its rim, `down` 0-1. */
export function earTexel(across: number, down: number): Texel {
  return [360 + across * 60, 494 + down * 100];
}

/** The one colour of the spectacle frame. */
export const FRAME_TEXEL: Texel = [520, 540];

/** Texel of neck and clothes at angle `theta` (front half only) and height `y`. */
export function torsoTexel(theta: number, y: number): Texel {
  const u = ATLAS_W / 2 + (theta / (Math.PI / 2)) * (ATLAS_W / 2 - 4);
  return [u, TORSO_ROW + (y - TORSO_TOP_MM) * TEXELS_PER_MM];
}
