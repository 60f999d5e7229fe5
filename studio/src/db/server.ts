import pg from "pg";
import { type Db, ENTER_SYSTEM, enterTenant, type Listener, type Tx } from "./db";
import { migrate } from "./migrate";
import { PARSERS } from "./values";

const types = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    PARSERS[oid] ?? pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

const RECONNECT_MS = 1000;

/**
 * A PostgreSQL server, shared with other processes of the studio.
 * @param url `postgres://user:password@host:port/database`; the user owns the tables and needs CREATEROLE on the first run.
 */
export async function openServer(url: string, options: { connections?: number } = {}): Promise<Db> {
  const pool = new pg.Pool({ connectionString: url, max: options.connections ?? 10, types });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  try {
    const client = await pool.connect();
    try {
      await migrate({
        exec: async (sql) => void (await client.query(sql)),
        query: async <Row>(sql: string, params: readonly unknown[] = []) =>
          (await client.query(sql, [...params])).rows as Row[],
        exclusive: true,
      });
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw error;
  }
  return serverDb(pool, url);
}

function serverDb(pool: pg.Pool, url: string): Db {
  async function scoped<T>(enter: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`BEGIN; ${enter}`);
      const result = await work({
        query: async <Row>(sql: string, params: readonly unknown[] = []) =>
          (await client.query(prepared(sql, params))).rows as Row[],
      });
      await client.query("COMMIT");
      return result;
    } catch (error) {
      await client.query("ROLLBACK").catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
  return {
    kind: "server",
    asTenant: async (tenant_id, work) => scoped(enterTenant(tenant_id), work),
    asSystem: (work) => scoped(ENTER_SYSTEM, work),
    listen: (channel, on) => follow(url, channel, on),
    // Autovacuum does.
    tidy: async () => [],
    close: () => pool.end(),
  };
}

/** Statements that each connection keeps ready; those beyond are parsed anew each time. */
const MAX_PREPARED = 500;

const names = new Map<string, string>();

/** Parsed and planned once per connection: policies make planning the larger half of a short read. */
function prepared(sql: string, params: readonly unknown[]): pg.QueryConfig {
  let name = names.get(sql);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = `s${names.size}`;
    names.set(sql, name);
  }
  return { text: sql, values: [...params], ...(name === undefined ? {} : { name }) };
}

/** A connection of its own that listens, and comes back after it broke. */
async function follow(url: string, channel: string, on: Listener): Promise<() => Promise<void>> {
  let ended = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, types });
    fresh.on("notification", (message) => on(message.payload ?? ""));
    fresh.on("error", () => {});
    fresh.on("end", () => {
      if (!ended && client === fresh) retry();
    });
    client = fresh;
    await fresh.connect();
    await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  }
  function retry(): void {
    if (ended || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      connect().then(
        () => on(null),
        () => retry(),
      );
    }, RECONNECT_MS);
  }
  await connect();
  return async () => {
    ended = true;
    if (timer !== null) clearTimeout(timer);
    await client?.end();
  };
}
