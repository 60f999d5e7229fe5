import type { Tx } from "../../db/db";
import { resultOf } from "../../runtime/drive";
import type { TraceEvent } from "../../runtime/trace";
import type { JambonzCall } from "../../voice/jambonz/call";
import { type CallEnding, endCall } from "../end_call";
import { storeProgress } from "../progress";

/** A call that a gateway carries through its hooks, and what was stored of it. */
export interface HookedCall {
  id: string;
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  campaign_id: string | null;
  scenario_id: string;
  scenario_version: number;
  to_number: string;
  from_number: string;
  trunk: string | null;
  gateway_reference: string | null;
  dialed_at: string | null;
  /** Fields of the contact, for the scenario's variables. */
  contact: Record<string, unknown>;
  /** Null before the first hook. */
  run_state: StoredRun | null;
}

/** `revision` counts writes: two hooks at a time must not undo each other. */
interface StoredRun {
  revision: number;
  call: JambonzCall;
}

/** The longest that may lie between two hooks: sentences of a minute, one of 2000 characters behind them, and a minute of listening. */
const SILENT_S = 300;
/** Of a transferred conversation nothing more is heard until it ends; its call stays open for so long. */
const TRANSFERRED_S = 3_900;

/** The call, while it lasts. */
export async function readHookedCall(tx: Tx, id: string): Promise<HookedCall | null> {
  const [row] = await tx.query<HookedCall>(
    `SELECT c.id, c.tenant_id, c.project_id, c.callbot_id, c.campaign_id, c.scenario_id, c.scenario_version, c.to_number, c.from_number,
            c.trunk, c.gateway_reference, c.dialed_at, c.run_state,
            CASE WHEN p.id IS NULL THEN coalesce(c.test_request->'contact', '{}'::jsonb)
                 ELSE p.variables || jsonb_build_object('number', p.number, 'name', p.name, 'external_id', p.external_id) END AS contact
     FROM calls c LEFT JOIN contacts p ON p.id = c.contact_id
     WHERE c.id = $1 AND c.gateway = 'jambonz' AND c.state <> 'ended'`,
    [id],
  );
  return row ?? null;
}

/**
 * Stores where a call stands now, and what has happened, in one transaction.
 * @param before as it was read
 * @returns false where another hook was faster, or the call has ended: read again
 */
export async function storeHookedCall(
  tx: Tx,
  before: HookedCall,
  call: JambonzCall,
  trace: readonly TraceEvent[],
  now: Date,
): Promise<boolean> {
  const [row] = await tx.query<{ run_state: StoredRun | null }>(
    "SELECT run_state FROM calls WHERE id = $1 AND state <> 'ended' FOR UPDATE",
    [before.id],
  );
  const revision = before.run_state?.revision ?? 0;
  if (row === undefined || (row.run_state?.revision ?? 0) !== revision) return false;
  if (call.end !== null) return endCall(tx, before.id, null, endingOf(call, trace), now);
  await tx.query(
    "UPDATE calls SET run_state = $2, lease_until = greatest(lease_until, now() + make_interval(secs => $3)) WHERE id = $1",
    [
      before.id,
      JSON.stringify({ revision: revision + 1, call } satisfies StoredRun),
      call.bridged_ms === null ? SILENT_S : TRANSFERRED_S,
    ],
  );
  if (call.answered_ms === null) return true;
  return storeProgress(tx, before, null, { answered_at: new Date(call.answered_ms), events: trace });
}

function endingOf({ run, end, answered_ms }: JambonzCall, events: readonly TraceEvent[]): CallEnding {
  const result = resultOf(run);
  const talked = answered_ms !== null;
  return {
    outcome: end?.outcome ?? "failed",
    scenario_outcome: talked ? result.outcome : null,
    reason: end?.reason ?? null,
    sip_status: end?.sip_status ?? null,
    disposition: talked ? result.disposition : null,
    tags: talked ? result.tags : [],
    variables: talked ? result.variables : {},
    turns: result.turns,
    ringing_ms: end?.ringing_ms ?? null,
    duration_ms: end?.duration_ms ?? 0,
    recording: null,
    events,
  };
}
