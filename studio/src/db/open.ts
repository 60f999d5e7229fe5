import { join } from "node:path";
import type { Db } from "./db";
import { openEmbedded } from "./embedded";
import { openServer } from "./server";

/** Where the embedded database lies beneath the data folder. */
export const embeddedFolder = (data: string): string => join(data, "database");

/**
 * The database of this installation, brought up to date.
 * @param url a server's; null: the embedded one beneath the folder `data`
 * @throws Error naming the variable where a server cannot be used, without its password
 */
export async function openDatabase(url: string | null, data: string, connections?: number): Promise<Db> {
  if (url === null) return openEmbedded(embeddedFolder(data));
  try {
    return await openServer(url, connections === undefined ? {} : { connections });
  } catch (error) {
    throw new Error(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}
