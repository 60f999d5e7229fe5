import type { ListenOptions } from "../../../src/runtime/session";
import { speakingMs } from "../../../src/voice/pace";
import { fastClock } from "../../../src/voice/simulated/clock";
import type { CallerScript } from "../../../src/voice/simulated/scripted_caller";
import { scriptedCaller } from "../../../src/voice/simulated/scripted_caller";
import { SimulatedSession } from "../../../src/voice/simulated/session";

const call = (script: CallerScript, signal = new AbortController().signal, max_duration_ms?: number) =>
  new SimulatedSession(scriptedCaller(script), fastClock(), signal, max_duration_ms);
const until_ms = 60_000;
const say = { language: "en", barge_in: true, until_ms };
const listen = (more: Partial<ListenOptions> = {}): ListenOptions => ({
  mode: "either",
  timeout_ms: 5_000,
  max_digits: 4,
  language: "en",
  expected: { phrases: [], digits: [] },
  until_ms,
  ...more,
});
const digits = (keys: string) => ({ kind: "digits", digits: keys, after_ms: 1_000 }) as const;

test("time passes as long as something is said or waited for", async () => {
  const session = call({ replies: [{ kind: "silence" }, { kind: "speech", text: "good morning", after_ms: 800 }] });
  expect(await session.say("Good morning to you.", say)).toEqual({ from_ms: 0, to_ms: 1_400, interrupted: null });
  expect(await session.listen(listen())).toEqual({ kind: "silence", from_ms: 1_400, to_ms: 6_400 });
  expect(await session.listen(listen())).toEqual({
    kind: "speech",
    text: "good morning",
    confidence: 0.92,
    from_ms: 7_200,
    to_ms: 7_200 + speakingMs("good morning"),
  });
});

test("whoever answers later than the gateway waits has stayed silent", async () => {
  const late = call({ replies: [{ kind: "speech", text: "yes", after_ms: 5_000 }] });
  expect(await late.listen(listen())).toEqual({ kind: "silence", from_ms: 0, to_ms: 5_000 });
});

test.each<[string, Partial<ListenOptions>, string, number]>([
  ["12#", { finish_key: "#" }, "12", 3 * 300],
  ["1234567", {}, "1234", 4 * 300],
  ["1234#", { finish_key: "#" }, "1234", 4 * 300],
  ["12", { finish_key: "#" }, "12", 2 * 300 + 5_000],
  ["#", { finish_key: "#" }, "", 300],
  ["*1", { max_digits: 2 }, "*1", 600],
])("the keys %s with %j come to %s", async (pressed, options, keys, lasts_ms) => {
  const session = call({ replies: [digits(pressed)] });
  expect(await session.listen(listen(options))).toEqual({
    kind: "digits",
    digits: keys,
    from_ms: 1_000,
    to_ms: 1_000 + lasts_ms,
  });
});

test("a gateway that listens for keys hears no words, and the other way round", async () => {
  const words = call({ replies: [{ kind: "speech", text: "hello", after_ms: 10 }] });
  expect((await words.listen(listen({ mode: "dtmf" }))).kind).toBe("silence");
  const keypad = call({ replies: [digits("1")] });
  expect((await keypad.listen(listen({ mode: "speech" }))).kind).toBe("silence");
  const mumbling = call({ replies: [{ kind: "mumble", after_ms: 10 }] });
  expect(await mumbling.listen(listen())).toMatchObject({ kind: "speech", text: "", confidence: 0.18 });
});

test("who interrupts is not spoken to any further, and is heard at once", async () => {
  const session = call({
    reactions: [{ kind: "barge_in", after_ms: 500 }],
    replies: [{ kind: "speech", text: "stop", after_ms: 900 }],
  });
  expect(await session.say("One moment please.", say)).toEqual({ from_ms: 0, to_ms: 500, interrupted: "barge_in" });
  expect(await session.say("And another thing.", say)).toEqual({ from_ms: 500, to_ms: 500, interrupted: "barge_in" });
  expect(await session.listen(listen())).toMatchObject({ kind: "speech", from_ms: 500 });
});

test("where nobody may interrupt, talking over the sentence is lost", async () => {
  const session = call({ reactions: [{ kind: "barge_in", after_ms: 1 }], replies: [{ kind: "silence" }] });
  expect((await session.say("This call is recorded.", { ...say, barge_in: false })).interrupted).toBeNull();
  expect((await session.listen(listen())).kind).toBe("silence");
});

test("after the caller has gone nothing takes time any more", async () => {
  const session = call({ reactions: [{ kind: "hang_up", after_ms: 400 }] });
  expect(await session.say("Good morning to you.", say)).toMatchObject({ to_ms: 400, interrupted: "caller_hung_up" });
  expect(await session.say("Still there?", say)).toEqual({ from_ms: 400, to_ms: 400, interrupted: "caller_hung_up" });
  expect(await session.listen(listen())).toEqual({ kind: "cut_off", by: "caller_hung_up", from_ms: 400, to_ms: 400 });
  expect(await session.transfer("1", { until_ms })).toMatchObject({ kind: "cut_off", by: "caller_hung_up" });
  expect(await session.during(async () => 7)).toMatchObject({ value: 7, cut_off: "caller_hung_up" });
});

test("the call is cut off at its limit, and at the gateway's own, whatever is under way", async () => {
  const own = call({}, undefined, 1_000);
  expect(await own.say("A sentence of more than a second, surely.", say)).toEqual({
    from_ms: 0,
    to_ms: 1_000,
    interrupted: "time_limit",
  });
  const limit = call({ replies: [{ kind: "silence" }] });
  expect(await limit.listen(listen({ until_ms: 700 }))).toEqual({
    kind: "cut_off",
    by: "time_limit",
    from_ms: 0,
    to_ms: 700,
  });
  const speaking = call({ replies: [{ kind: "speech", text: "well, it is a long story", after_ms: 100 }] });
  expect(await speaking.listen(listen({ until_ms: 700 }))).toMatchObject({
    kind: "cut_off",
    by: "time_limit",
    to_ms: 700,
  });
  expect(await call({}).transfer("1", { until_ms: 300 })).toMatchObject({
    kind: "cut_off",
    by: "time_limit",
    to_ms: 300,
  });
});

test("a call that the studio withdraws is cut off", async () => {
  const withdrawn = new AbortController();
  const session = call({}, withdrawn.signal);
  withdrawn.abort();
  expect((await session.say("Hello?", say)).interrupted).toBe("canceled");
});

test("a transfer rings and comes to something", async () => {
  const session = call({ transfers: [{ kind: "failed", after_ms: 2_000, reason: "no_answer" }] });
  expect(await session.transfer("+4930", { until_ms })).toEqual({
    kind: "failed",
    reason: "no_answer",
    from_ms: 0,
    to_ms: 2_000,
  });
  expect(await session.transfer("+4930", { until_ms })).toEqual({ kind: "connected", from_ms: 2_000, to_ms: 6_000 });
});
