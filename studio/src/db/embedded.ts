import { mkdirSync } from "node:fs";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { lockFolder } from "../../../src/boards/host/folder_lock";
import { type Db, ENTER_SYSTEM, enterTenant, type Listener, type Tx } from "./db";
import { migrate } from "./migrate";
import { tidy } from "./tidy";
import { PARSERS } from "./values";

/**
 * PostgreSQL inside this process, its files in `folder`. One connection: transactions queue.
 * @throws Error naming the folder when another process has it open.
 */
export async function openEmbedded(folder: string): Promise<Db> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = lock(folder);
  try {
    const pg = await PGlite.create({ dataDir: folder, parsers: PARSERS });
    await migrate({
      exec: async (sql) => void (await pg.exec(sql)),
      query: async <Row>(sql: string, params: readonly unknown[] = []) =>
        (await pg.query<Row>(sql, [...params], { parsers: PARSERS })).rows,
    });
    return embeddedDb(pg, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function lock(folder: string): () => void {
  try {
    return lockFolder(folder, "studio");
  } catch (error) {
    throw new Error(`${(error as Error).message}; several processes need DATABASE_URL`);
  }
}

function embeddedDb(pg: PGlite, unlock: () => void): Db {
  const scoped = <T>(enter: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
    pg.transaction(async (transaction) => {
      await transaction.exec(enter);
      return work(txOf(transaction));
    }) as Promise<T>;
  return {
    kind: "embedded",
    asTenant: async (tenant_id, work) => scoped(enterTenant(tenant_id), work),
    asSystem: (work) => scoped(ENTER_SYSTEM, work),
    listen: async (channel: string, on: Listener) => pg.listen(channel, on),
    tidy: () => tidy(pg),
    async close() {
      await pg.close();
      unlock();
    },
  };
}

function txOf(transaction: Transaction): Tx {
  return {
    query: async <Row>(sql: string, params: readonly unknown[] = []) =>
      (await transaction.query<Row>(sql, [...params], { parsers: PARSERS })).rows,
  };
}
