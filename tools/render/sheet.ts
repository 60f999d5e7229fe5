/** Frames of a scene side by side. */
import { writeFileSync } from "node:fs";
import { createCanvas } from "@napi-rs/canvas";
import type { SyntheticDriver } from "../../src/boards/host/driver/driver";

const SIDE = 240;

/** Writes the frames at `instants` (milliseconds) as one PNG, each with its time and part written on it. */
export function dumpSheet(driver: SyntheticDriver, instants: readonly number[], columns: number, file: string): void {
  const sheet = createCanvas(columns * SIDE, Math.ceil(instants.length / columns) * SIDE);
  const ctx = sheet.getContext("2d");
  ctx.font = "12px sans-serif";
  instants.forEach((t_ms, at) => {
    const [x, y] = [(at % columns) * SIDE, Math.floor(at / columns) * SIDE];
    const frame = ctx.createImageData(SIDE, SIDE);
    frame.data.set(driver.renderRgba(t_ms));
    ctx.putImageData(frame, x, y);
    ctx.fillStyle = "white";
    ctx.fillText(`${(t_ms / 1000).toFixed(1)} s  ${driver.truth(t_ms).part}`, x + 6, y + 15);
  });
  writeFileSync(file, sheet.toBuffer("image/png"));
}
