import type { Program } from "../../runtime/program";
import type { CutOff } from "../../runtime/session";
import type { TraceEvent } from "../../runtime/trace";
import type { CallEnd } from "../gateway";
import type { JambonzCall } from "./call";
import { type CaughtUp, catchUp, expectedMs, lookAhead } from "./catch_up";
import { readAmd, readStatus } from "./hooks";
import { type JambonzServices, sinceAnswer, then } from "./turn";

export interface JambonzNews {
  readonly call: JambonzCall;
  readonly trace: readonly TraceEvent[];
  /** The other side's telephone rings. */
  readonly ringing: boolean;
  /** The call is to be ended through jambonz's API. */
  readonly hang_up: boolean;
}

type Clock = Pick<JambonzServices, "program" | "now_ms">;

/** The hook `status`: tells how far a call has come. What comes twice or late changes nothing. @param sid jambonz's name for the call, where we know it */
export function onStatus(clock: Clock, call: JambonzCall, payload: unknown, sid: string | null): JambonzNews {
  const status = readStatus(payload, sid);
  if (call.busy === "over") return news(call);
  switch (status.kind) {
    case "ringing":
      return { ...news(call), ringing: call.busy === "ringing" };
    case "bridged":
      return news(
        call.busy === "dial" && call.bridged_ms === null ? { ...call, bridged_ms: sinceAnswer(clock, call) } : call,
      );
    case "not_answered": {
      if (call.answered_ms !== null) return finished(clock, call, null);
      const { outcome, sip_status, reason } = status;
      return over(clock, call, { outcome, sip_status, reason }, []);
    }
    case "completed":
      return finished(clock, call, status.by_caller ? "caller_hung_up" : null);
    default:
      return news(call);
  }
}

/** The hook `amd`: a machine is not talked to. */
export function onAmd(call: JambonzCall, payload: unknown): JambonzNews {
  if (!readAmd(payload) || call.busy === "over") return news(call);
  return { ...news({ ...call, machine: true, canceled: true }), hang_up: true };
}

/** The studio withdraws the call. */
export function onCancel(call: JambonzCall): JambonzNews {
  return call.busy === "over" ? news(call) : { ...news({ ...call, canceled: true }), hang_up: true };
}

/** Nothing was heard of a call for longer than it can last: it is over, whatever has become of it. */
export function onLost(clock: Clock, call: JambonzCall): JambonzNews {
  if (call.busy === "over") return news(call);
  if (call.answered_ms === null)
    return over(clock, call, { outcome: "failed", sip_status: null, reason: "the gateway did not report back" }, []);
  return finished(clock, call, null);
}

function news(call: JambonzCall): JambonzNews {
  return { call, trace: [], ringing: false, hang_up: false };
}

function finished(clock: Clock, call: JambonzCall, by: CutOff | null): JambonzNews {
  if (call.answered_ms === null) {
    const reason = "the call ended before it began";
    return over(clock, call, { outcome: "failed", sip_status: 200, reason }, []);
  }
  const { run, trace } = lastWords(clock.program, call, by, sinceAnswer(clock, call));
  return over(clock, { ...call, run }, { outcome: "answered", sip_status: 200, reason: null }, trace);
}

/** What was still said, and how the run ends: by what was sent, or by what came in between. */
function lastWords(program: Program, call: JambonzCall, by: CutOff | null, at_ms: number): CaughtUp {
  const { run, effect } = call;
  if (run.ended !== null || effect === null) return { run, effect, trace: [] };
  const expected_ms = expectedMs(lookAhead(program, run, effect).says);
  const available_ms = Math.max(0, at_ms - call.sent_at_ms);
  const cut = by ?? (call.canceled ? "canceled" : at_ms >= program.max_duration_ms ? "time_limit" : null);
  // We hung up ourselves after the last word: it was heard, however long it took.
  const ours = by === null && !call.canceled && call.busy === "hangup";
  const said = catchUp(
    program,
    { run, effect },
    call.sent_at_ms,
    ours ? available_ms : Math.min(available_ms, expected_ms),
    ours ? null : cut,
  );
  if (call.bridged_ms !== null) {
    const span = { from_ms: Math.min(call.bridged_ms, call.sent_at_ms + expected_ms), to_ms: call.bridged_ms };
    return then(program, said, { kind: "transferred", result: { kind: "connected", ...span } });
  }
  if (cut === null && !ours) return then(program, said, { kind: "failed", message: "jambonz ended the call", at_ms });
  return then(program, said, { kind: "cut_off", by: cut ?? "time_limit", at_ms });
}

function over(
  clock: Clock,
  call: JambonzCall,
  how: Pick<CallEnd, "outcome" | "sip_status" | "reason">,
  trace: readonly TraceEvent[],
): JambonzNews {
  const answered = call.answered_ms;
  const outcome = call.machine ? "voicemail" : call.canceled && answered === null ? "canceled" : how.outcome;
  const end: CallEnd = {
    ...how,
    outcome,
    ringing_ms: Math.max(0, (answered ?? clock.now_ms()) - call.placed_ms),
    duration_ms: sinceAnswer(clock, call),
  };
  return { ...news({ ...call, busy: "over", effect: null, end }), trace };
}
