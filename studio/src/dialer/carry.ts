import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/db";
import { drive, type HttpCaller } from "../runtime/drive";
import type { VoiceSession } from "../runtime/session";
import type { RunResult } from "../runtime/trace";
import type { CallRequest, VoiceGateway } from "../voice/gateway";
import { type CallEnding, endCall } from "./end_call";
import { type Lease, SILENT_S } from "./lease";
import type { QueuedCall } from "./queued_call";
import type { Recorder } from "./recorder";
import { TraceKeeper } from "./trace_keeper";

export interface CarryServices {
  db: Db;
  http: HttpCaller;
  lease: Lease;
  now(): Date;
  gateway: VoiceGateway;
  /** Null where no recording is wanted. */
  record: Recorder | null;
}

/** A carrier may stay silent for so long after a scenario's own limit. */
const MARGIN_MS = 5_000;

/** The database may be away for a moment, and what came of a call is not to be lost for it; its lease is kept up meanwhile. */
const AGAIN_MS = [100, 1_000, 3_000, 6_000];

/** Places one call that is written as dialled and under our lease, and carries it to its end. */
export async function carry(call: QueuedCall, services: CarryServices, signal: AbortSignal): Promise<void> {
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
      return;
    }
    const { end } = placed;
    const ran = run as RunResult | null;
    const { language } = call.runnable.program;
    const recorded = { id: call.id, tenant_id: call.tenant_id, language };
    const recording = (await services.record?.(recorded, trace.all)) ?? null;
    await trace.stop();
    await storeEnd(call, services, {
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
    });
  } finally {
    await trace.stop();
  }
}

async function storeEnd(call: QueuedCall, { db, lease, now }: CarryServices, ending: CallEnding): Promise<void> {
  const at = now();
  for (const pause_ms of [...AGAIN_MS, null]) {
    try {
      await db.asSystem((tx) => endCall(tx, call.id, lease.owner, ending, at));
      return;
    } catch (error) {
      if (pause_ms === null) throw error;
      await sleep(pause_ms);
    }
  }
}

/** The gateway's hooks carry the call on; if they never come, the lease ends it. */
async function handOver(call: QueuedCall, reference: string, { db, lease }: CarryServices): Promise<void> {
  await db.asSystem((tx) =>
    tx.query(
      `UPDATE calls SET gateway_reference = $3, lease_owner = NULL,
              lease_until = greatest(lease_until, now() + make_interval(secs => $4))
       WHERE id = $1 AND state <> 'ended' AND lease_owner = $2`,
      [call.id, lease.owner, reference, call.ring_timeout_s + SILENT_S],
    ),
  );
}
