import { compile } from "../../src/runtime/compile";
import { drive } from "../../src/runtime/drive";
import { RUNTIME_LIMITS } from "../../src/runtime/limits";
import { step } from "../../src/runtime/machine";
import type { VoiceSession } from "../../src/runtime/session";
import { initialState } from "../../src/runtime/state";
import type { Node } from "../../src/scenario/definition_v2";
import { graph, hangup, noHttp, path, play, silence, speech, wordMatcher } from "./support";

const nagging: Node = {
  id: "q",
  type: "ask",
  text: "Yes?",
  listen: { mode: "speech", timeout_s: 2 },
  branches: [],
  next: "q",
  no_input: "q",
};

describe("every run comes to an end", () => {
  test("at the limit of turns", async () => {
    const { result, lines } = await play(graph([nagging], { limits: { max_turns: 3 } }), { afterwards: speech("yes") });
    expect(result).toMatchObject({ outcome: "limit_turns", turns: 3 });
    expect(lines.filter((line) => line.startsWith("caller"))).toHaveLength(3);
  });

  test("at the limit of time, to the millisecond, in the middle of whatever goes on", async () => {
    const inSpeech = await play(graph([nagging], { limits: { max_duration_s: 10 } }), { afterwards: silence });
    expect(inSpeech.result).toMatchObject({ outcome: "limit_time", duration_ms: 10_000 });
    const long: Node = { id: "long", type: "say", text: "word ".repeat(300), next: "bye" };
    const inSentence = await play(graph([long, hangup], { limits: { max_duration_s: 10 } }), {});
    expect(inSentence.result).toMatchObject({ outcome: "limit_time", duration_ms: 10_000 });
    expect(inSentence.trace.map((event) => event.kind)).toEqual([
      "node_entered",
      "said",
      "cut_off",
      "limit_hit",
      "ended",
    ]);
    const ring: Node = { id: "t", type: "transfer", to: "123", on_failure: "t" };
    const forever = {
      transfers: Array.from({ length: 9 }, () => ({ kind: "failed", after_ms: 4_000, reason: "busy" }) as const),
    };
    expect((await play(graph([ring], { limits: { max_duration_s: 10 } }), forever)).result).toMatchObject({
      outcome: "limit_time",
      duration_ms: 10_000,
    });
  });

  test("at the limit of steps, where nothing is said or heard", async () => {
    const spin: Node = { id: "spin", type: "set", assign: [{ variable: "n", add: 1 }], next: "spin" };
    const { result, trace } = await play(graph([spin], { variables: [{ name: "n", type: "number" }] }), {});
    expect(result.outcome).toBe("limit_steps");
    expect(path(trace)).toHaveLength(RUNTIME_LIMITS.quiet_nodes + 1);
    const gotos = {
      format: "v1",
      language: "en",
      variables: [],
      steps: [
        { label: "a", do: "goto", to: "b" },
        { label: "b", do: "goto", to: "a" },
      ],
    } as const;
    expect((await play(structuredClone(gotos) as never, {})).result.outcome).toBe("limit_steps");
  });

  test("at the limit of depth, where flows call themselves", async () => {
    const again: Node = { id: "again", type: "subflow", flow: "f", next: "bye" };
    const { result, trace } = await play(
      graph([again, hangup], { flows: { f: { start: "again", nodes: [again, hangup] } } }),
      {},
    );
    expect(result.outcome).toBe("limit_depth");
    expect(trace.filter((event) => event.kind === "limit_hit")).toMatchObject([
      { limit: "depth", value: RUNTIME_LIMITS.depth },
    ]);
  });

  test("after so many requests a call may ask no further web service", async () => {
    let asked = 0;
    const http = { call: async () => ({ status: ++asked > 0 ? 200 : 500, error: null }) };
    const loop: Node = {
      id: "h",
      type: "http",
      request: { method: "GET", url: "https://example.com/" },
      timeout_s: 1,
      save: [],
      next: "h",
      on_error: "bye",
    };
    const { result, trace } = await play(graph([loop, hangup]), {}, { http });
    expect(asked).toBe(RUNTIME_LIMITS.http_calls);
    expect(result.outcome).toBe("http_failed");
    expect(trace.filter((event) => event.kind === "http_called").at(-1)).toMatchObject({
      status: null,
      error: expect.stringContaining("not more"),
    });
  });

  test("with an error, where an edge leads nowhere or the gateway breaks", async () => {
    const nowhere = await play(graph([{ id: "a", type: "say", text: "Hi.", next: "gone" }]), {});
    expect(nowhere.result.outcome).toBe("error");
    expect(nowhere.trace.find((event) => event.kind === "fault")).toMatchObject({ message: 'there is no node "gone"' });
    const noFlow = await play(graph([{ id: "a", type: "subflow", flow: "constructor" }]), {});
    expect(noFlow.result.outcome).toBe("error");
    const broken = {
      say: () => Promise.reject(new Error("line cut")),
      hangup: () => Promise.reject(new Error("line cut")),
    };
    const trace: unknown[] = [];
    const result = await drive(broken as unknown as VoiceSession, {
      program: compile(graph([hangup])),
      http: noHttp,
      matcher: wordMatcher,
      on_trace: (events) => void trace.push(...events),
    });
    expect(result.outcome).toBe("error");
    expect(trace).toContainEqual(expect.objectContaining({ kind: "fault", message: "the gateway failed: line cut" }));
  });

  test("a matcher that throws has understood nothing, and a service that throws has failed", async () => {
    const throwing = { match: () => Promise.reject(new Error("quota")) };
    const ask: Node = {
      ...nagging,
      branches: [{ intent: "yes", next: "bye" }],
      no_match: "bye",
      no_input: "bye",
    } as Node;
    delete (ask as { next?: string }).next;
    expect((await play(graph([ask, hangup]), { replies: [speech("yes")] }, { matcher: throwing })).result.outcome).toBe(
      "no_match",
    );
    const http: Node = {
      id: "h",
      type: "http",
      request: { method: "GET", url: "https://example.com/" },
      timeout_s: 1,
      save: [],
      next: "bye",
      on_error: "bye",
    };
    const bad = { call: () => Promise.reject(new Error("boom")) };
    expect((await play(graph([http, hangup]), {}, { http: bad })).lines[0]).toBe("http GET https://example.com/: boom");
  });

  test("an answer to a question that was not asked is a mistake of the program, and said so", () => {
    const program = compile(graph([hangup]));
    expect(() =>
      step(program, initialState(program), {
        kind: "matched",
        match: { intent: null, confidence: 0, because: [], source: "x" },
      }),
    ).toThrow('waits for "start" and was given "matched"');
  });

  test("whoever keeps the trace and fails ends the call", async () => {
    const hangups: string[] = [];
    const session = { hangup: async () => void hangups.push("hung up") } as unknown as VoiceSession;
    const full = () => {
      throw new Error("disk full");
    };
    const run = drive(session, {
      program: compile(graph([hangup])),
      http: noHttp,
      matcher: wordMatcher,
      on_trace: full,
    });
    await expect(run).rejects.toThrow("disk full");
    expect(hangups).toEqual(["hung up"]);
  });
});
