/** The sensor: joins driver and backdrop, applies the tone curve, adds the noise of a small cheap imager. */
import { FRAME_PX } from "./project";
import { hash, random } from "./random";
import type { Raster } from "./raster";
import { LINEAR_MAX, SRGB_TO_LINEAR, TONE } from "./tone";

/** Samples across and down per pixel. */
export const SAMPLES = 2;
const NOISE_MASK = 0xffff;
/** Standard deviation of the noise of one pixel, in steps of 0-255. */
const NOISE_STEPS = 2.1;

export class Film {
  private readonly noise = new Float32Array(NOISE_MASK + 1);

  constructor(private readonly seed: number) {
    const rand = random(hash(seed, 0xf11));
    for (let at = 0; at <= NOISE_MASK; at += 1)
      this.noise[at] = (rand() + rand() + rand() + rand() - 2) * 1.732 * NOISE_STEPS;
  }

  /** Writes noise over `rgba` (FRAME_PX x FRAME_PX); the same `t_ms` gives the same noise. */
  expose(rgba: Uint8ClampedArray, t_ms: number): void {
    const { noise } = this;
    const mask = NOISE_MASK;
    const start = hash(this.seed, 0x401, Math.round(t_ms * 16));
    for (let y = 0; y < FRAME_PX; y += 1) {
      let grain = hash(start, y);
      const end = (y + 1) * FRAME_PX * 4;
      for (let at = y * FRAME_PX * 4; at < end; at += 4) {
        grain += 1;
        const luma = noise[grain & mask]!;
        rgba[at] = rgba[at]! + luma + 0.4 * noise[(grain + 7919) & mask]!;
        rgba[at + 1] = rgba[at + 1]! + luma;
        rgba[at + 2] = rgba[at + 2]! + luma + 0.5 * noise[(grain + 15551) & mask]!;
      }
    }
  }
}

/** Lays the driver in `raster` over `rgba` (FRAME_PX x FRAME_PX): mean of the samples in linear light, then the tone curve. */
export function layOver(rgba: Uint8ClampedArray, raster: Raster): void {
  const { size, color } = raster;
  const tone = TONE;
  const linear = SRGB_TO_LINEAR;
  const brightest = LINEAR_MAX;
  const width = FRAME_PX;
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const upper = (y * SAMPLES * size + x * SAMPLES) * 4;
      const lower = upper + size * 4;
      // samples without the driver are zero, so that sums need not ask
      const hits = color[upper + 3]! + color[upper + 7]! + color[lower + 3]! + color[lower + 7]!;
      if (hits === 0) continue;
      const behind = SAMPLES * SAMPLES - hits;
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const sample = upper + channel;
        const below = lower + channel;
        let sum = color[sample]! + color[sample + 4]! + color[below]! + color[below + 4]!;
        if (behind > 0) sum += behind * linear[rgba[at + channel]!]!;
        const light = sum >> 2;
        rgba[at + channel] = tone[Math.min(light, brightest)]!;
      }
    }
  }
}
