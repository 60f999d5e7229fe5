import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const MIGRATIONS_FOLDER = join(__dirname, "../../migrations");

/** Several processes may start on one server at once: one migrates, the others wait. Any number, the same everywhere. */
const ADVISORY_LOCK = 29092;

export interface MigrationConnection {
  /** Several statements, no parameters. */
  exec(sql: string): Promise<void>;
  query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]>;
  /** Take the advisory lock: other processes may migrate the same database. */
  exclusive?: boolean;
}

/**
 * Applies the files of `migrations/` that were not applied yet, in the order of their names, each in one transaction.
 * @throws Error when a file that was applied has changed since, or when a file fails (its name is in the message).
 */
export async function migrate(connection: MigrationConnection, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  if (connection.exclusive) await connection.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
  try {
    await connection.exec(
      "CREATE TABLE IF NOT EXISTS studio_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())",
    );
    const rows = await connection.query<{ name: string; sha256: string }>("SELECT name, sha256 FROM studio_migrations");
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const done: string[] = [];
    for (const name of readdirSync(folder).sort()) {
      if (!/^\d{4}_\w+\.sql$/.test(name)) continue;
      const sql = readFileSync(join(folder, name), "utf8");
      const sha256 = createHash("sha256").update(sql).digest("hex");
      const before = applied.get(name);
      if (before === sha256) continue;
      if (before !== undefined) throw new Error(`migration ${name} was changed after it was applied to this database`);
      await apply(connection, name, sql, sha256);
      done.push(name);
    }
    return done;
  } finally {
    if (connection.exclusive) await connection.query("SELECT pg_advisory_unlock($1)", [ADVISORY_LOCK]);
  }
}

async function apply(connection: MigrationConnection, name: string, sql: string, sha256: string): Promise<void> {
  await connection.exec("BEGIN");
  try {
    await connection.exec(sql);
    await connection.query("INSERT INTO studio_migrations (name, sha256) VALUES ($1, $2)", [name, sha256]);
    await connection.exec("COMMIT");
  } catch (error) {
    await connection.exec("ROLLBACK");
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
