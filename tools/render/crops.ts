/** Rendered eye crops with labels that are true by construction: the optional second source of `tools/train`. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createDriver, type SyntheticDriver } from "../../src/boards/host/driver/driver";
import { between, hash, random } from "../../src/boards/host/driver/random";
import { loadCore, type PixelCore } from "../../src/boards/host/vision/core";
import { greyPng } from "./grey_png";

const SIDE = 240;
/** Between these closures even people disagree: such crops get no label and are left out. */
const OPEN_BELOW = 0.45;
const CLOSED_ABOVE = 0.85;
/** Standard deviation of a detector's eye landmark on these frames. */
const LANDMARK_NOISE_PX = 1.6;
const SPAN_MS = 400_000;

/** Writes `per_seed` crops for each seed into `folder`, half of them closed. */
export function dumpCrops(seeds: readonly number[], per_seed: number, folder: string): void {
  const core = loadCore();
  mkdirSync(folder, { recursive: true });
  for (const seed of seeds) {
    const driver = createDriver("tour", seed);
    const wanted = { open: Math.ceil(per_seed / 2), closed: Math.floor(per_seed / 2) };
    const rand = random(hash(seed, 0xc40b));
    for (let n = 0; n < per_seed; ) {
      const t_ms = between(rand, 0, SPAN_MS);
      const label = labelOf(driver, t_ms);
      if (!label || wanted[label] === 0) continue;
      wanted[label] -= 1;
      const name = `render_${seed}_${String(n).padStart(4, "0")}_${label}.png`;
      writeFileSync(path.join(folder, name), greyPng(cut(core, driver, t_ms, rand), core.EYE_CROP_PX));
      n += 1;
    }
  }
}

function labelOf(driver: SyntheticDriver, t_ms: number): "open" | "closed" | null {
  const { visible, lids } = driver.truth(t_ms);
  if (!visible) return null;
  if (lids.left <= OPEN_BELOW) return "open";
  return lids.left >= CLOSED_ABOVE ? "closed" : null;
}

/** The crop that the unit would take, around landmarks as inexact as a detector's. */
function cut(core: PixelCore, driver: SyntheticDriver, t_ms: number, rand: () => number): Uint8Array {
  const upright = driver.renderFrame(t_ms);
  core.orient(upright, SIDE, SIDE, upright, core.BYTE_SWAP | core.ROTATE_180);
  const noise = () => (rand() + rand() + rand() + rand() - 2) * 1.732 * LANDMARK_NOISE_PX;
  const { lm } = driver.truth(t_ms);
  const [eye, other] = rand() < 0.5 ? [lm![0], lm![1]] : [lm![1], lm![0]];
  const square = core.eyeSquare(eye[0] + noise(), eye[1] + noise(), other[0] + noise(), other[1] + noise());
  const crop = new Uint8Array(core.EYE_CROP_PX * core.EYE_CROP_PX);
  core.eyeCrop(upright, SIDE, SIDE, crop, square.cx, square.cy, square.side, 2);
  return crop;
}
