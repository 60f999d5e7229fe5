import type { FastifyBaseLogger } from "fastify";
import { deleteRecording } from "../call/recording";
import type { Db, Tx } from "../db/db";
import { writeAudit } from "../http/audit";
import { listEffective, type ProjectLimits } from "./policy_store";

export interface Keeper {
  db: Db;
  /** Folder that recordings lie beneath. */
  data: string;
  log: Pick<FastifyBaseLogger, "error">;
  now(): Date;
  /** False once the process is to stop: after the batch that is under way nothing more is deleted. */
  goOn(): boolean;
  /** Rows of a transaction, where tests want other batches. */
  batch?: number;
}

/** Rows of a transaction. On the embedded database every request waits while a batch is deleted. */
const BATCH = { embedded: 100, server: 1_000 };
const DAY_MS = 86_400_000;

const batchOf = ({ db, batch }: Keeper) => batch ?? BATCH[db.kind];

export interface Deleted {
  recordings: number;
  calls: number;
  contacts: number;
}

/**
 * Deletes what the tenants' and projects' policies give no more time. Several processes may do so at once; each batch is one transaction
 * with its audit record.
 */
export async function retain(keeper: Keeper): Promise<Deleted> {
  const deleted: Deleted = { recordings: 0, calls: 0, contacts: 0 };
  const ago = (days: number | null) => (days === null ? null : new Date(keeper.now().getTime() - days * DAY_MS));
  for (const project of await keeper.db.asSystem(listEffective)) {
    // A call goes without its recording only: first the one, then the other.
    deleted.recordings += await deleteRecordings(keeper, project, ago(project.recordings_days));
    deleted.calls += await inBatches(keeper, project, "calls", ago(project.calls_days), deleteCalls);
    deleted.contacts += await inBatches(keeper, project, "contacts", ago(project.contacts_days), deleteContacts);
  }
  return deleted;
}

/** All of it is done project by project. */
type Place = Pick<ProjectLimits, "tenant_id" | "project_id">;

interface RecordedRow {
  id: string;
  recording: string;
}

/** So many files that cannot be deleted are a fault of the whole folder: then the round is over. */
const MAX_STUCK = 1_000;

/**
 * File first, then row: a process that dies between them leaves a call whose recording cannot be played, until the next round ends it.
 * The file may lie on another machine, which finds it there without a call (orphans.ts).
 */
async function deleteRecordings(keeper: Keeper, place: Place, before: Date | null): Promise<number> {
  if (before === null) return 0;
  const stuck: string[] = [];
  let deleted = 0;
  while (keeper.goOn() && stuck.length < MAX_STUCK) {
    const rows = await dueRecordings(keeper, place, before, stuck);
    if (rows.length === 0) break;
    const tried = await Promise.all(rows.map(async (row) => ({ row, gone: await deleteFile(keeper, row) })));
    stuck.push(...tried.flatMap(({ row, gone }) => (gone ? [] : [row.id])));
    const gone = tried.flatMap((one) => (one.gone ? [one.row] : []));
    deleted += await keeper.db.asSystem(async (tx) => {
      const forgotten = await tx.query(
        `UPDATE calls SET recording = NULL WHERE id IN (
           SELECT c.id FROM calls c JOIN jsonb_to_recordset($1::jsonb) AS gone (id uuid, recording text)
             ON c.id = gone.id AND c.recording = gone.recording
           FOR UPDATE OF c SKIP LOCKED)
         RETURNING id`,
        [JSON.stringify(gone)],
      );
      return told(tx, place, "recordings", forgotten.length);
    });
  }
  return deleted;
}

function dueRecordings(keeper: Keeper, place: Place, before: Date, stuck: readonly string[]) {
  return keeper.db.asSystem((tx) =>
    tx.query<RecordedRow>(
      `SELECT id, recording FROM calls
       WHERE project_id = $1 AND recording IS NOT NULL AND state = 'ended' AND ended_at < $2 AND NOT id = ANY ($3::uuid[])
       ORDER BY ended_at LIMIT $4`,
      [place.project_id, before, stuck, batchOf(keeper)],
    ),
  );
}

async function deleteFile({ data, log }: Keeper, row: RecordedRow): Promise<boolean> {
  try {
    await deleteRecording(data, row.recording);
    return true;
  } catch (error) {
    log.error({ err: error, call_id: row.id }, "housekeeping: a recording cannot be deleted");
    return false;
  }
}

/** Deletes at most so many. @returns how many */
type DeleteBatch = (tx: Tx, place: Place, before: Date, limit: number) => Promise<number>;

async function inBatches(
  keeper: Keeper,
  place: Place,
  what: "calls" | "contacts",
  before: Date | null,
  deleteBatch: DeleteBatch,
): Promise<number> {
  if (before === null) return 0;
  let deleted = 0;
  while (keeper.goOn()) {
    const count = await keeper.db.asSystem(async (tx) =>
      told(tx, place, what, await deleteBatch(tx, place, before, batchOf(keeper))),
    );
    if (count === 0) break;
    deleted += count;
  }
  return deleted;
}

/** Calls with their events. Those of a contact that may yet be called stay: they say how often it was tried, and with what result. */
const deleteCalls: DeleteBatch = async (tx, place, before, limit) => {
  const rows = await tx.query(
    `DELETE FROM calls WHERE id IN (
       SELECT c.id FROM calls c
       WHERE c.project_id = $1 AND c.state = 'ended' AND c.ended_at < $2
         AND c.recording IS NULL AND NOT EXISTS (
           SELECT 1 FROM contacts p JOIN campaigns g ON g.id = p.campaign_id
           WHERE p.id = c.contact_id AND p.state IN ('waiting', 'calling') AND g.state <> 'finished')
       ORDER BY c.ended_at LIMIT $3 FOR UPDATE OF c SKIP LOCKED)
     RETURNING id`,
    [place.project_id, before, limit],
  );
  return rows.length;
};

/** Contacts of one finished campaign: nobody of it will be called again. Whose call is not over yet stays. */
const deleteContacts: DeleteBatch = async (tx, place, before, limit) => {
  const idle = "NOT EXISTS (SELECT 1 FROM calls c WHERE c.contact_id = p.id AND c.state <> 'ended')";
  const [campaign] = await tx.query<{ id: string }>(
    `SELECT g.id FROM campaigns g
     WHERE g.project_id = $1 AND g.state = 'finished' AND g.finished_at < $2
       AND EXISTS (SELECT 1 FROM contacts p WHERE p.campaign_id = g.id AND ${idle})
     ORDER BY g.finished_at LIMIT 1 FOR UPDATE OF g SKIP LOCKED`,
    [place.project_id, before],
  );
  if (campaign === undefined) return 0;
  const rows = await tx.query(
    `DELETE FROM contacts WHERE id IN (
       SELECT p.id FROM contacts p WHERE p.campaign_id = $1 AND ${idle} LIMIT $2 FOR UPDATE OF p SKIP LOCKED)
     RETURNING id`,
    [campaign.id, limit],
  );
  await tx.query("UPDATE campaigns SET contacts_deleted = contacts_deleted + $2 WHERE id = $1", [
    campaign.id,
    rows.length,
  ]);
  return rows.length;
};

/** Writes down what the policy has deleted. */
async function told(tx: Tx, place: Place, what: keyof Deleted, count: number): Promise<number> {
  if (count === 0) return 0;
  await writeAudit(tx, {
    tenant_id: place.tenant_id,
    actor_id: null,
    actor_email: "studio",
    action: "retention.delete",
    resource_id: place.project_id,
    detail: { [what]: count },
    request_id: "",
    address: "",
  });
  return count;
}
