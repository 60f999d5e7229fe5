/** Who sits at the wheel, and in which light: everything that the seed decides once. */
import { between, hash, pick, random } from "./random";

/** A colour as sRGB bytes. */
export type Rgb = readonly [r: number, g: number, b: number];

export type HairStyle = "short" | "tied" | "long" | "cropped";

/** Lengths are multiples of the average adult's. */
export interface FaceShape {
  readonly width: number;
  readonly jaw: number;
  readonly nose: number;
  readonly lips: number;
  readonly brow: number;
}

/** Millimetres on the face. */
export interface EyeShape {
  readonly half_width_mm: number;
  readonly upper_mm: number;
  readonly lower_mm: number;
  /** How far the outer corner stands above the inner one. */
  readonly tilt_mm: number;
  readonly crease_mm: number;
  readonly lash: number;
  readonly iris: Rgb;
}

export interface Person {
  readonly seed: number;
  readonly skin: Rgb;
  readonly hair: Rgb;
  readonly style: HairStyle;
  /** Beard shadow, 0 (none) to 1. */
  readonly stubble: number;
  readonly glasses: boolean;
  readonly face: FaceShape;
  readonly eye: EyeShape;
  readonly shirt: Rgb;
  readonly pattern: "plain" | "stripes";
  readonly neckline: "crew" | "collar";
  /** Distance between the eyes when the driver looks into the camera. */
  readonly interocular_px: number;
  /** Eye height in the upright frame when the head is at rest. */
  readonly eye_y_px: number;
  /** Direction of the daylight's strongest part: -1 from image left, 1 from image right. */
  readonly key_side: number;
  readonly key_warmth: number;
  readonly ambient: number;
  readonly scenery: "trees" | "city" | "fields";
}

const SKINS: readonly Rgb[] = [
  [228, 184, 158],
  [219, 171, 143],
  [203, 153, 122],
  [178, 128, 98],
  [146, 100, 74],
  [118, 80, 60],
];
const HAIRS: readonly Rgb[] = [
  [34, 26, 22],
  [52, 36, 27],
  [82, 55, 36],
  [120, 84, 50],
  [96, 92, 90],
];
const IRISES: readonly Rgb[] = [
  [74, 48, 30],
  [92, 64, 38],
  [58, 40, 28],
  [84, 96, 78],
  [82, 106, 128],
];
const SHIRTS: readonly Rgb[] = [
  [52, 66, 92],
  [112, 118, 124],
  [128, 58, 52],
  [60, 84, 66],
  [196, 194, 188],
  [44, 44, 48],
];

/** The person of a seed. The same seed gives the same person on every machine. */
export function person(seed: number): Person {
  const rand = random(hash(seed, 2));
  const tone = Math.floor(rand() * SKINS.length);
  const style = pick<HairStyle>(rand, ["short", "tied", "long", "cropped"]);
  const beard = style === "short" || style === "cropped";
  return {
    seed,
    skin: SKINS[tone]!,
    hair: HAIRS[Math.floor(rand() * (tone > 2 ? 2 : HAIRS.length))]!,
    style,
    stubble: beard ? between(rand, 0.15, 0.8) : 0,
    glasses: rand() < 0.3,
    face: {
      width: between(rand, 0.95, 1.04),
      jaw: between(rand, 0.92, 1.05) * (beard ? 1.02 : 0.97),
      nose: between(rand, 0.88, 1.12),
      lips: between(rand, 0.85, 1.2) * (beard ? 0.92 : 1.12),
      brow: between(rand, 0.85, 1.1) * (beard ? 1.1 : 0.85),
    },
    eye: {
      half_width_mm: between(rand, 13.6, 15),
      upper_mm: between(rand, 5.4, 6.3),
      lower_mm: between(rand, 4.2, 4.9),
      tilt_mm: between(rand, 0.6, 2),
      crease_mm: between(rand, 2.6, 3.8),
      lash: between(rand, 0.86, 1) * (beard ? 0.95 : 1),
      iris: IRISES[Math.floor(rand() * (tone > 2 ? 3 : IRISES.length))]!,
    },
    shirt: pick(rand, SHIRTS),
    pattern: pick(rand, ["plain", "plain", "stripes"] as const),
    neckline: pick(rand, ["crew", "collar"] as const),
    interocular_px: between(rand, 44.5, 48),
    eye_y_px: between(rand, 99, 105),
    key_side: rand() < 0.5 ? -1 : 1,
    key_warmth: between(rand, -0.4, 1),
    ambient: between(rand, 0.85, 1.15),
    scenery: pick(rand, ["trees", "city", "fields"] as const),
  };
}
