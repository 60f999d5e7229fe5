import { insertEvents, saidText } from "../call/events_store";
import type { Db } from "../db/db";
import { saidEvents } from "../live/call_events";
import { emit, type LiveEvent } from "../live/emit";
import { drive, type HttpCaller } from "../runtime/drive";
import type { RunResult, TraceEvent } from "../runtime/trace";
import type { CallRequest, VoiceGateway } from "../voice/gateway";
import type { VoiceSession } from "../voice/session";
import { endCall } from "./end_call";
import type { Recorder } from "./recorder";
import type { Runnable } from "./runnable";

/** A call that is queued under this process's lease. */
export interface QueuedCall {
  id: string;
  tenant_id: string;
  project_id: string;
  campaign_id: string | null;
  number: string;
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

/** What happens in a call is stored so soon, so that people can follow it; a shorter call is stored once, at its end. */
const FLUSH_MS = 300;

/** A carrier may stay silent for so long after a scenario's own limit. */
const MARGIN_MS = 5_000;

/** Places one queued call and carries it to its end. @returns false where it was not ours any more, or was withdrawn before it was dialled */
export async function carry(call: QueuedCall, services: CarryServices, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted || !(await beginDialing(call, services))) return false;
  const trace = new TraceKeeper(call, services);
  let run: RunResult | null = null;
  const request: CallRequest = {
    call_id: call.id,
    to: call.number,
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

/** Written before the gateway is asked: a call that may have rung must never look as if it had not. */
function beginDialing(call: QueuedCall, { db, owner, now }: CarryServices): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const rows = await tx.query(
      `UPDATE calls SET state = 'dialing', dialed_at = $3 WHERE id = $1 AND state = 'queued' AND lease_owner = $2
         AND (campaign_id IS NULL OR EXISTS (SELECT 1 FROM campaigns c WHERE c.id = calls.campaign_id AND c.state = 'running'))
       RETURNING id`,
      [call.id, owner, now()],
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
  const longest_s = call.ring_timeout_s + (call.runnable.program.max_duration_ms + MARGIN_MS) / 1000;
  await db.asSystem((tx) =>
    tx.query(
      `UPDATE calls SET gateway_reference = $3, lease_owner = NULL, lease_until = now() + make_interval(secs => $4)
       WHERE id = $1 AND state <> 'ended' AND lease_owner = $2`,
      [call.id, owner, reference, longest_s],
    ),
  );
}

/** Stores the events of a call while it lasts, a few at a time. */
class TraceKeeper {
  readonly all: TraceEvent[] = [];
  #stored = 0;
  #answered_at: Date | null = null;
  #answer_stored = false;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    readonly call: QueuedCall,
    readonly services: CarryServices,
  ) {}

  answered(): void {
    this.#answered_at = this.services.now();
    this.#later();
  }

  add(events: readonly TraceEvent[]): void {
    this.all.push(...events);
    this.#later();
  }

  unstored(): TraceEvent[] {
    return this.all.slice(this.#stored);
  }

  /** Nothing is written by this any more when the promise is fulfilled. */
  stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.#writing;
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // What cannot be stored now is stored at the end, or is lost with the call.
      this.#writing = this.#store().catch(() => undefined);
    }, FLUSH_MS);
  }

  async #store(): Promise<void> {
    const events = this.unstored();
    const { call, services } = this;
    const traced = {
      id: call.id,
      tenant_id: call.tenant_id,
      scenario_id: call.runnable.scenario_id,
      scenario_version: call.runnable.version,
    };
    await services.db.asSystem(async (tx) => {
      const rows = await tx.query(
        `UPDATE calls SET state = 'in_progress', answered_at = coalesce(answered_at, $3),
                said = concat_ws(E'\\n', nullif(said, ''), nullif($4, ''))
         WHERE id = $1 AND state <> 'ended' AND lease_owner = $2 RETURNING id`,
        [call.id, services.owner, this.#answered_at, saidText(events)],
      );
      if (rows.length === 0) return;
      await insertEvents(tx, traced, events);
      await emit(tx, call.tenant_id, this.#live(events));
    });
    this.#stored += events.length;
    this.#answer_stored = true;
  }

  #live(events: readonly TraceEvent[]): LiveEvent[] {
    const { id: call_id, project_id, campaign_id } = this.call;
    const ids = { call_id, project_id, campaign_id };
    const said = saidEvents(ids, events);
    return this.#answer_stored ? said : [{ type: "call.answered", data: ids }, ...said];
  }
}
