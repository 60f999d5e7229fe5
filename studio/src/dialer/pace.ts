/** Pacing as a level that sinks: so many calls at once after a pause, one by one at the rate afterwards. */

/** What was not used is kept for so long. */
const SAVED_MS = 1000;

/**
 * How many calls a rate allows at an instant.
 * @param paced_until_ms epoch milliseconds until which the rate is spent; null: never used
 * @param interval_ms from one call to the next
 */
export function allowance(paced_until_ms: number | null, now_ms: number, interval_ms: number): number {
  const saved_ms = now_ms - Math.max(paced_until_ms ?? now_ms, now_ms - SAVED_MS);
  return saved_ms < 0 ? 0 : 1 + Math.floor(saved_ms / interval_ms);
}

/** Until when the rate is spent once `calls` more have begun. */
export function spend(paced_until_ms: number | null, now_ms: number, interval_ms: number, calls: number): number {
  return Math.max(paced_until_ms ?? now_ms, now_ms - SAVED_MS) + calls * interval_ms;
}
