/** Captures on a folder of this computer: 10,000 of them, and what a page of them costs. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stampCapture } from "../../src/announce/capture_file";
import { capturePath, page, survey } from "../../src/announce/capture_index";
import { HostCard } from "../../src/boards/host/card/card";
import type { Figure } from "./figure";
import { percentile } from "./measure";

const CAPTURES = 10_000;
const ROUNDS = 21;
/** About what a 240x240 frame takes. */
const JPEG_BYTES = 9000;

async function median_ms(action: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await action(round);
    times.push(performance.now() - start);
  }
  return percentile(times, 0.5);
}

export async function benchCard(): Promise<Figure[]> {
  const dir = mkdtempSync(join(tmpdir(), "drowsyguard-bench-card-"));
  try {
    const jpeg = new Uint8Array(JPEG_BYTES);
    jpeg.set([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2]);
    const file = stampCapture(jpeg, { uptime_ms: 1000, reason: "drowsy", risk: 0.5, perclos: 0.5 });
    for (let number = 0; number < CAPTURES; number++) {
      const path = join(dir, capturePath(number));
      if (number % 100 === 0) mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file);
    }
    const card = new HostCard(dir, 0);
    await card.mount();
    const figures: [string, (round: number) => Promise<unknown>][] = [
      ["10,000 captures counted at start", () => survey(card)],
      ["10,000 captures, first page of 24", () => page(card, 0, 24)],
      ["10,000 captures, first page of 48", () => page(card, 0, 48)],
      ["10,000 captures, last page of 48", () => page(card, CAPTURES - 48, 48)],
      ["one capture written and flushed", (round) => card.write(capturePath(CAPTURES + round), file)],
    ];
    const results: Figure[] = [];
    for (const [name, action] of figures) results.push({ name, value: await median_ms(action), unit: "ms" });
    return results;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
