import { problem } from "./problem";

/**
 * Opaque cursors: the sort key of the last row given, tied to the list they came from.
 * @param list a short name of the list and, where it matters, its order
 */
export function encodeCursor(list: string, key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString("base64url");
}

/** @returns the key, or null for the first page. @throws Problem CURSOR_INVALID */
export function decodeCursor(list: string, cursor: string | undefined, length = 1): (string | number)[] | null {
  if (cursor === undefined) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(value) && value.length === length + 1 && value[0] === list) {
      const key = value.slice(1);
      if (key.every((part) => typeof part === "string" || Number.isFinite(part))) return key;
    }
  } catch {
    // Falls through to the one answer that every bad cursor gets.
  }
  throw problem("CURSOR_INVALID");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a part of a cursor can be given to the database as an id. */
export const isUuid = (part: unknown): part is string => typeof part === "string" && UUID.test(part);

/** For lists ordered by id, newest first: the id to continue after, or null. Use as `($1::uuid IS NULL OR id < $1)`. */
export function idCursor(list: string, cursor: string | undefined): string | null {
  const key = decodeCursor(list, cursor);
  if (key === null) return null;
  if (!isUuid(key[0])) throw problem("CURSOR_INVALID");
  return key[0];
}

/**
 * Cuts one row that was read beyond the limit and says how to go on.
 * @param rows at most `limit + 1` rows
 */
export function page<Row>(
  list: string,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { items: Row[]; next_cursor: string | null } {
  const items = rows.slice(0, limit);
  const last = items[items.length - 1];
  return { items, next_cursor: rows.length > limit && last !== undefined ? encodeCursor(list, keyOf(last)) : null };
}

/** `page` for rows that are ordered by their id. */
export function pageById<Row extends { id: string }>(list: string, rows: readonly Row[], limit: number) {
  return page(list, rows, limit, (row) => [row.id]);
}
