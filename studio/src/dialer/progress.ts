import { insertEvents, saidText } from "../call/events_store";
import type { Tx } from "../db/db";
import { saidEvents } from "../live/call_events";
import { emit, type LiveEvent } from "../live/emit";
import type { TraceEvent } from "../runtime/trace";
import type { Lease } from "./lease";

/** A call as its events are stored. */
export interface TracedCall {
  id: string;
  tenant_id: string;
  project_id: string;
  campaign_id: string | null;
  scenario_id: string;
  scenario_version: number;
}

/**
 * Stores what has happened in an answered call while it lasts, whichever gateway carries it, and tells those who watch.
 * @param lease that this process must still hold, and that is renewed; null where a gateway's hook tells it
 * @returns false where the call has ended, or another process took it over: nothing is stored
 */
export async function storeProgress(
  tx: Tx,
  call: TracedCall,
  lease: Lease | null,
  { answered_at, events }: { answered_at: Date; events: readonly TraceEvent[] },
): Promise<boolean> {
  const [row] = await tx.query<{ state_before: string }>(
    `WITH before AS (SELECT state FROM calls WHERE id = $1 FOR UPDATE)
     UPDATE calls SET state = 'in_progress', answered_at = coalesce(answered_at, $3),
            said = concat_ws(E'\\n', nullif(said, ''), nullif($4, '')),
            lease_until = CASE WHEN $2::uuid IS NULL THEN lease_until ELSE greatest(lease_until, now() + make_interval(secs => $5)) END
     FROM before WHERE id = $1 AND calls.state <> 'ended' AND ($2::uuid IS NULL OR lease_owner = $2)
     RETURNING before.state AS state_before`,
    [call.id, lease?.owner ?? null, answered_at, saidText(events), lease?.lease_s ?? 0],
  );
  if (row === undefined) return false;
  await insertEvents(tx, call, events);
  await emit(tx, call.tenant_id, liveEventsOf(call, row.state_before !== "in_progress", events));
  return true;
}

/** What those who watch are told of it, the answer before all else where it is new. */
export function liveEventsOf(call: TracedCall, newly_answered: boolean, events: readonly TraceEvent[]): LiveEvent[] {
  const ids = { call_id: call.id, project_id: call.project_id, campaign_id: call.campaign_id };
  const said = saidEvents(ids, events);
  return newly_answered ? [{ type: "call.answered", data: ids }, ...said] : said;
}
