import fc from "fast-check";
import { compile } from "../../src/runtime/compile";
import { matched, resultOf } from "../../src/runtime/drive";
import { RUNTIME_LIMITS } from "../../src/runtime/limits";
import { step } from "../../src/runtime/machine";
import { type HttpAnswer, type HttpAsk, type Input, initialState } from "../../src/runtime/state";
import type { RunResult, TraceEvent } from "../../src/runtime/trace";
import type { Definition } from "../../src/scenario/definition";
import type { AskNode, DefinitionV2 } from "../../src/scenario/definition_v2";
import { migrateToV2 } from "../../src/scenario/migrate";
import { fastClock } from "../../src/voice/simulated/clock";
import { ORDINARY_MANNERS, randomCaller } from "../../src/voice/simulated/random_caller";
import { SimulatedSession } from "../../src/voice/simulated/session";
import { INTENTS, validV1, validV2 } from "../scenario/arbitrary";
import { play, wordMatcher } from "./support";

/** Callers who do everything often, and now and then say a word that means something. */
const lively = (seed: string) =>
  randomCaller(seed, {
    ...ORDINARY_MANNERS,
    barge_in: 0.3,
    silence: 0.15,
    mumble: 0.1,
    wrong_digits: 0.2,
    transfer_connects: 0.3,
  });
const phrases = new Map(INTENTS.map((intent) => [intent, [`${intent} please`, `I say ${intent}`]] as const));

/** Answers by what is asked, not by who asks. */
const service = {
  async call({ url, body }: HttpAsk): Promise<HttpAnswer> {
    const length = url.length + (body?.length ?? 0);
    if (length % 3 === 0) return { status: 503, error: null };
    return { status: 200, error: null, json: { value: length % 2 === 0 ? length : "true" } };
  },
};

const contact = { name: "Mara", vip: "true" };
const callers = fc.string({ minLength: 1, maxLength: 8 });

async function run(definition: Definition, seed: string) {
  return play(definition, lively(seed), { contact, http: service, phrases });
}

describe("scenarios at random with callers at random", () => {
  test("a v1 scenario and its translation to v2 say, hear and come to the same", async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(validV1(12), callers, async (definition, seed) => {
        const before = await run(definition, seed);
        const after = await run(migrateToV2(definition), seed);
        expect(facts(after.trace)).toEqual(facts(before.trace));
        expect(after.result).toEqual(before.result);
        outcomes.add(before.result.outcome);
      }),
      { numRuns: 400 },
    );
    // Otherwise the property above would have looked at dull calls only.
    for (const outcome of ["completed", "transferred", "caller_hung_up", "no_input", "no_match"])
      expect([...outcomes]).toContain(outcome);
  });

  test("every run ends, within its limits, and tells its story in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(validV1(12), validV2(12)), callers, async (definition, seed) => {
        const { trace, result } = await run(definition, seed);
        expect(trace.map((event) => event.seq)).toEqual(trace.map((_, index) => index));
        for (const [index, event] of trace.entries()) {
          expect(event.at_ms).toBeGreaterThanOrEqual(trace[index - 1]?.at_ms ?? 0);
          if ("to_ms" in event) expect(event.to_ms).toBeGreaterThanOrEqual(event.at_ms);
        }
        expect(trace.filter((event) => event.kind === "ended")).toEqual([
          expect.objectContaining({ seq: trace.length - 1, outcome: result.outcome }),
        ]);
        expect(result.turns).toBeLessThanOrEqual(definition.limits?.max_turns ?? RUNTIME_LIMITS.max_turns);
        expect(result.duration_ms).toBeLessThanOrEqual(
          (definition.limits?.max_duration_s ?? RUNTIME_LIMITS.max_duration_s) * 1000,
        );
        // What validation accepted holds: no edge into nowhere, no depth, no circle without the caller.
        expect(["error", "limit_depth", "limit_steps"]).not.toContain(result.outcome);
      }),
      { numRuns: 400 },
    );
  });

  test("the same caller in the same scenario is the same call, word for word", async () => {
    await fc.assert(
      fc.asyncProperty(validV2(10), callers, async (definition, seed) => {
        const first = await run(definition, seed);
        expect(await run(definition, seed)).toEqual(first);
      }),
      { numRuns: 60 },
    );
  });

  test("a run whose state went through JSON, with a program made anew, at every step, is the same run", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(validV1(10), validV2(10)), callers, async (definition, seed) => {
        const whole = await run(definition, seed);
        const pieces = await runInPieces(definition, seed);
        expect(pieces.trace).toEqual(whole.trace);
        expect(pieces.result).toEqual(whole.result);
      }),
      { numRuns: 200 },
    );
  });

  test("every edge that the trace names is an edge of the graph", async () => {
    await fc.assert(
      fc.asyncProperty(validV2(10), callers, async (definition, seed) => {
        const { trace } = await run(definition, seed);
        for (const event of trace) if (event.kind === "node_entered") expectEdge(definition, event, trace);
      }),
      { numRuns: 150 },
    );
  });
});

/** What a caller could tell of the call: ids of nodes are the format's own affair. */
function facts(trace: readonly TraceEvent[]): unknown[] {
  return trace.flatMap(({ node_id: _node, flow: _flow, ...event }): unknown[] => {
    if (event.kind !== "node_entered") return [event];
    const { from_node_id: _from, type, visit, at_ms } = event;
    return [{ type, visit, at_ms }];
  });
}

async function runInPieces(definition: Definition, seed: string): Promise<{ trace: TraceEvent[]; result: RunResult }> {
  const session = new SimulatedSession(lively(seed), fastClock(), new AbortController().signal);
  const program = () => compile(JSON.parse(JSON.stringify(definition)), phrases);
  const trace: TraceEvent[] = [];
  let stored = JSON.stringify(initialState(program(), contact));
  let input: Input = { kind: "start" };
  for (;;) {
    const { state, effect, trace: events } = step(program(), JSON.parse(stored), JSON.parse(JSON.stringify(input)));
    trace.push(...events);
    stored = JSON.stringify(state);
    switch (effect?.kind) {
      case undefined:
      case "hangup":
        return { trace, result: resultOf(state) };
      case "say":
        input = { kind: "said", result: await session.say(effect.text, effect.options) };
        break;
      case "listen":
        input = { kind: "listened", result: await session.listen(effect.options) };
        break;
      case "transfer":
        input = { kind: "transferred", result: await session.transfer(effect.to, { until_ms: effect.until_ms }) };
        break;
      case "match":
        input = { kind: "matched", match: await matched(wordMatcher, effect) };
        break;
      case "http": {
        const { value, at_ms, cut_off } = await session.during(() => service.call(effect.ask));
        input =
          cut_off === null ? { kind: "http_answered", answer: value, at_ms } : { kind: "cut_off", by: cut_off, at_ms };
      }
    }
  }
}

function expectEdge(
  definition: DefinitionV2,
  event: TraceEvent & { kind: "node_entered" },
  trace: readonly TraceEvent[],
): void {
  const flows = definition.flows ?? {};
  const nodesOf = (flow: string | null) => (flow === null ? definition : flows[flow])?.nodes ?? [];
  const { via, from_node_id, node_id, flow } = event;
  if (via === "start") {
    expect(node_id).toBe(definition.start);
    return;
  }
  const before = trace[event.seq - 1];
  if (via === "flow") {
    expect(nodesOf(before?.flow ?? null).find((node) => node.id === from_node_id)).toMatchObject({
      type: "subflow",
      flow,
    });
    expect(node_id).toBe(flows[flow ?? ""]?.start);
    return;
  }
  if (via === "return") {
    expect(nodesOf(flow).some((node) => node.type === "subflow" && node.next === node_id)).toBe(true);
    return;
  }
  const from = nodesOf(flow).find((node) => node.id === from_node_id) as unknown as Record<string, string> & AskNode;
  const branch = /^branch:(\d+)$/.exec(via)?.[1];
  expect(branch === undefined ? from[via] : from.branches[Number(branch)]?.next).toBe(node_id);
}
