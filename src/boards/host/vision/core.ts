/** The portable pixel core (`native/core`) as this thread's addon. Rows without padding; RGB565 low byte first. */
import { createRequire } from "node:module";
import path from "node:path";
import type { ImageStats } from "../../../board/vision";

export interface Square {
  readonly cx: number;
  readonly cy: number;
  readonly side: number;
}

/** Every function throws a TypeError or RangeError that names the argument, and never touches bytes outside a buffer. */
export interface PixelCore {
  /** RGB565 to RGB565 of the same size; `dst` may be `src`. `flags` is a sum of the three constants. */
  orient(src: Uint8Array, w: number, h: number, dst: Uint8Array, flags: number): void;
  stats(src: Uint8Array, w: number, h: number): ImageStats;
  /** RGB565 to 1 (grey), 3 (RGB) or 4 (RGBA) bytes per pixel. */
  convert(src: Uint8Array, w: number, h: number, dst: Uint8Array | Uint8ClampedArray, channels: 1 | 3 | 4): void;
  /** The square around the eye at (`x`,`y`) when the other eye is at (`otherX`,`otherY`). */
  eyeSquare(x: number, y: number, otherX: number, otherY: number): Square;
  /** 32x32 grey bytes into `dst`; `channels` is 1 for a grey source, 2 for RGB565. */
  eyeCrop(
    src: Uint8Array,
    w: number,
    h: number,
    dst: Uint8Array,
    cx: number,
    cy: number,
    side: number,
    channels: 1 | 2,
  ): void;
  readonly BYTE_SWAP: number;
  readonly ROTATE_180: number;
  readonly MIRROR: number;
  readonly EYE_CROP_PX: number;
  readonly EYE_SIDE_PER_INTEROCULAR: number;
}

const ADDON = path.join(__dirname, "../../../../build/native/core.node");

/** Loads the addon; an Error that says how to build it where it is missing or of another machine. */
export function loadCore(): PixelCore {
  try {
    return createRequire(__filename)(ADDON) as PixelCore;
  } catch (error) {
    const reason = (error as Error).message.split("\n")[0];
    throw new Error(`the native pixel core does not load: run make -C native addon (${reason})`);
  }
}
