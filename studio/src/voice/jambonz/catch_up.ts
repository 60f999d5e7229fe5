import { step } from "../../runtime/machine";
import type { Program } from "../../runtime/program";
import type { SayResult } from "../../runtime/session";
import type { Effect, RunState } from "../../runtime/state";
import type { TraceEvent } from "../../runtime/trace";
import { speakingMs } from "../pace";

type Say = Extract<Effect, { kind: "say" }>;

/**
 * At most so many sentences go out at once, and none when those before it last so long: a scenario may say one after the
 * other until its time is up, and whoever watches a call wants to hear of it now and then.
 */
const MOST_SENTENCES = 20;
const LONG_ENOUGH_MS = 60_000;

/** What lies before the next thing that jambonz must tell us about: sentences, and then something else or null (more sentences). */
export interface Ahead {
  readonly says: readonly Say[];
  readonly last: Effect | null;
}

/** Looks how far a run goes when all that it says is heard out. Nothing of it has happened yet. */
export function lookAhead(program: Program, run: RunState, effect: Effect): Ahead {
  const says: Say[] = [];
  let state = run;
  let next: Effect | null = effect;
  while (next?.kind === "say" && says.length < MOST_SENTENCES && expectedMs(says) < LONG_ENOUGH_MS) {
    says.push(next);
    const from_ms = state.at_ms;
    const result = { from_ms, to_ms: from_ms + speakingMs(next.text), interrupted: null };
    ({ state, effect: next } = step(program, state, { kind: "said", result }));
  }
  return { says, last: next?.kind === "say" ? null : next };
}

export interface CaughtUp {
  readonly run: RunState;
  readonly effect: Effect | null;
  readonly trace: readonly TraceEvent[];
}

/** Why speech ended early; null: all of it was said, faster or slower than expected. */
export type Cut = Exclude<SayResult["interrupted"], null> | null;

/**
 * Lets happen what has happened: the sentences that were sent, in the time that they had.
 * @param from_ms when they were sent
 * @param spoken_ms how long we spoke, as far as can be told
 */
export function catchUp(
  program: Program,
  start: { readonly run: RunState; readonly effect: Effect },
  from_ms: number,
  spoken_ms: number,
  cut: Cut,
): CaughtUp {
  const { says } = lookAhead(program, start.run, start.effect);
  const trace: TraceEvent[] = [];
  let { run, effect }: { run: RunState; effect: Effect | null } = start;
  let at_ms = from_ms;
  for (const { lasted_ms, interrupted } of timesOf(says, Math.max(0, spoken_ms), cut)) {
    const result = { from_ms: Math.round(at_ms), to_ms: Math.round(at_ms + lasted_ms), interrupted };
    const next = step(program, run, { kind: "said", result });
    trace.push(...next.trace);
    ({ state: run, effect } = next);
    at_ms += lasted_ms;
    if (run.ended !== null) break;
  }
  return { run, effect, trace };
}

/** How long all of it takes to be said. */
export function expectedMs(says: readonly Say[]): number {
  return says.reduce((sum, say) => sum + speakingMs(say.text), 0);
}

function timesOf(says: readonly Say[], spoken_ms: number, cut: Cut): { lasted_ms: number; interrupted: Cut }[] {
  const expected = says.map((say) => speakingMs(say.text));
  const total_ms = expectedMs(says);
  if (cut === null) {
    return expected.map((ms) => ({ lasted_ms: (ms * spoken_ms) / Math.max(1, total_ms), interrupted: null }));
  }
  if (cut === "barge_in") {
    // Only the question itself can be interrupted; what stands before it was heard, if in haste.
    const before_ms = total_ms - (expected.at(-1) ?? 0);
    const pace = before_ms > spoken_ms ? spoken_ms / before_ms : 1;
    return expected.map((ms, index) => {
      if (index < expected.length - 1) return { lasted_ms: ms * pace, interrupted: null };
      const left_ms = Math.max(0, spoken_ms - before_ms);
      return left_ms < ms ? { lasted_ms: left_ms, interrupted: cut } : { lasted_ms: ms, interrupted: null };
    });
  }
  const times: { lasted_ms: number; interrupted: Cut }[] = [];
  let left_ms = spoken_ms;
  for (const ms of expected) {
    const whole = ms <= left_ms;
    times.push(whole ? { lasted_ms: ms, interrupted: null } : { lasted_ms: left_ms, interrupted: cut });
    left_ms -= ms;
    if (!whole) break;
  }
  return times;
}
