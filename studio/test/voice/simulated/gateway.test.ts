import { compile } from "../../../src/runtime/compile";
import { drive } from "../../../src/runtime/drive";
import type { VoiceSession } from "../../../src/runtime/session";
import type { TraceEvent } from "../../../src/runtime/trace";
import type { CallEnd, CallRequest } from "../../../src/voice/gateway";
import { type SimulationOptions, simulatedGateway } from "../../../src/voice/simulated/gateway";
import { scriptedCaller } from "../../../src/voice/simulated/scripted_caller";
import { conversation, graph, keys, noHttp, wordMatcher } from "../../runtime/support";

const hello = async (session: VoiceSession) => {
  await session.say("Hello.", { language: "en", barge_in: false, until_ms: 60_000 });
};
const request = (more: Partial<CallRequest> = {}): CallRequest => ({
  call_id: "c1",
  attempt: 1,
  to: "+49301",
  from: "+49302",
  trunk: null,
  language: "en",
  ring_timeout_ms: 30_000,
  max_duration_ms: 60_000,
  on_answer: hello,
  ...more,
});
const never = new AbortController().signal;

async function place(
  more: Partial<CallRequest> = {},
  options: SimulationOptions = {},
  signal = never,
): Promise<CallEnd> {
  const placement = await simulatedGateway({ speed: "fast", ...options }).placeCall(request(more), signal);
  if (placement.kind !== "ended") throw new Error("a simulated call is never handed over");
  return placement.end;
}

test.each([
  ["00", "answered", null],
  ["01", "no_answer", null],
  ["02", "busy", null],
  ["03", "voicemail", null],
  ["06", "answered", null],
  ["09", "failed", "the number does not exist"],
])("the test number ending in %s: %s", async (ending, outcome, reason) => {
  const said: string[] = [];
  const end = await place({
    to: `+9991234${ending}`,
    on_answer: async (session) =>
      void said.push(
        String(
          (await session.say("Hello, how are you?", { language: "en", barge_in: false, until_ms: 9_999 })).interrupted,
        ),
      ),
  });
  expect(end).toMatchObject({ outcome, reason });
  expect(said).toEqual(outcome === "answered" ? [ending === "06" ? "caller_hung_up" : "null"] : []);
  expect(end.duration_ms > 0).toBe(outcome === "answered");
  if (outcome === "no_answer") expect(end.ringing_ms).toBe(30_000);
});

test("test numbers that answer do what they are there for", async () => {
  const ask = graph([
    {
      id: "q",
      type: "ask",
      text: "Will you come to us tomorrow?",
      listen: { mode: "either", timeout_s: 4 },
      branches: [
        { intent: "yes", next: "bye" },
        { digits: "1", next: "bye" },
      ],
      no_match: "bye",
      no_input: "bye",
    },
    { id: "bye", type: "hangup" },
  ]);
  const talk = async (ending: string) => {
    const trace: TraceEvent[] = [];
    const program = compile(ask, new Map([["yes", ["yes I will"]]]));
    await place({
      to: `+999${ending}`,
      on_answer: async (session) =>
        void (await drive(session, {
          program,
          http: noHttp,
          matcher: wordMatcher,
          on_trace: (events) => void trace.push(...events),
        })),
    });
    return conversation(trace);
  };
  expect(["caller: yes I will", "keys: 1"]).toContain((await talk("00"))[1]);
  expect((await talk("00")).at(-1)).toBe("end: completed");
  expect(await talk("04")).toEqual(["bot: Will you come to us tomorrow?", "silence", "end: no_input"]);
  expect((await talk("05"))[0]).toBe("bot: Will you come to us tomorrow? (barge_in)");
  expect((await talk("07")).at(-1)).toBe("end: no_match");
  expect(await talk("08")).toEqual(["bot: Will you come to us tomorrow?", "caller: (mumbles)", "end: no_match"]);
});

test("the same seed, number and attempt give the same fate, whatever the call's id; others give others, in all kinds", async () => {
  const people = (more: Partial<CallRequest> = {}, options: SimulationOptions = {}) =>
    Promise.all(Array.from({ length: 300 }, (_, n) => place({ to: `+4930${100 + n}`, ...more }, options)));
  const fates = await people();
  expect(await people({ call_id: "another" })).toEqual(fates);
  const outcomes = new Set(fates.map((fate) => fate.outcome));
  expect([...outcomes].sort()).toEqual(["answered", "busy", "failed", "no_answer", "voicemail"]);
  expect(await people({ attempt: 2 })).not.toEqual(fates);
  expect(await people({}, { seed: "other" })).not.toEqual(fates);
});

test("the telephone rings no longer than asked for", async () => {
  const slow = () => scriptedCaller({ pickup: { kind: "answer", after_ms: 20_000 } });
  expect(await place({ ring_timeout_ms: 15_000 }, { callerOf: slow })).toMatchObject({
    outcome: "no_answer",
    ringing_ms: 15_000,
  });
  const rings: string[] = [];
  expect(await place({ on_ringing: () => void rings.push("ring") }, { callerOf: slow })).toMatchObject({
    outcome: "answered",
    ringing_ms: 20_000,
  });
  expect(rings).toEqual(["ring"]);
});

test("a call can be withdrawn while it rings and while it talks, in real time", async () => {
  const ringing = new AbortController();
  const placed = place({ on_ringing: () => ringing.abort() }, { speed: 1 }, ringing.signal);
  expect(await placed).toMatchObject({ outcome: "canceled", duration_ms: 0 });

  const talking = new AbortController();
  const results: unknown[] = [];
  const end = await place(
    {
      on_answer: async (session) => {
        const said = session.say("A long sentence that nobody will hear to its end.", {
          language: "en",
          barge_in: false,
          until_ms: 60_000,
        });
        talking.abort();
        results.push((await said).interrupted);
      },
    },
    { speed: 50, callerOf: () => scriptedCaller({ pickup: { kind: "answer", after_ms: 100 } }) },
    talking.signal,
  );
  expect(results).toEqual(["canceled"]);
  expect(end.outcome).toBe("answered");
});

test("a conversation on the wall's clock is the same conversation", async () => {
  const lines: string[] = [];
  const greeting = graph([{ id: "bye", type: "hangup", text: "Good morning and good bye." }]);
  const end = await place(
    {
      on_answer: async (session) => {
        const trace: TraceEvent[] = [];
        await drive(session, {
          program: compile(greeting),
          http: noHttp,
          matcher: wordMatcher,
          on_trace: (events) => void trace.push(...events),
        });
        lines.push(...conversation(trace));
      },
    },
    {
      speed: 100,
      callerOf: () => scriptedCaller({ pickup: { kind: "answer", after_ms: 2_000 }, replies: [keys("1")] }),
    },
  );
  expect(lines).toEqual(["bot: Good morning and good bye.", "end: completed"]);
  // A timer may end a millisecond early: a hundred of these.
  expect(end.ringing_ms).toBeGreaterThanOrEqual(1_900);
  expect(end.duration_ms).toBeGreaterThanOrEqual(1_800);
});

test("who runs the scenario and fails ends the call and is told", async () => {
  const sessions: VoiceSession[] = [];
  const failing = place({
    to: "+99900",
    on_answer: async (session) => {
      sessions.push(session);
      throw new Error("disk full");
    },
  });
  await expect(failing).rejects.toThrow("disk full");
  expect((await sessions[0]?.say("Hello?", { language: "en", barge_in: false, until_ms: 9_999 }))?.interrupted).toBe(
    "canceled",
  );
});
