import type { Db, Tx } from "../db/db";
import { endCall, unheard } from "./end_call";

const BATCH = 100;

export const INTERRUPTED = unheard("interrupted", "the process that carried the call ended");

/** A call that a gateway carries through its hooks, and that nothing was heard of for longer than it may be silent. */
export interface LostCall {
  id: string;
  /** The gateway's name for it; null where that was never stored. */
  reference: string | null;
}

/** Other processes leave a lost call alone for so long. */
const ENDING_S = 60;

/**
 * Takes up what a process left behind that ended without a word. A call that was never dialled is forgotten, and its contact waits
 * again; a call that may have rung counts as an attempt with the result `interrupted`, so that nobody is called twice for it.
 * @param lost ends a call that was handed over
 * @returns how many calls were taken up
 */
export async function recover(db: Db, now: Date, lost: (call: LostCall) => Promise<void>): Promise<number> {
  let total = 0;
  for (;;) {
    const { count, handed_over } = await db.asSystem((tx) => recoverBatch(tx, now));
    total += count;
    // One that cannot be ended must not keep the others from it: it comes again.
    const ends = await Promise.allSettled(handed_over.map(lost));
    const fault = ends.find((end) => end.status === "rejected");
    if (fault !== undefined) throw fault.reason;
    if (count < BATCH) return total;
  }
}

async function recoverBatch(tx: Tx, now: Date): Promise<{ count: number; handed_over: LostCall[] }> {
  const calls = await tx.query<{ id: string; state: string; reference: string | null; hooked: boolean }>(
    `SELECT id, state, gateway_reference AS reference, run_state IS NOT NULL OR gateway_reference IS NOT NULL AS hooked
     FROM calls WHERE state <> 'ended' AND lease_until < now() ORDER BY lease_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
  );
  const handed_over: LostCall[] = [];
  for (const { id, state, reference, hooked } of calls) {
    if (state === "queued") await forget(tx, [id], null);
    else if (!hooked) await endCall(tx, id, null, INTERRUPTED, now);
    else handed_over.push({ id, reference });
  }
  // Ended outside of this transaction: that takes the scenario and the gateway.
  await tx.query(
    "UPDATE calls SET lease_owner = NULL, lease_until = now() + make_interval(secs => $2) WHERE id = ANY ($1::uuid[])",
    [handed_over.map(({ id }) => id), ENDING_S],
  );
  return { count: calls.length, handed_over };
}

/**
 * Calls that were claimed and not dialled: as if they had never been. A test call waits for another process.
 * @param owner the process that must still hold their leases; null: whoever does
 */
export async function forget(tx: Tx, call_ids: readonly string[], owner: string | null): Promise<void> {
  if (call_ids.length === 0) return;
  const which = "id = ANY ($1::uuid[]) AND state = 'queued' AND ($2::uuid IS NULL OR lease_owner = $2)";
  const params = [call_ids, owner];
  await tx.query(`UPDATE calls SET lease_owner = NULL, lease_until = NULL WHERE ${which} AND kind = 'test'`, params);
  const gone = await tx.query<{ contact_id: string | null }>(
    `DELETE FROM calls WHERE ${which} AND kind = 'campaign' RETURNING contact_id`,
    params,
  );
  await tx.query(
    `UPDATE contacts SET state = CASE WHEN state = 'calling' THEN 'waiting' ELSE state END, attempts = attempts - 1
     WHERE id = ANY ($1::uuid[])`,
    [gone.flatMap((row) => row.contact_id ?? [])],
  );
}
