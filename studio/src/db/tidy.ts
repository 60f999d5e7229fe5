import type { PGlite } from "@electric-sql/pglite";

interface TableRow {
  name: string;
  /** Many rows are dead: their room can be used again. */
  dead: boolean;
}

/** As autovacuum decides it: a fifth of the rows is dead, or a tenth has changed since the planner looked. */
const DUE = `SELECT quote_ident(s.relname) AS name, s.n_dead_tup > 1000 + 0.2 * greatest(c.reltuples, 0) AS dead
  FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  WHERE s.n_dead_tup > 1000 + 0.2 * greatest(c.reltuples, 0) OR s.n_mod_since_analyze > 1000 + 0.1 * greatest(c.reltuples, 0)
  ORDER BY s.relname`;

/**
 * Does for the embedded database what a server's autovacuum does: no process beside this one would. One table after the other, so that
 * requests come in between.
 * @returns the tables that were due
 */
export async function tidy(pg: PGlite): Promise<string[]> {
  await pg.query("SELECT pg_stat_force_next_flush()");
  const { rows } = await pg.query<TableRow>(DUE);
  for (const { name, dead } of rows) await pg.exec(`${dead ? "VACUUM (ANALYZE)" : "ANALYZE"} ${name}`);
  return rows.map(({ name }) => name);
}
