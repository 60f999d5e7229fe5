import type { CallEnd, CallRequest, Placement, VoiceGateway } from "../gateway";
import type { Caller } from "./caller";
import { type CallClock, fastClock, wallClock } from "./clock";
import { randomCaller } from "./random_caller";
import { SimulatedSession } from "./session";
import { testNumberCaller } from "./test_numbers";

export interface SimulationOptions {
  /** Simulated milliseconds per real one, or "fast": as fast as the machine can think. Default 1. */
  readonly speed?: number | "fast";
  /** Everything random depends on this the number and the attempt, so that a repetition meets the same people. Default "drowsyguard". */
  readonly seed?: string;
  /** Who is called; default: the owners of test numbers, and callers at random for all others. */
  readonly callerOf?: (request: CallRequest, seed: string) => Caller;
}

/** A gateway without a telephone network: people who do not exist are called, on a clock of their own. */
export function simulatedGateway(options: SimulationOptions = {}): VoiceGateway {
  const { speed = 1, seed = "drowsyguard" } = options;
  const callerOf = options.callerOf ?? ((request, s) => testNumberCaller(request.to, s) ?? randomCaller(s));
  const clock = (): CallClock => (speed === "fast" ? fastClock() : wallClock(speed));
  return {
    async placeCall(request, signal): Promise<Placement> {
      const caller = callerOf(request, `${seed} ${request.to} ${request.attempt}`);
      return { kind: "ended", end: await place(request, caller, clock, signal) };
    },
  };
}

async function place(
  request: CallRequest,
  caller: Caller,
  newClock: () => CallClock,
  signal: AbortSignal,
): Promise<CallEnd> {
  const ringing = newClock();
  const end = (
    outcome: CallEnd["outcome"],
    reason: string | null = null,
    sip_status: number | null = null,
  ): CallEnd => ({
    outcome,
    reason,
    sip_status,
    ringing_ms: ringing.now_ms(),
    duration_ms: 0,
  });
  const pickup = caller.pickup();
  if (pickup.kind !== "failed" && pickup.kind !== "busy" && !signal.aborted) request.on_ringing?.();
  const after_ms = pickup.kind === "no_answer" ? Number.POSITIVE_INFINITY : pickup.after_ms;
  await ringing.pass(Math.min(after_ms, request.ring_timeout_ms), signal);
  if (signal.aborted) return end("canceled", null, 487);
  if (after_ms > request.ring_timeout_ms) return end("no_answer", null, 480);
  switch (pickup.kind) {
    case "busy":
      return end("busy", null, 486);
    case "failed":
      return end("failed", pickup.reason, pickup.sip_status);
    case "voicemail":
      return end("voicemail", null, 200);
    default:
      return talk(request, caller, newClock(), signal, end("answered", null, 200));
  }
}

async function talk(
  request: CallRequest,
  caller: Caller,
  clock: CallClock,
  signal: AbortSignal,
  end: CallEnd,
): Promise<CallEnd> {
  const session = new SimulatedSession(caller, clock, signal, request.max_duration_ms);
  try {
    await request.on_answer(session);
  } finally {
    await session.hangup();
  }
  return { ...end, duration_ms: clock.now_ms() };
}
