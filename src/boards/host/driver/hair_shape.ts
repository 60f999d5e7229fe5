/** Where hair grows on the head and how thick it lies. */
import type { HairStyle } from "./person";
import { smoothstep } from "./random";

/** Angle from straight ahead in degrees, and the height (mm, down) above which hair grows there. */
const HAIRLINES: Record<HairStyle, readonly (readonly [number, number])[]> = {
  short: [
    [0, -64],
    [22, -65],
    [38, -68],
    [50, -55],
    [58, -30],
    [66, -16],
    [74, -4],
    [88, 18],
    [100, 22],
    [112, 52],
    [180, 66],
  ],
  cropped: [
    [0, -70],
    [20, -72],
    [36, -78],
    [48, -66],
    [58, -38],
    [68, -20],
    [76, -6],
    [90, 10],
    [102, 16],
    [114, 48],
    [180, 60],
  ],
  tied: [
    [0, -66],
    [30, -62],
    [48, -50],
    [60, -30],
    [70, -14],
    [80, -2],
    [96, 8],
    [112, 44],
    [180, 60],
  ],
  long: [
    [0, -68],
    [10, -66],
    [26, -56],
    [42, -38],
    [54, -18],
    [64, 4],
    [76, 26],
    [90, 60],
    [180, 90],
  ],
};

const THICKNESS_MM: Record<HairStyle, number> = { short: 9, cropped: 3.5, tied: 6, long: 10 };

/** Height of the hairline at angle `theta` (radians). */
export function hairline(theta: number, style: HairStyle): number {
  const degrees = Math.min(180, (Math.abs(theta) * 180) / Math.PI);
  const line = HAIRLINES[style];
  let at = 0;
  while (at < line.length - 2 && line[at + 1]![0] < degrees) at += 1;
  const [from, to] = [line[at]!, line[at + 1]!];
  return from[1] + (to[1] - from[1]) * smoothstep(from[0], to[0], degrees);
}

/** How far the hair stands off the skin, millimetres. */
export function hairDepth(theta: number, y: number, style: HairStyle): number {
  const above = hairline(theta, style) - y;
  const crown = 1 + 0.5 * smoothstep(-70, -110, y) * (style === "cropped" ? 0.2 : 1);
  return THICKNESS_MM[style] * smoothstep(-1, 13, above) * crown;
}
