import { insertEvents, saidText } from "../call/events_store";
import { nextStep, type RetryPolicy, resultOf } from "../campaign/retry_policy";
import type { Tx } from "../db/db";
import { emit } from "../live/emit";
import type { TraceEvent } from "../runtime/trace";
import { addUsage } from "../usage/counters";
import type { CallOutcome } from "../voice/gateway";
import { enqueue } from "../webhook/outbox";
import { liveEventsOf } from "./progress";

/** How a call ended, whichever way. */
export interface CallEnding {
  outcome: CallOutcome | "interrupted";
  scenario_outcome: string | null;
  reason: string | null;
  sip_status: number | null;
  disposition: string | null;
  tags: readonly string[];
  variables: Readonly<Record<string, unknown>>;
  turns: number;
  ringing_ms: number | null;
  duration_ms: number;
  recording: string | null;
  /** Events that are not stored yet. */
  events: readonly TraceEvent[];
}

/** The end of a call that nobody is known to have heard anything of. */
export function unheard(outcome: CallEnding["outcome"], reason: string): CallEnding {
  return {
    outcome,
    scenario_outcome: null,
    reason,
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
}

interface CallRow {
  id: string;
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  kind: "campaign" | "test";
  campaign_id: string | null;
  contact_id: string | null;
  attempt: number | null;
  scenario_id: string;
  scenario_version: number;
  to_number: string;
  queued_at: string;
  dialed_at: string | null;
  answered_at: string | null;
  state_before: string;
  /** The tenant's. */
  time_zone: string;
  /** Null for a test call. */
  retry_policy: RetryPolicy | null;
  /** Earlier attempts at the contact that had the same result. */
  times_before: number;
}

/** One attempt's result in SQL, as resultOf has it. */
const RESULT = "CASE WHEN p.outcome = 'answered' THEN coalesce(p.scenario_outcome, 'error') ELSE p.outcome END";

/**
 * Ends a call once: the call, its contact's next step, the webhook and the live event stand in one transaction, or none of them does.
 * @param owner the process that must still hold the lease; null where the ending came in from a gateway's hook
 * @returns false where the call had ended already, or another process took it over
 */
export async function endCall(
  tx: Tx,
  call_id: string,
  owner: string | null,
  ending: CallEnding,
  now: Date,
): Promise<boolean> {
  const result = resultOf(ending.outcome, ending.scenario_outcome);
  // Calls end many times a second: what the transaction needs to know beside the call comes with it.
  const [call] = await tx.query<CallRow>(
    `WITH before AS (SELECT state FROM calls WHERE id = $1 FOR UPDATE)
     UPDATE calls SET state = 'ended', outcome = $3, scenario_outcome = $4, reason = $5, sip_status = $6, disposition = $7, tags = $8,
            variables = $9, turns = $10, ringing_ms = $11, duration_ms = $12::int, recording = $13,
            said = concat_ws(E'\\n', nullif(said, ''), nullif($14, '')), ended_at = $15,
            answered_at = CASE WHEN $3 = 'answered' THEN coalesce(answered_at, greatest(dialed_at, $15::timestamptz - make_interval(secs => $12::int / 1000.0))) ELSE answered_at END,
            lease_owner = NULL, lease_until = NULL, run_state = NULL
     FROM before WHERE id = $1 AND calls.state <> 'ended' AND ($2::uuid IS NULL OR lease_owner = $2)
     RETURNING before.state AS state_before, id, tenant_id, project_id, callbot_id, kind, campaign_id, contact_id, attempt, scenario_id, scenario_version, to_number,
               queued_at, dialed_at, answered_at,
               (SELECT time_zone FROM tenants t WHERE t.id = calls.tenant_id) AS time_zone,
               (SELECT retry_policy FROM campaigns c WHERE c.id = calls.campaign_id) AS retry_policy,
               (SELECT count(*) FROM calls p WHERE p.contact_id = calls.contact_id AND ${RESULT} = $16) AS times_before`,
    [
      call_id,
      owner,
      ending.outcome,
      ending.scenario_outcome,
      ending.reason,
      ending.sip_status,
      ending.disposition,
      ending.tags,
      JSON.stringify(ending.variables),
      ending.turns,
      ending.ringing_ms,
      Math.round(ending.duration_ms),
      ending.recording,
      saidText(ending.events),
      now,
      result,
    ],
  );
  if (call === undefined) return false;
  await insertEvents(tx, call, ending.events);
  const reference = call.contact_id === null ? null : await moveContact(tx, call, result, now);
  await tell(tx, call, ending, reference, now);
  await addUsage(tx, call.tenant_id, call.time_zone, now, usageOf(call, ending));
  return true;
}

/** A call that was withdrawn before anybody was called costs nothing. */
function usageOf({ kind }: CallRow, { outcome, duration_ms }: CallEnding) {
  const call_seconds = Math.ceil(duration_ms / 1000);
  if (outcome === "canceled") return {};
  if (kind === "test") return { test_calls: 1, call_seconds };
  return { calls: 1, answered_calls: outcome === "answered" ? 1 : 0, call_seconds };
}

/** What the campaign's policy says happens to the contact now. @returns the contact's own reference */
async function moveContact(tx: Tx, call: CallRow, result: string, now: Date): Promise<string | null> {
  const step = nextStep(call.retry_policy!, result, call.attempt!, call.times_before + 1);
  const next_at = new Date(now.getTime() + (step.state === "waiting" ? step.delay_s * 1000 : 0));
  const [contact] = await tx.query<{ external_id: string | null }>(
    `UPDATE contacts SET state = CASE WHEN state = 'removed' THEN state ELSE $2 END, last_result = $3, next_at = $4, updated_at = $5
     WHERE id = $1 RETURNING external_id`,
    [call.contact_id, step.state, result, next_at, now],
  );
  return contact?.external_id ?? null;
}

async function tell(
  tx: Tx,
  call: CallRow,
  ending: CallEnding,
  contact_reference: string | null,
  now: Date,
): Promise<void> {
  const facts = {
    call_id: call.id,
    project_id: call.project_id,
    callbot_id: call.callbot_id,
    scenario_id: call.scenario_id,
    scenario_version: call.scenario_version,
    campaign_id: call.campaign_id,
    contact_id: call.contact_id,
    attempt: call.attempt,
    is_test: call.kind === "test",
    number: call.to_number,
    outcome: ending.outcome,
    scenario_outcome: ending.scenario_outcome as never,
    disposition: ending.disposition,
    tags: [...ending.tags],
    started_at: call.dialed_at ?? call.queued_at,
    answered_at: call.answered_at,
    ended_at: now.toISOString(),
    ringing_ms: ending.ringing_ms ?? 0,
    duration_ms: Math.round(ending.duration_ms),
    has_recording: ending.recording !== null,
  };
  await enqueue(tx, call.tenant_id, [{ type: "call.finished", at: now, data: { ...facts, contact_reference } }]);
  const newly_answered = ending.outcome === "answered" && call.state_before !== "in_progress";
  await emit(tx, call.tenant_id, [
    ...liveEventsOf(call, newly_answered, ending.events),
    { type: "call.ended", data: facts },
  ]);
}
