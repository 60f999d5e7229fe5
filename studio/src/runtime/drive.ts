import type { IntentMatch, IntentMatcher } from "../nlu/matcher";
import { step } from "./machine";
import type { Program } from "./program";
import type { VoiceSession } from "./session";
import { type Effect, type HttpAnswer, type HttpAsk, type Input, initialState, type RunState } from "./state";
import type { RunResult, TraceEvent } from "./trace";

/** Asks web services for a run. Never rejects: what goes wrong stands in the answer. */
export interface HttpCaller {
  call(ask: HttpAsk): Promise<HttpAnswer>;
}

export interface RunServices {
  readonly http: HttpCaller;
  readonly matcher: IntentMatcher;
}

export interface DriveOptions extends RunServices {
  readonly program: Program;
  /** Fields of the contact, for variables whose source is `contact`. */
  readonly contact?: Readonly<Record<string, unknown>>;
  /** Gets every event as it happens, in order; a promise holds up the call until it is kept. */
  readonly on_trace?: (events: readonly TraceEvent[]) => void | Promise<void>;
}

/**
 * Runs a program in one answered call, to its end. The session is hung up when this is fulfilled.
 * @throws what `on_trace` throws; the call is hung up before. A gateway that fails is an outcome (`error`), not an exception.
 */
export async function drive(session: VoiceSession, options: DriveOptions): Promise<RunResult> {
  let state = initialState(options.program, options.contact);
  let input: Input = { kind: "start" };
  try {
    for (;;) {
      const next = step(options.program, state, input);
      state = next.state;
      if (next.trace.length > 0) await options.on_trace?.(next.trace);
      if (state.ended !== null || next.effect === null) break;
      input = await perform(session, next.effect, options, state);
    }
  } finally {
    // A gateway that cannot even hang up has lost the call already.
    await session.hangup().catch(() => undefined);
  }
  return resultOf(state);
}

/** What a run that has ended came to. */
export function resultOf(state: RunState): RunResult {
  const ended = state.ended ?? { outcome: "error", disposition: null, tags: [] };
  return { ...ended, variables: state.variables, duration_ms: state.at_ms, turns: state.turns };
}

async function perform(session: VoiceSession, effect: Effect, services: RunServices, state: RunState): Promise<Input> {
  try {
    switch (effect.kind) {
      case "say":
        return { kind: "said", result: await session.say(effect.text, effect.options) };
      case "listen":
        return { kind: "listened", result: await session.listen(effect.options) };
      case "transfer":
        return { kind: "transferred", result: await session.transfer(effect.to, { until_ms: effect.until_ms }) };
      case "match":
        return { kind: "matched", match: await matched(services.matcher, effect) };
      case "http": {
        const { value, at_ms, cut_off } = await session.during(() => answered(services.http, effect.ask));
        return cut_off === null
          ? { kind: "http_answered", answer: value, at_ms }
          : { kind: "cut_off", by: cut_off, at_ms };
      }
      case "hangup":
        throw new Error("a run that has ended asks for nothing more");
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "failed", message: `the gateway failed: ${message}`, at_ms: state.at_ms };
  }
}

/** An answer in any case: an outside matcher that fails has understood nothing. */
export async function matched(
  matcher: IntentMatcher,
  effect: Extract<Effect, { kind: "match" }>,
): Promise<IntentMatch> {
  try {
    return await matcher.match(effect.text, { language: effect.language, candidates: effect.candidates });
  } catch {
    return { intent: null, confidence: 0, because: [], source: "failed" };
  }
}

/** An answer in any case. */
export async function answered(http: HttpCaller, ask: HttpAsk): Promise<HttpAnswer> {
  try {
    return await http.call(ask);
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : "the request failed" };
  }
}
