import { LONGEST_FORGET_S } from "../auth/throttle_policy";
import type { Db } from "../db/db";
import { firstIdAt } from "../db/time_id";
import { IDEMPOTENCY_KEPT_H } from "../http/idempotency";
import { LIVE_EVENTS_KEPT_H } from "../live/store";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What has served its time. */
interface Leftover {
  table: string;
  key: string;
  kept_ms: number;
  /** Of a row that is over its time, $1. */
  old: string;
  /** Rows with a UUIDv7 are no older than their id: those to look at are found by it. */
  by_id?: boolean;
}

const LEFTOVERS: readonly Leftover[] = [
  {
    table: "idempotency_keys",
    key: "tenant_id, user_id, key",
    kept_ms: IDEMPOTENCY_KEPT_H * HOUR_MS,
    old: "created_at < $1",
  },
  {
    table: "live_events",
    key: "tenant_id, xid, seq",
    // A reader is told that nothing is missing as long as its cursor is no older; clocks may differ by the rest.
    kept_ms: LIVE_EVENTS_KEPT_H * HOUR_MS + 10 * MINUTE_MS,
    old: "at < $1",
  },
  // Counted from the end of the session.
  { table: "sessions", key: "id", kept_ms: 30 * DAY_MS, old: "coalesce(revoked_at, expires_at) < $1", by_id: true },
  { table: "login_history", key: "id", kept_ms: 400 * DAY_MS, old: "at < $1", by_id: true },
  { table: "login_failures", key: "key", kept_ms: LONGEST_FORGET_S * 1000, old: "last_at < $1" },
];

const BATCH = 1_000;

/** Deletes what nobody needs any more, whatever the tenants' policies say. @returns how many rows of what */
export async function expire(parts: {
  db: Db;
  now(): Date;
  goOn(): boolean;
  batch?: number;
}): Promise<Record<string, number>> {
  const { db, now, goOn, batch = BATCH } = parts;
  const deleted: Record<string, number> = {};
  for (const { table, key, kept_ms, old, by_id = false } of LEFTOVERS) {
    const before = new Date(now().getTime() - kept_ms);
    const sql = `DELETE FROM ${table} WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE ${old} ${by_id ? "AND id < $3 " : ""}LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING 1`;
    for (let count = batch; count === batch && goOn(); ) {
      const rows = await db.asSystem((tx) =>
        tx.query(sql, [before, batch, ...(by_id ? [firstIdAt(before.getTime())] : [])]),
      );
      count = rows.length;
      if (count > 0) deleted[table] = (deleted[table] ?? 0) + count;
    }
  }
  return deleted;
}
