import { createHmac } from "node:crypto";
import { compile } from "../../../src/runtime/compile";
import { type JambonzCall, newCall } from "../../../src/voice/jambonz/call";
import { callSid, readAmd, readDial, readGather, readStatus } from "../../../src/voice/jambonz/hooks";
import { signedByJambonz } from "../../../src/voice/jambonz/signature";
import { onAmd, onCancel, onLost, onStatus } from "../../../src/voice/jambonz/status";
import { onAnswer, onTurn } from "../../../src/voice/jambonz/turn";
import { conversation, graph, hangup, noHttp, wordMatcher } from "../../runtime/support";
import { expectRealPayload } from "./fake_jambonz";

describe("what hooks say", () => {
  test.each<[object, object]>([
    [
      { reason: "speechDetected", speech: { alternatives: [{ transcript: "yes", confidence: 0.8 }] } },
      { kind: "speech", text: "yes", confidence: 0.8 },
    ],
    [
      { reason: "stt-low-confidence", speech: { alternatives: [{ transcript: "yes", confidence: 0.1 }] } },
      { kind: "speech", text: "", confidence: 0.1 },
    ],
    [
      { reason: "speechDetected", speech: { alternatives: [] } },
      { kind: "speech", text: "", confidence: 0 },
    ],
    [
      { reason: "dtmfDetected", digits: "12#" },
      { kind: "digits", digits: "12#" },
    ],
    [{ reason: "dtmfDetected" }, { kind: "digits", digits: "" }],
    [{ reason: "timeout" }, { kind: "silence" }],
    [
      { reason: "error", details: { message: "no credentials" } },
      { kind: "error", message: "no credentials" },
    ],
  ])("a gather with %j", (payload, meaning) => {
    expectRealPayload("gather", payload);
    expect(readGather(payload)).toEqual(meaning);
  });

  test.each<[object, string | null]>([
    [{ dial_call_status: "completed", dial_sip_status: 200 }, null],
    [{ dial_call_status: "busy", dial_sip_status: 486 }, "busy"],
    [{ dial_call_status: "failed", dial_sip_status: 603 }, "busy"],
    [{ dial_call_status: "no-answer" }, "no_answer"],
    [{ dial_call_status: "ringing", dial_sip_status: 180 }, "no_answer"],
    [{ dial_call_status: "failed", dial_sip_status: 404 }, "failed"],
    [{}, "failed"],
  ])("a dial with %j", (payload, failure) => {
    expectRealPayload("dial", payload);
    expect(readDial(payload)).toBe(failure);
  });

  test.each<[object, object]>([
    [{ call_status: "ringing" }, { kind: "ringing" }],
    [{ call_status: "early-media" }, { kind: "ringing" }],
    [{ call_status: "in-progress" }, { kind: "in_progress" }],
    [
      { call_status: "completed", call_termination_by: "caller" },
      { kind: "completed", by_caller: true },
    ],
    [
      { call_status: "completed", call_termination_by: "jambonz" },
      { kind: "completed", by_caller: false },
    ],
    [
      { call_status: "busy", sip_status: 486, sip_reason: "Busy Here" },
      { kind: "not_answered", outcome: "busy", sip_status: 486, reason: "Busy Here" },
    ],
    [
      { call_status: "failed", sip_status: 480 },
      { kind: "not_answered", outcome: "no_answer", sip_status: 480, reason: null },
    ],
    [
      { call_status: "no-answer", sip_status: 487 },
      { kind: "not_answered", outcome: "no_answer", sip_status: 487, reason: null },
    ],
    [
      { call_status: "failed", sip_status: 503 },
      { kind: "not_answered", outcome: "failed", sip_status: 503, reason: null },
    ],
    [{ call_status: "in-progress", parent_call_sid: "a" }, { kind: "bridged" }],
    [{ call_status: "completed", parent_call_sid: "a" }, { kind: "other" }],
    [{ call_status: "trying" }, { kind: "other" }],
  ])("a status with %j", (payload, meaning) => {
    expectRealPayload("call-status", payload);
    expect(readStatus({ call_sid: "a", ...payload }, "a")).toEqual(meaning);
  });

  test("nonsense reads as nothing", () => {
    for (const nonsense of [null, 7, "x", [], { reason: 7, speech: "x", digits: 4, call_status: {}, call_sid: 9 }]) {
      expect(readGather(nonsense)).toEqual({ kind: "silence" });
      expect(readStatus(nonsense, null)).toEqual({ kind: "other" });
      expect(readDial(nonsense)).toBe("failed");
      expect(readAmd(nonsense)).toBe(false);
      expect(callSid(nonsense)).toBeNull();
    }
  });
});

describe("the signature of a hook", () => {
  const body = '{"call_sid":"a","text":"é"}';
  const sign = (secret: string, t: number, over = body) =>
    `t=${t},v1=${createHmac("sha256", secret).update(`${t}.${over}`).digest("hex")}`;
  const now_s = 1_750_000_000;

  test("holds for the secret, the body and the minute that it was made for", () => {
    expect(signedByJambonz(sign("s3cret", now_s), body, ["s3cret"], now_s)).toBe(true);
    expect(signedByJambonz(sign("s3cret", now_s), Buffer.from(body), ["new", "s3cret"], now_s + 299)).toBe(true);
    expect(signedByJambonz(sign("other", now_s), body, ["s3cret"], now_s)).toBe(false);
    expect(signedByJambonz(sign("s3cret", now_s), `${body} `, ["s3cret"], now_s)).toBe(false);
    expect(signedByJambonz(sign("s3cret", now_s), body, ["s3cret"], now_s + 301)).toBe(false);
    expect(signedByJambonz(sign("s3cret", now_s), body, ["s3cret"], now_s - 301)).toBe(false);
    expect(signedByJambonz(sign("s3cret", now_s), body, [], now_s)).toBe(false);
  });

  test.each([
    undefined,
    "",
    "t=,v1=",
    "v1=00",
    `t=${now_s}`,
    `t=${now_s},v1=zz`,
    `t=${now_s},v1=`,
    `t=1e9,v1=${"0".repeat(64)}`,
    "t=1,t=2,v1",
  ])("%s is none", (header) => {
    expect(signedByJambonz(header, body, ["s3cret"], now_s)).toBe(false);
  });
});

describe("what becomes of a call", () => {
  const program = compile(graph([{ id: "a", type: "say", text: "A first sentence.", next: "bye" }, hangup]));
  const placed = (): JambonzCall =>
    newCall(program, {
      call_id: "c",
      to: "+1",
      from: "+2",
      trunk: null,
      hooks_url: "https://s.example/c",
      placed_ms: 1_000,
    });
  const services = (now: number) => ({ program, http: noHttp, matcher: wordMatcher, now_ms: () => now });
  const answered = async () => (await onAnswer(services(9_000), placed())).call;

  test("not answered: the reason is the outcome, and is told once", () => {
    const busy = onStatus(
      services(3_500),
      placed(),
      { call_status: "busy", sip_status: 486, sip_reason: "Busy Here" },
      null,
    );
    expect(busy.call.end).toEqual({
      outcome: "busy",
      reason: "Busy Here",
      sip_status: 486,
      ringing_ms: 2_500,
      duration_ms: 0,
    });
    expect(busy.trace).toEqual([]);
    const late = onStatus(services(9_999), busy.call, { call_status: "completed" }, null);
    expect(late.call).toEqual(busy.call);
    expect(onStatus(services(2_000), placed(), { call_status: "ringing" }, null).ringing).toBe(true);
  });

  test("a machine is hung up on, and the call is a voicemail", async () => {
    const machine = onAmd(await answered(), { type: "amd_machine_detected" });
    expect(machine.hang_up).toBe(true);
    const over = onStatus(
      services(9_500),
      machine.call,
      { call_status: "completed", call_termination_by: "jambonz" },
      null,
    );
    expect(over.call.end?.outcome).toBe("voicemail");
    expect(over.trace.at(-1)).toMatchObject({ kind: "ended", outcome: "canceled" });
    expect(onAmd(await answered(), { type: "amd_human_detected" }).hang_up).toBe(false);
  });

  test("withdrawn while it rings: canceled; while it talks: the run is", async () => {
    const ringing = onCancel(placed());
    expect(ringing.hang_up).toBe(true);
    const over = onStatus(services(2_000), ringing.call, { call_status: "no-answer", sip_status: 487 }, null);
    expect(over.call.end?.outcome).toBe("canceled");
    expect(onCancel(over.call).hang_up).toBe(false);
    const talking = onCancel(await answered());
    const ended = onStatus(
      services(9_500),
      talking.call,
      { call_status: "completed", call_termination_by: "jambonz" },
      null,
    );
    expect(conversation(ended.trace)).toEqual(["bot: A first sentence. (canceled)", "end: canceled"]);
  });

  test("jambonz ends a call for no reason that we know: an error, with what was said", async () => {
    const asking = compile(
      graph([
        {
          id: "q",
          type: "ask",
          text: "Yes?",
          listen: { mode: "speech", timeout_s: 5 },
          branches: [],
          next: "bye",
          no_input: "bye",
        },
        hangup,
      ]),
    );
    const here = (now: number) => ({ ...services(now), program: asking });
    const { call } = await onAnswer(here(9_000), newCall(asking, { ...placed(), placed_ms: 1_000 }));
    const ended = onStatus(here(10_000), call, { call_status: "completed", call_termination_by: "jambonz" }, null);
    expect(conversation(ended.trace)).toEqual(["bot: Yes?", "end: error"]);
    expect(ended.call.end).toMatchObject({ outcome: "answered", duration_ms: 1_000 });
  });

  test("our own good-bye was heard, however long it took", async () => {
    for (const by of ["jambonz", "caller"]) {
      const ended = onStatus(
        services(20_000),
        await answered(),
        { call_status: "completed", call_termination_by: by },
        null,
      );
      expect(conversation(ended.trace)).toEqual(["bot: A first sentence.", "bot: Bye.", "end: completed"]);
    }
    const cut = onStatus(
      services(10_300),
      await answered(),
      { call_status: "completed", call_termination_by: "caller" },
      null,
    );
    expect(conversation(cut.trace)).toEqual([
      "bot: A first sentence.",
      "bot: Bye. (caller_hung_up)",
      "end: caller_hung_up",
    ]);
  });

  test("a gateway that never reports back leaves no call open", async () => {
    expect(onLost(services(99_000), placed()).call.end).toMatchObject({
      outcome: "failed",
      reason: "the gateway did not report back",
    });
    const lost = onLost(services(9_000_000), await answered());
    expect(lost.call).toMatchObject({ busy: "over", end: { outcome: "answered" } });
    expect(lost.trace.at(-1)?.kind).toBe("ended");
    expect(onLost(services(9_000_001), lost.call).trace).toEqual([]);
    const strange = onStatus(services(2_000), placed(), { call_status: "completed" }, null);
    expect(strange.call.end).toMatchObject({ outcome: "failed", reason: "the call ended before it began" });
  });

  test("hooks after the end, or with a number of another turn, change nothing", async () => {
    const call = await answered();
    expect((await onTurn(services(9_100), call, 7, {})).call).toEqual(call);
    const over = onLost(services(99_000), call).call;
    expect((await onTurn(services(99_100), over, 1, {})).call).toEqual(over);
    expect((await onAnswer(services(99_100), over)).call).toEqual(over);
  });
});
