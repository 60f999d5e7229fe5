/** Time between connection attempts: doubling, capped, with additive jitter. */
import { BACKOFF_BASE_MS, BACKOFF_JITTER, BACKOFF_MAX_MS } from "./limits";

/** Milliseconds to wait after the `failures`-th failure in a row (from 1). `chance` is uniform in [0, 1). */
export function backoffMs(failures: number, chance: number): number {
  // Doubled in a loop and not by a power: the count has no bound.
  let wait_ms = BACKOFF_BASE_MS;
  for (let i = 1; i < failures && wait_ms < BACKOFF_MAX_MS; i++) wait_ms *= 2;
  wait_ms = Math.min(wait_ms, BACKOFF_MAX_MS);
  return wait_ms + Math.floor(wait_ms * BACKOFF_JITTER * chance);
}
