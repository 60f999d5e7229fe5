import type { Db, Tx } from "../db/db";
import { SealError, type SecretBox } from "./box";

/** A column of sealed values: every text column whose name ends with `_sealed`. */
interface SealedColumn {
  table: string;
  column: string;
  /** Columns of the primary key, in its order. */
  key: string[];
}

export interface RewrapResult {
  /** Sealed anew with the active key. */
  rewrapped: number;
  /** Were sealed with it before. */
  current: number;
  /** One line for each value that no key of the ring opens. */
  unreadable: string[];
}

const BATCH = 200;

/**
 * Seals every secret of the database with the active key of the ring. Requests may go on meanwhile: a value that somebody else
 * writes at the same time is left as they wrote it. What cannot be opened is reported and left alone.
 */
export async function rewrapAll(db: Db, box: SecretBox): Promise<RewrapResult> {
  const result: RewrapResult = { rewrapped: 0, current: 0, unreadable: [] };
  for (const place of await db.asSystem(sealedColumns)) {
    let after: string | null = null;
    do {
      const start: string | null = after;
      after = await db.asSystem((tx) => rewrapBatch(tx, box, place, start, result));
    } while (after !== null);
  }
  return result;
}

function sealedColumns(tx: Tx): Promise<SealedColumn[]> {
  return tx.query<SealedColumn>(
    `SELECT c.relname AS table, a.attname AS column,
            (SELECT jsonb_agg(k.attname ORDER BY o.n) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS o (attnum, n)
             JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = o.attnum) AS key
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped
     JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname LIKE '%\\_sealed' ORDER BY 1, 2`,
  );
}

/** @returns the row to go on after, or null at the end */
async function rewrapBatch(
  tx: Tx,
  box: SecretBox,
  { table, column, key }: SealedColumn,
  after: string | null,
  result: RewrapResult,
): Promise<string | null> {
  // The context of a seal names its row by the key's values joined with slashes; see SealContext.
  const row = `concat_ws('/', ${key.map((name) => `${quoted(name)}::text`).join(", ")})`;
  const rows = await tx.query<{ row: string; sealed: string }>(
    `SELECT ${row} AS row, ${quoted(column)} AS sealed FROM ${quoted(table)}
     WHERE ${quoted(column)} IS NOT NULL AND ($1::text IS NULL OR ${row} COLLATE "C" > $1) ORDER BY ${row} COLLATE "C" LIMIT ${BATCH}`,
    [after],
  );
  for (const { row: id, sealed } of rows) {
    try {
      const fresh = box.rewrap({ table, column, row: id }, sealed);
      if (fresh === null) {
        result.current++;
        continue;
      }
      await tx.query(
        `UPDATE ${quoted(table)} SET ${quoted(column)} = $3 WHERE ${row} = $1 AND ${quoted(column)} = $2`,
        [id, sealed, fresh],
      );
      result.rewrapped++;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      result.unreadable.push(`${id}: ${error.message}`);
    }
  }
  return rows.length < BATCH ? null : rows[rows.length - 1]!.row;
}

/** Names come from the catalogue, and are quoted all the same. */
function quoted(name: string): string {
  return `"${name.replace(/"/g, '""')}"`;
}
