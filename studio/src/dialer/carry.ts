import type { Db } from "../db/db";
import { emit } from "../live/emit";
import { drive, type HttpCaller } from "../runtime/drive";
import type { RunResult } from "../runtime/trace";
import type { CallRequest, VoiceGateway } from "../voice/gateway";
import type { VoiceSession } from "../voice/session";
import { endCall } from "./end_call";
import type { Recorder } from "./recorder";
import type { Runnable } from "./runnable";
import { TraceKeeper } from "./trace_keeper";

/** A call that is queued under this process's lease. */
export interface QueuedCall {
  id: string;
  tenant_id: string;
  project_id: string;
  campaign_id: string | null;
  attempt: number;
  /** The contact's. */
  number: string;
  /** What the gateway is asked for: the number as its route changes it. */
  dialled: string;
  from: string;
  trunk: string | null;
  ring_timeout_s: number;
  contact: Record<string, unknown>;
  runnable: Runnable;
}

export interface CarryServices {
  db: Db;
  http: HttpCaller;
  owner: string;
  now(): Date;
  gateway: VoiceGateway;
  /** Null where no recording is wanted. */
  record: Recorder | null;
}

/** A carrier may stay silent for so long after a scenario's own limit. */
const MARGIN_MS = 5_000;

/** A gateway that carries calls by itself reports at the latest so long after the ringing; then the call is taken for lost. */
const SILENT_S = 60;

/** Places one queued call and carries it to its end. @returns false where it was not ours any more, or was withdrawn before it was dialled */
export async function carry(call: QueuedCall, services: CarryServices, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || !(await beginDialing(call, services))) return false;
  const trace = new TraceKeeper(
    { ...call, scenario_id: call.runnable.scenario_id, scenario_version: call.runnable.version },
    services,
  );
  let run: RunResult | null = null;
  const request: CallRequest = {
    call_id: call.id,
    attempt: call.attempt,
    to: call.dialled,
    from: call.from,
    trunk: call.trunk,
    language: call.runnable.program.language,
    ring_timeout_ms: call.ring_timeout_s * 1000,
    max_duration_ms: call.runnable.program.max_duration_ms + MARGIN_MS,
    on_answer: async (session: VoiceSession) => {
      trace.answered();
      run = await drive(session, {
        program: call.runnable.program,
        matcher: call.runnable.matcher,
        http: services.http,
        contact: call.contact,
        on_trace: (events) => trace.add(events),
      });
    },
  };
  try {
    const placed = await services.gateway.placeCall(request, signal);
    if (placed.kind === "handed_over") {
      await handOver(call, placed.reference, services);
      return true;
    }
    const { end } = placed;
    const ran = run as RunResult | null;
    const { language } = call.runnable.program;
    const recorded = { id: call.id, tenant_id: call.tenant_id, language };
    const recording = (await services.record?.(recorded, trace.all)) ?? null;
    await trace.stop();
    return await services.db.asSystem((tx) =>
      endCall(
        tx,
        call.id,
        services.owner,
        {
          outcome: end.outcome,
          scenario_outcome: ran?.outcome ?? null,
          reason: end.reason,
          sip_status: end.sip_status,
          disposition: ran?.disposition ?? null,
          tags: ran?.tags ?? [],
          variables: ran?.variables ?? {},
          turns: ran?.turns ?? 0,
          ringing_ms: end.ringing_ms,
          duration_ms: end.duration_ms,
          recording,
          events: trace.unstored(),
        },
        services.now(),
      ),
    );
  } finally {
    await trace.stop();
  }
}

/**
 * Written before the gateway is asked: a call that may have rung must never look as if it had not. Where the gateway will carry the
 * call by itself, its hooks may come in although this process is gone: the lease lasts beyond the ringing.
 */
function beginDialing(call: QueuedCall, { db, owner, now, gateway }: CarryServices): Promise<boolean> {
  const lease_s = gateway.endCall === undefined ? 0 : call.ring_timeout_s + SILENT_S;
  return db.asSystem(async (tx) => {
    const rows = await tx.query(
      `UPDATE calls SET state = 'dialing', dialed_at = $3, lease_until = greatest(lease_until, now() + make_interval(secs => $4))
       WHERE id = $1 AND state = 'queued' AND lease_owner = $2
         AND (campaign_id IS NULL OR EXISTS (SELECT 1 FROM campaigns c WHERE c.id = calls.campaign_id AND c.state = 'running'))
         AND (contact_id IS NULL OR EXISTS (SELECT 1 FROM contacts p WHERE p.id = calls.contact_id AND p.state = 'calling'))
       RETURNING id`,
      [call.id, owner, now(), lease_s],
    );
    if (rows.length === 0) return false;
    const { project_id, campaign_id, number } = call;
    await emit(tx, call.tenant_id, [
      { type: "call.dialing", data: { call_id: call.id, project_id, campaign_id, number } },
    ]);
    return true;
  });
}

/** The gateway's hooks carry the call on; if they never come, the lease ends it. */
async function handOver(call: QueuedCall, reference: string, { db, owner }: CarryServices): Promise<void> {
  await db.asSystem((tx) =>
    tx.query(
      `UPDATE calls SET gateway_reference = $3, lease_owner = NULL,
              lease_until = greatest(lease_until, now() + make_interval(secs => $4))
       WHERE id = $1 AND state <> 'ended' AND lease_owner = $2`,
      [call.id, owner, reference, call.ring_timeout_s + SILENT_S],
    ),
  );
}
