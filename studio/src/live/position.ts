/** A place in a tenant's stream of live events: after the event with this transaction and number. */
export interface Position {
  /** xid8 as decimal text: beyond what a number holds exactly. */
  readonly xid: string;
  readonly seq: number;
  /** When the event there was written, epoch ms: tells whether what follows it is still kept. */
  readonly at_ms: number;
}

/** @returns below 0, 0, or above 0, as for sorting */
export function compare(a: Pick<Position, "xid" | "seq">, b: Pick<Position, "xid" | "seq">): number {
  // Decimal numbers without leading zeros: the longer one is the larger one.
  if (a.xid.length !== b.xid.length) return a.xid.length - b.xid.length;
  if (a.xid !== b.xid) return a.xid < b.xid ? -1 : 1;
  return a.seq - b.seq;
}

const FORM = /^(0|[1-9]\d{0,18})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})$/;

/** Opaque to clients; good for the tenant whose stream gave it. */
export function encodePosition({ xid, seq, at_ms }: Position): string {
  return Buffer.from(`${xid}.${seq}.${at_ms}`).toString("base64url");
}

/** @returns null for what no stream has given */
export function decodePosition(cursor: string): Position | null {
  const match = FORM.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (match === null) return null;
  return { xid: match[1]!, seq: Number(match[2]), at_ms: Number(match[3]) };
}
