import type { Tx } from "../db/db";
import type { LiveEvent } from "./emit";
import type { Position } from "./position";

/** Events are kept so long for those who come back. */
export const LIVE_EVENTS_KEPT_H = 24;

export interface StoredEvent extends LiveEvent, Position {
  readonly at: string;
}

interface Row extends LiveEvent {
  xid: string;
  seq: number;
  at: string;
  settled: boolean;
}

/** What follows a position. */
export interface Page {
  /** In order, without a gap. */
  events: StoredEvent[];
  /** There are more events that can be given out now. */
  more: boolean;
  /** There are events that wait for an older transaction to end; nobody tells when it does. */
  waiting: boolean;
}

/**
 * The events after a position that can be given out: those of transactions older than every one that is still open, because an open
 * one may yet commit events that belong before them (migration 0070).
 */
export async function readAfter(tx: Tx, tenant_id: string, after: Position, limit: number): Promise<Page> {
  const rows = await tx.query<Row>(
    `SELECT xid::text AS xid, seq, at, type, data, xid < pg_snapshot_xmin(pg_current_snapshot()) AS settled FROM live_events
     WHERE tenant_id = $1 AND (xid, seq) > ($2::text::xid8, $3::int8) ORDER BY live_events.xid, seq LIMIT $4`,
    [tenant_id, after.xid, after.seq, limit + 1],
  );
  const given = rows.slice(0, limit).filter((row) => row.settled);
  const events = given.map(({ settled: _, ...row }) => ({ ...row, at_ms: Date.parse(row.at) }));
  const next = rows[given.length];
  return { events, more: next?.settled === true, waiting: next?.settled === false };
}

/** Where a stream begins for who names no position: before whatever is not given out yet. */
export async function presentPosition(tx: Tx, now: Date): Promise<Position> {
  const [row] = await tx.query<{ xid: string }>("SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid");
  return { xid: row!.xid, seq: 0, at_ms: now.getTime() };
}
