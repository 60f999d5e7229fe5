import type { Db, Tx } from "../db/db";
import { type CallEnding, endCall } from "./end_call";

const BATCH = 100;

const INTERRUPTED: CallEnding = {
  outcome: "interrupted",
  scenario_outcome: null,
  reason: "the process that carried the call ended",
  sip_status: null,
  disposition: null,
  tags: [],
  variables: {},
  turns: 0,
  ringing_ms: null,
  duration_ms: 0,
  recording: null,
  events: [],
};

/**
 * Takes up what a process left behind that ended without a word. A call that was never dialled is forgotten, and its contact waits
 * again; a call that may have rung counts as an attempt with the result `interrupted`, so that nobody is called twice for it.
 * @returns how many calls were taken up
 */
export async function recover(db: Db, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await db.asSystem((tx) => recoverBatch(tx, now));
    total += count;
    if (count < BATCH) return total;
  }
}

async function recoverBatch(tx: Tx, now: Date): Promise<number> {
  const calls = await tx.query<{ id: string; state: string; contact_id: string | null }>(
    `SELECT id, state, contact_id FROM calls WHERE state <> 'ended' AND lease_until < now()
     ORDER BY lease_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
  );
  for (const call of calls) {
    if (call.state === "queued") await forget(tx, [call.id]);
    else await endCall(tx, call.id, null, INTERRUPTED, now);
  }
  return calls.length;
}

/** Calls that were claimed and not dialled: as if they had never been. A test call waits for another process. */
export async function forget(tx: Tx, call_ids: readonly string[]): Promise<void> {
  if (call_ids.length === 0) return;
  await tx.query(
    "UPDATE calls SET lease_owner = NULL, lease_until = NULL WHERE id = ANY ($1::uuid[]) AND state = 'queued' AND kind = 'test'",
    [call_ids],
  );
  const gone = await tx.query<{ contact_id: string | null }>(
    "DELETE FROM calls WHERE id = ANY ($1::uuid[]) AND state = 'queued' AND kind = 'campaign' RETURNING contact_id",
    [call_ids],
  );
  await tx.query(
    "UPDATE contacts SET state = 'waiting', attempts = attempts - 1 WHERE id = ANY ($1::uuid[]) AND state = 'calling'",
    [gone.flatMap((row) => row.contact_id ?? [])],
  );
}
