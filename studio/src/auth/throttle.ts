import type { Tx } from "../db/db";
import { afterFailure, type Counter, type CounterState, LONGEST_FORGET_S, waitOf } from "./throttle_policy";

interface Row {
  key: string;
  failures: number;
  last_at: string;
  blocked_until: string | null;
}

/**
 * Counts an attempt at all its counters before the password is looked at, so that many at once cannot slip through together.
 * @returns 0, or the milliseconds to wait; then nothing was counted
 */
export async function chargeAttempt(tx: Tx, counters: readonly Counter[], now: Date): Promise<number> {
  const keys = counters.map(({ key }) => key);
  // A row to lock must be there; the order of the keys keeps two attempts from waiting for each other.
  await tx.query(
    "INSERT INTO login_failures (key, failures, last_at) SELECT unnest($1::text[]), 0, $2::timestamptz ON CONFLICT DO NOTHING",
    [keys, now.toISOString()],
  );
  const rows = await tx.query<Row>("SELECT * FROM login_failures WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE", [
    keys,
  ]);
  const states = new Map(rows.map((row) => [row.key, stateOf(row)]));
  const now_ms = now.getTime();
  const wait_ms = Math.max(...keys.map((key) => waitOf(states.get(key) ?? null, now_ms)));
  if (wait_ms > 0) return wait_ms;
  for (const { key, rule } of counters) {
    const next = afterFailure(states.get(key) ?? null, rule, now_ms);
    await tx.query("UPDATE login_failures SET failures = $2, last_at = $3, blocked_until = $4 WHERE key = $1", [
      key,
      next.failures,
      now.toISOString(),
      new Date(next.blocked_until_ms).toISOString(),
    ]);
  }
  return 0;
}

/** The password was right: account and pair start anew; the address only gets this one attempt back, it may be a guesser's own account. */
export async function refundAttempt(tx: Tx, counters: readonly Counter[], now: Date): Promise<void> {
  for (const { key, rule } of counters) {
    if (rule.name === "address") {
      await tx.query(
        "UPDATE login_failures SET failures = greatest(failures - 1, 0), blocked_until = NULL WHERE key = $1",
        [key],
      );
    } else {
      await tx.query("DELETE FROM login_failures WHERE key = $1", [key]);
    }
  }
  await tx.query("DELETE FROM login_failures WHERE last_at < $1", [
    new Date(now.getTime() - LONGEST_FORGET_S * 1000).toISOString(),
  ]);
}

function stateOf(row: Row): CounterState {
  return {
    failures: row.failures,
    last_ms: Date.parse(row.last_at),
    blocked_until_ms: row.blocked_until === null ? 0 : Date.parse(row.blocked_until),
  };
}
