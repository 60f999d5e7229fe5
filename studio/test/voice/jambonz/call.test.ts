import fc from "fast-check";
import { compile } from "../../../src/runtime/compile";
import type { HttpCaller } from "../../../src/runtime/drive";
import type { Definition } from "../../../src/scenario/definition";
import type { Node } from "../../../src/scenario/definition_v2";
import type { Caller } from "../../../src/voice/simulated/caller";
import { ORDINARY_MANNERS, randomCaller } from "../../../src/voice/simulated/random_caller";
import { type CallerScript, scriptedCaller } from "../../../src/voice/simulated/scripted_caller";
import { conversation, graph, hangup, keys, noHttp, play, silence, speech, wordMatcher } from "../../runtime/support";
import { validV2 } from "../../scenario/arbitrary";
import { reminderV2 } from "../../scenario/examples";
import { FakeJambonz } from "./fake_jambonz";

interface Options {
  readonly http?: HttpCaller;
  readonly contact?: Record<string, unknown>;
  readonly twice?: boolean;
  readonly max_duration_ms?: number;
}

async function carry(definition: Definition, caller: Caller | CallerScript, options: Options = {}) {
  const who = "reply" in caller ? caller : scriptedCaller(caller);
  const { http = noHttp, ...rest } = options;
  const jambonz = new FakeJambonz(who, { program: compile(definition), http, matcher: wordMatcher }, rest);
  const end = await jambonz.talk();
  return { jambonz, end, trace: jambonz.trace, lines: conversation(jambonz.trace) };
}

describe("a call that jambonz carries", () => {
  test("is spoken, heard and ended as the scenario says, in documents that jambonz takes", async () => {
    const { lines, jambonz, end } = await carry(
      reminderV2(),
      { replies: [speech("yes")] },
      { contact: { first_name: "Mara" } },
    );
    expect(lines).toEqual([
      "bot: Hello Mara.",
      "bot: Are you coming tomorrow?",
      "caller: yes",
      "bot: Thank you.",
      "end: completed",
    ]);
    expect(jambonz.sent[0]).toEqual([
      { verb: "say", text: "Hello Mara." },
      {
        verb: "gather",
        actionHook: "https://studio.example/hooks/call-1/turns/1",
        input: ["speech", "digits"],
        timeout: 5,
        bargein: true,
        dtmfBargein: true,
        listenDuringPrompt: true,
        minDigits: 1,
        maxDigits: 1,
        interDigitTimeout: 5,
        recognizer: { vendor: "default", language: "en-US" },
        say: { text: "Are you coming tomorrow?" },
      },
    ]);
    expect(jambonz.sent[1]).toEqual([{ verb: "say", text: "Thank you." }, { verb: "hangup" }]);
    expect(end).toMatchObject({ outcome: "answered", ringing_ms: 4_000 });
    expect(end.duration_ms).toBe(jambonz.trace.at(-1)?.at_ms);
  });

  test("hears keys, silence, interruptions and mumbling, and asks again", async () => {
    const script: CallerScript = {
      reactions: [{ kind: "hear" }, { kind: "hear" }, { kind: "barge_in", after_ms: 900 }],
      replies: [silence, keys("1")],
    };
    const { lines, trace } = await carry(reminderV2(), script);
    expect(lines).toEqual([
      "bot: Hello .",
      "bot: Are you coming tomorrow?",
      "silence",
      "bot: Sorry, are you coming? (barge_in)",
      "keys: 1",
      "bot: Thank you.",
      "end: completed",
    ]);
    expect(trace.map((event) => event.seq)).toEqual(trace.map((_, index) => index));
  });

  test("what was not heard when the caller hung up is not in the transcript", async () => {
    const script: CallerScript = { reactions: [{ kind: "hang_up", after_ms: 200 }] };
    const { lines, jambonz, end } = await carry(reminderV2(), script);
    expect(lines).toEqual(["bot: Hello . (caller_hung_up)", "end: caller_hung_up"]);
    expect(end).toMatchObject({ outcome: "answered", duration_ms: 200 });
    expect(jambonz.call.run.variables).toEqual(expect.not.objectContaining({ answer: expect.anything() }));
  });

  test("web services are asked after the sentence before them was spoken, within what jambonz waits", async () => {
    const nodes: Node[] = [
      { id: "a", type: "say", text: "One moment please.", next: "h" },
      {
        id: "h",
        type: "http",
        request: { method: "GET", url: "https://e.com/" },
        timeout_s: 20,
        save: [{ variable: "x", pointer: "/x" }],
        next: "b",
        on_error: "bye",
      },
      { id: "b", type: "say", text: "It is {{x}}.", next: "bye" },
      hangup,
    ];
    const budgets: number[] = [];
    const http: HttpCaller = {
      call: async ({ timeout_ms }) => {
        budgets.push(timeout_ms);
        return { status: 200, error: null, json: { x: 7 } };
      },
    };
    const { lines, jambonz } = await carry(graph(nodes, { variables: [{ name: "x", type: "string" }] }), {}, { http });
    expect(jambonz.sent[0]).toEqual([
      { verb: "say", text: "One moment please." },
      { verb: "redirect", actionHook: "https://studio.example/hooks/call-1/turns/1" },
    ]);
    expect(lines).toEqual([
      "bot: One moment please.",
      "http GET https://e.com/: 200",
      "bot: It is 7.",
      "bot: Bye.",
      "end: completed",
    ]);
    expect(budgets).toEqual([8_000]);
  });

  test("transfers dial: connected ends the scenario, busy goes on", async () => {
    const nodes: Node[] = [
      { id: "a", type: "say", text: "I will put you through.", next: "t" },
      { id: "t", type: "transfer", to: "tel:+493077", on_failure: "bye" },
      hangup,
    ];
    const connected = await carry(graph(nodes), {});
    expect(connected.lines).toEqual([
      "bot: I will put you through.",
      "transfer to tel:+493077: connected",
      "end: transferred",
    ]);
    expect(connected.jambonz.sent[0]?.[1]).toEqual({
      verb: "dial",
      actionHook: "https://studio.example/hooks/call-1/turns/1",
      target: [{ type: "phone", number: "+493077", trunk: "main" }],
      callerId: "+4930",
      timeout: 40,
    });
    const busy = await carry(graph(nodes), { transfers: [{ kind: "failed", after_ms: 3_000, reason: "busy" }] });
    expect(busy.lines.slice(1)).toEqual(["transfer to tel:+493077: busy", "bot: Bye.", "end: transfer_failed"]);
    const sip = await carry(graph([{ id: "t", type: "transfer", to: "sip:desk@example.com" }]), {});
    expect(sip.jambonz.sent[0]).toMatchObject([{ target: [{ type: "sip", sipUri: "sip:desk@example.com" }] }]);
  });

  test("a scenario that talks and talks is sent in portions and ends at its limit", async () => {
    const endless = graph([{ id: "a", type: "say", text: "And again.", next: "a" }], {
      limits: { max_duration_s: 30 },
    });
    const { lines, jambonz, end } = await carry(endless, {});
    expect(lines.at(-1)).toBe("end: limit_time");
    expect(Math.max(...jambonz.sent.map((verbs) => verbs.length))).toBeLessThanOrEqual(21);
    expect(end.duration_ms).toBeLessThan(32_000);
  });

  test("a variable brings no markup into what is spoken", async () => {
    const say = graph([{ id: "bye", type: "hangup", text: "{{x}}" }], {
      variables: [{ name: "x", type: "string", source: "contact" }],
    });
    const { jambonz } = await carry(
      say,
      {},
      { contact: { x: "<speak><audio src='https://evil.example/a.mp3'/></speak>" } },
    );
    expect(JSON.stringify(jambonz.sent)).not.toMatch(/[<>]/);
  });

  test("whatever scenario and caller: the same conversation as on the simulated gateway, hooks repeated or not", async () => {
    const patient = { ...ORDINARY_MANNERS, barge_in: 0, transfer_connects: 0.3, silence: 0.15, mumble: 0.1 };
    const http: HttpCaller = {
      call: async ({ url }) =>
        url.length % 2 === 0 ? { status: 500, error: null } : { status: 200, error: null, json: { value: 5 } },
    };
    await fc.assert(
      fc.asyncProperty(
        validV2(10),
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (definition, seed, twice) => {
          // What the caller is expected to say reaches the two in different ways; these callers do not look at it.
          const blind = () => withoutHints(randomCaller(seed, patient));
          const direct = await play(definition, blind(), { http, contact: { name: "Mara" } });
          const carried = await carry(definition, blind(), { http, contact: { name: "Mara" }, twice });
          expect(carried.lines).toEqual(direct.lines);
          expect(carried.jambonz.call.run.variables).toEqual(direct.result.variables);
          expect(carried.end.outcome).toBe("answered");
          for (const [index, event] of carried.trace.entries())
            expect(event.at_ms).toBeGreaterThanOrEqual(carried.trace[index - 1]?.at_ms ?? 0);
        },
      ),
      { numRuns: 150 },
    );
  });
});

function withoutHints(caller: Caller): Caller {
  return { ...caller, reply: (options) => caller.reply({ ...options, expected: { phrases: [], digits: [] } }) };
}
