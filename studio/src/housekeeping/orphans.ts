import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { RECORDINGS_FOLDER } from "../call/recordings_folder";
import type { Db } from "../db/db";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RECORDING = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.wav$/;

/** Younger files may belong to a call whose end is not written yet. */
const GRACE_MS = 24 * 3_600_000;
const BATCH = 500;

/**
 * Deletes recordings on this machine that no call names: their call was deleted by a process elsewhere, or one died between file and row.
 * Only in the folders of tenants that this database knows: the data folder may serve another database too.
 * @returns how many files
 */
export async function deleteOrphans(parts: { db: Db; data: string; now(): Date; goOn(): boolean }): Promise<number> {
  const { db, data, now, goOn } = parts;
  const root = join(data, RECORDINGS_FOLDER);
  const folders = (await namesIn(root)).filter((name) => UUID.test(name));
  const known = await db.asSystem((tx) =>
    tx.query<{ id: string }>("SELECT id FROM tenants WHERE id = ANY ($1::uuid[])", [folders]),
  );
  let deleted = 0;
  for (const { id: tenant_id } of known) {
    const folder = join(root, tenant_id);
    const names = await namesIn(folder);
    for (let at = 0; at < names.length && goOn(); at += BATCH) {
      const old = await olderThan(folder, names.slice(at, at + BATCH), now().getTime() - GRACE_MS);
      const wanted = await wantedOf(db, tenant_id, old);
      for (const name of old) {
        if (wanted.has(name)) continue;
        await rm(join(folder, name), { force: true });
        deleted += 1;
      }
    }
  }
  return deleted;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
}

async function olderThan(folder: string, names: readonly string[], limit_ms: number): Promise<string[]> {
  const found = await Promise.all(
    names.map(async (name) => ({ name, state: await stat(join(folder, name)).catch(() => null) })),
  );
  return found.flatMap(({ name, state }) => (state?.isFile() && state.mtimeMs < limit_ms ? [name] : []));
}

/** Those that a call names, or may yet name: its end is not written. */
async function wantedOf(db: Db, tenant_id: string, names: readonly string[]): Promise<Set<string>> {
  const ids = names.flatMap((name) => RECORDING.exec(name)?.[1] ?? []);
  if (ids.length === 0) return new Set();
  const rows = await db.asSystem((tx) =>
    tx.query<{ id: string }>(
      "SELECT id FROM calls WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND (recording IS NOT NULL OR state <> 'ended')",
      [tenant_id, ids],
    ),
  );
  return new Set(rows.map(({ id }) => `${id}.wav`));
}
