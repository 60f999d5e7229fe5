import { RETRY_BASE_MS, RETRY_JITTER, RETRY_MAX_MS } from "./limits";

/** Milliseconds to wait after the `failures`-th failure in a row (from 1), never above the ceiling. `chance` is uniform in [0, 1). */
export function retryMs(failures: number, chance: number): number {
  let wait_ms = RETRY_BASE_MS;
  for (let i = 1; i < failures && wait_ms < RETRY_MAX_MS; i++) wait_ms *= 2;
  return Math.min(RETRY_MAX_MS, wait_ms + Math.floor(wait_ms * RETRY_JITTER * chance));
}
