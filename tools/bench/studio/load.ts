import { percentile } from "../measure";

/** How a load went: how many requests a second, and how long one in a hundred took at least. */
export interface Load {
  per_s: number;
  p99_ms: number;
}

/** Sends from `lanes` lanes, one request at a time each, for a while. @param send throws where the answer was wrong */
export async function load(lanes: number, duration_ms: number, send: (nth: number) => Promise<void>): Promise<Load> {
  const samples: number[] = [];
  let nth = 0;
  const started = performance.now();
  const lane = async () => {
    while (performance.now() - started < duration_ms) {
      const begun = performance.now();
      await send(nth++);
      samples.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const took_s = (performance.now() - started) / 1000;
  return { per_s: samples.length / took_s, p99_ms: percentile(samples, 0.99) };
}
