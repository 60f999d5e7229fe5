/** What each of several viewers gets of a 20 fps stream, and what that does to detection. */

import { getDocument } from "../../test/conformance/context";
import { type RunningUnit, startUnit } from "../../test/conformance/running_unit";
import type { Figure } from "./figure";
import { waitForDriver } from "./measure";

const WATCH_MS = 5000;
const VIEWERS = [1, 2, 4];

/** Parts per second of an MJPEG stream over `WATCH_MS`, counted by their headers. */
export async function watch(url: string): Promise<number> {
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  let parts = 0;
  const timer = setTimeout(() => abort.abort(), WATCH_MS);
  try {
    for await (const chunk of response.body!)
      parts += Buffer.from(chunk).toString("latin1").split("Content-Length:").length - 1;
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return (parts * 1000) / WATCH_MS;
}

async function measure(unit: RunningUnit): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const viewers of VIEWERS) {
    const rates = await Promise.all(Array.from({ length: viewers }, () => watch(`${unit.stream}/stream`)));
    const { fps } = await getDocument(`${unit.base}/api/status`);
    figures.push({ name: `${viewers} viewers: slowest viewer`, value: Math.min(...rates), unit: "frames/s" });
    figures.push({ name: `${viewers} viewers: detection loop`, value: fps, unit: "frames/s" });
  }
  return figures;
}

export async function benchStream(): Promise<Figure[]> {
  const unit = await startUnit(["--camera", "sim:alert", "--set", "fps=20"]);
  try {
    await waitForDriver(unit);
    return await measure(unit);
  } finally {
    await unit.stop();
  }
}
