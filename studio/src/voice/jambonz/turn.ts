import { answered as httpAnswered, matched, type RunServices } from "../../runtime/drive";
import { step } from "../../runtime/machine";
import type { Program } from "../../runtime/program";
import type { Effect, Input, RunState } from "../../runtime/state";
import type { TraceEvent } from "../../runtime/trace";
import { PACE, speakingMs } from "../pace";
import type { JambonzBusy, JambonzCall } from "./call";
import { type CaughtUp, catchUp, expectedMs, lookAhead } from "./catch_up";
import { type Gathered, readDial, readGather } from "./hooks";
import { dialVerb, gatherVerb, type JambonzVerb, sayVerb } from "./verbs";

export interface JambonzServices extends RunServices {
  readonly program: Program;
  /** Epoch milliseconds. */
  readonly now_ms: () => number;
}

/** What comes of a hook: the call to be stored, the answer to be sent, and what has happened meanwhile. */
export interface JambonzTurn {
  readonly call: JambonzCall;
  readonly verbs: readonly JambonzVerb[];
  readonly trace: readonly TraceEvent[];
}

/** jambonz waits 10 s for the answer to a hook; what needs longer is spread over several. */
const HOOK_BUDGET_MS = 8_000;
/** Less is no chance for a web service. */
const LEAST_REQUEST_MS = 500;

/** The hook `answer`: somebody has picked up. Asked again, it gives the same answer again. */
export async function onAnswer(services: JambonzServices, call: JambonzCall): Promise<JambonzTurn> {
  if (call.busy !== "ringing") return { call, verbs: call.verbs, trace: [] };
  const first = step(services.program, call.run, { kind: "start" });
  const answered = { ...call, answered_ms: services.now_ms() };
  return goOn(services, answered, { run: first.state, effect: first.effect, trace: first.trace });
}

/** The hook `turns/N`: the last verbs are done. A number that was answered before gets the same answer again. */
export async function onTurn(
  services: JambonzServices,
  call: JambonzCall,
  turn: number,
  payload: unknown,
): Promise<JambonzTurn> {
  if (turn !== call.turn || call.effect === null || call.busy === "hangup" || call.busy === "over")
    return { call, verbs: call.verbs, trace: [] };
  const at_ms = sinceAnswer(services, call);
  return goOn(services, call, happened(services.program, call, call.effect, payload, at_ms));
}

/** What the run knows when a hook has come. */
function happened(program: Program, call: JambonzCall, effect: Effect, payload: unknown, at_ms: number): CaughtUp {
  const start = { run: call.run, effect };
  const available_ms = Math.max(0, at_ms - call.sent_at_ms);
  if (call.busy === "gather") return afterGather(program, call, start, readGather(payload), at_ms);
  if (call.busy === "dial") {
    const spoken_ms = Math.min(available_ms, expectedMs(lookAhead(program, call.run, effect).says));
    const said = catchUp(program, start, call.sent_at_ms, spoken_ms, null);
    const span = { from_ms: call.sent_at_ms + spoken_ms, to_ms: call.bridged_ms ?? at_ms };
    const reason = call.bridged_ms === null ? readDial(payload) : null;
    return then(program, said, {
      kind: "transferred",
      result: reason === null ? { kind: "connected", ...span } : { kind: "failed", reason, ...span },
    });
  }
  return catchUp(program, start, call.sent_at_ms, available_ms, null);
}

function afterGather(
  program: Program,
  call: JambonzCall,
  start: { run: RunState; effect: Effect },
  gathered: Gathered,
  at_ms: number,
): CaughtUp {
  const { says, last: listening } = lookAhead(program, call.run, start.effect);
  const available_ms = Math.max(0, at_ms - call.sent_at_ms);
  const expected_ms = expectedMs(says);
  // The answer's own length is what the prompt did not have; after silence the waiting is known to the millisecond.
  const answer_ms =
    gathered.kind === "silence"
      ? Math.min(available_ms, listening?.kind === "listen" ? listening.options.timeout_ms : 0)
      : Math.min(available_ms, lengthOf(gathered));
  const room_ms = available_ms - answer_ms;
  const silent = gathered.kind === "silence";
  const early = !silent && room_ms < expected_ms;
  const barged = early && (says.at(-1)?.options.barge_in ?? false);
  const spoken_ms = silent || early ? room_ms : expected_ms;
  const said = catchUp(program, start, call.sent_at_ms, spoken_ms, barged ? "barge_in" : null);
  const span = { from_ms: Math.max(call.sent_at_ms + spoken_ms, at_ms - answer_ms), to_ms: at_ms };
  return gathered.kind === "error"
    ? then(program, said, { kind: "failed", message: `jambonz: ${gathered.message}`, at_ms })
    : then(program, said, { kind: "listened", result: { ...gathered, ...span } });
}

function lengthOf(gathered: Gathered): number {
  if (gathered.kind === "speech") return speakingMs(gathered.text);
  return gathered.kind === "digits" ? gathered.digits.length * PACE.ms_per_key : 0;
}

/** The next step of a run that may have ended before it. */
export function then(program: Program, said: CaughtUp, input: Input): CaughtUp {
  if (said.run.ended !== null) return said;
  const next = step(program, said.run, input);
  return { run: next.state, effect: next.effect, trace: [...said.trace, ...next.trace] };
}

/** Does what needs nobody on the telephone, then tells jambonz what to do. */
async function goOn(services: JambonzServices, call: JambonzCall, from: CaughtUp): Promise<JambonzTurn> {
  const { program } = services;
  const trace = [...from.trace];
  let { run, effect } = from;
  const until_ms = services.now_ms() + HOOK_BUDGET_MS;
  while (effect?.kind === "match" || effect?.kind === "http") {
    const left_ms = until_ms - services.now_ms();
    if (effect.kind === "http" && left_ms < LEAST_REQUEST_MS) break;
    const input = await performed(services, effect, left_ms, () => sinceAnswer(services, call));
    const next = step(program, run, input);
    ({ state: run, effect } = next);
    trace.push(...next.trace);
  }
  const turn = call.turn + 1;
  const { verbs, busy } = verbsFor(program, call, run, effect, turn, sinceAnswer(services, call));
  const sent_at_ms = Math.max(run.at_ms, sinceAnswer(services, call));
  return {
    call: { ...call, run, effect: run.ended === null ? effect : null, busy, turn, verbs, sent_at_ms },
    verbs,
    trace,
  };
}

async function performed(
  services: JambonzServices,
  effect: Extract<Effect, { kind: "match" | "http" }>,
  left_ms: number,
  at_ms: () => number,
): Promise<Input> {
  if (effect.kind === "match") return { kind: "matched", match: await matched(services.matcher, effect) };
  const ask = { ...effect.ask, timeout_ms: Math.min(effect.ask.timeout_ms, left_ms) };
  const answer = await httpAnswered(services.http, ask);
  return { kind: "http_answered", answer, at_ms: at_ms() };
}

function verbsFor(
  program: Program,
  call: JambonzCall,
  run: RunState,
  effect: Effect | null,
  turn: number,
  at_ms: number,
): { verbs: JambonzVerb[]; busy: JambonzBusy } {
  if (run.ended !== null || effect === null) return { verbs: [{ verb: "hangup" }], busy: "hangup" };
  const hook = `${call.hooks_url}/turns/${turn}`;
  const { says, last } = lookAhead(program, run, effect);
  const spoken = says.map(sayVerb);
  switch (last?.kind) {
    case "listen": {
      const prompt = says.at(-1) ?? null;
      const left_ms = last.options.until_ms - at_ms;
      return { verbs: [...spoken.slice(0, -1), gatherVerb(last, prompt, hook, left_ms)], busy: "gather" };
    }
    case "transfer":
      return { verbs: [...spoken, dialVerb(last.to, call.from, call.trunk, hook)], busy: "dial" };
    case "hangup":
      return { verbs: [...spoken, { verb: "hangup" }], busy: "hangup" };
    default:
      return { verbs: [...spoken, { verb: "redirect", actionHook: hook }], busy: "redirect" };
  }
}

/** Milliseconds since the answer. */
export function sinceAnswer({ now_ms }: Pick<JambonzServices, "now_ms">, call: JambonzCall): number {
  return call.answered_ms === null ? 0 : Math.max(0, now_ms() - call.answered_ms);
}
