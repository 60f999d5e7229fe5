import { reminderV2 } from "../scenario/examples";
import { graph, hangup, keys, path, play, silence, speech } from "./support";

describe("a conversation", () => {
  const answeringService = {
    call: async () => ({ status: 200, error: null, json: { slots: ["Monday"], slot: "Monday" } }),
  };

  test("goes where the caller's words lead, and leaves a trace of why", async () => {
    const { lines, trace, result } = await play(
      reminderV2(),
      { replies: [speech("well yes of course")] },
      { contact: { first_name: "Mara" } },
    );
    expect(lines).toEqual([
      "bot: Hello Mara.",
      "bot: Are you coming tomorrow?",
      "caller: well yes of course",
      "bot: Thank you.",
      "end: completed",
    ]);
    expect(result).toMatchObject({ outcome: "completed", disposition: "confirmed", tags: ["reminder"], turns: 1 });
    expect(result.variables).toMatchObject({ answer: "well yes of course", first_name: "Mara" });
    expect(trace.find((event) => event.kind === "heard")).toMatchObject({
      node_id: "coming",
      intent: "yes",
      intent_confidence: 0.9,
      because: [{ text: "yes", weight: 1 }],
      matcher: "words",
    });
    expect(trace.find((event) => event.kind === "answered")).toMatchObject({
      decision: "intent",
      attempt: 1,
      final: true,
    });
    expect(trace.filter((event) => event.kind === "node_entered").map((event) => event.via)).toEqual([
      "start",
      "next",
      "branch:0",
    ]);
  });

  test("keys are as good as words where both are listened for", async () => {
    const { lines } = await play(reminderV2(), { replies: [keys("1")] });
    expect(lines).toContain("keys: 1");
    expect(lines).toContain("bot: Thank you.");
  });

  test("asks again with other words after silence and after words it does not know, as often as it may", async () => {
    const { lines, trace } = await play(reminderV2(), {
      replies: [silence, speech("purple"), speech("no idea what you mean, purple"), silence],
    });
    expect(lines.slice(0, 8)).toEqual([
      "bot: Hello .",
      "bot: Are you coming tomorrow?",
      "silence",
      "bot: Sorry, are you coming?",
      "caller: purple",
      "bot: Are you coming tomorrow?",
      "caller: no idea what you mean, purple",
      expect.anything(),
    ]);
    expect(trace.filter((event) => event.kind === "answered").slice(0, 2)).toMatchObject([
      { decision: "no_input", attempt: 1, final: false },
      { decision: "no_match", attempt: 2, final: true },
    ]);
  });

  test("times rise, sequence numbers have no gap, the end comes last and once", async () => {
    const { trace } = await play(
      reminderV2(),
      { replies: [silence, silence, speech("no")] },
      { http: answeringService },
    );
    expect(trace.map((event) => event.seq)).toEqual(trace.map((_, index) => index));
    for (const [index, event] of trace.entries())
      expect(event.at_ms).toBeGreaterThanOrEqual(trace[index - 1]?.at_ms ?? 0);
    expect(trace.filter((event) => event.kind === "ended")).toHaveLength(1);
    expect(trace.at(-1)?.kind).toBe("ended");
  });

  test("a caller who interrupts the question is heard, and the sentence is cut where they began", async () => {
    const { trace } = await play(reminderV2(), {
      reactions: [{ kind: "hear" }, { kind: "barge_in", after_ms: 700 }],
      replies: [speech("yes")],
    });
    const asked = trace.filter((event) => event.kind === "said")[1];
    const heard = trace.find((event) => event.kind === "heard");
    expect(asked).toMatchObject({ interrupted: "barge_in", text: "Are you coming tomorrow?" });
    expect(asked?.kind === "said" && asked.to_ms - asked.at_ms).toBe(700);
    expect(heard?.at_ms).toBe(asked?.kind === "said" ? asked.to_ms : null);
  });

  test("nobody interrupts a sentence that must be heard", async () => {
    const { lines } = await play(
      graph([{ id: "a", type: "say", text: "This call is recorded.", next: "bye" }, hangup]),
      {
        reactions: [{ kind: "barge_in", after_ms: 100 }],
      },
    );
    expect(lines).toEqual(["bot: This call is recorded.", "bot: Bye.", "end: completed"]);
  });

  test("a caller may hang up in the middle of a sentence, or in their turn", async () => {
    const sentence = await play(reminderV2(), { reactions: [{ kind: "hang_up", after_ms: 300 }] });
    expect(sentence.lines).toEqual(["bot: Hello . (caller_hung_up)", "end: caller_hung_up"]);
    expect(sentence.result.duration_ms).toBe(300);
    const turn = await play(reminderV2(), { replies: [{ kind: "hang_up", after_ms: 300 }] });
    expect(turn.lines.at(-1)).toBe("end: caller_hung_up");
  });

  test("without an outcome of the author's, what failed last names the end", async () => {
    const ask = (more: object = {}) =>
      graph([
        {
          id: "q",
          type: "ask",
          text: "Yes?",
          listen: { mode: "speech", timeout_s: 2 },
          branches: [{ intent: "yes", next: "bye" }],
          no_match: "bye",
          no_input: "bye",
          ...more,
        },
        hangup,
      ]);
    expect((await play(ask(), { replies: [speech("yes")] })).result.outcome).toBe("completed");
    expect((await play(ask(), { replies: [speech("blue")] })).result.outcome).toBe("no_match");
    expect((await play(ask(), { replies: [{ kind: "mumble", after_ms: 10 }] })).result.outcome).toBe("no_match");
    expect((await play(ask(), { replies: [silence] })).result.outcome).toBe("no_input");
    // A failure that was made good is forgotten.
    const second = ask({ no_input: "q" });
    expect((await play(second, { replies: [silence, speech("yes")] })).result.outcome).toBe("completed");
  });

  test("an open question takes any answer, as the variable's own type", async () => {
    const open = graph(
      [
        {
          id: "age",
          type: "ask",
          text: "How old are you?",
          listen: { mode: "either", timeout_s: 2, max_digits: 3, finish_key: "#" },
          branches: [],
          store: "age",
          next: "say",
          no_input: "bye",
        },
        { id: "say", type: "say", text: "So you are {{age}}.", next: "bye" },
        hangup,
      ],
      { variables: [{ name: "age", type: "number" }] },
    );
    const typed = await play(open, { replies: [keys("42#")] });
    expect(typed.lines).toEqual([
      "bot: How old are you?",
      "keys: 42",
      "bot: So you are 42.",
      "bot: Bye.",
      "end: completed",
    ]);
    expect(typed.result.variables).toEqual({ age: 42 });
    const said = await play(open, { replies: [speech("not telling you")] });
    expect(said.result.variables).toEqual({});
    // The finish key alone, or words nobody can make out, are no answer.
    expect((await play(open, { replies: [keys("#")] })).result.outcome).toBe("no_input");
    expect((await play(open, { replies: [{ kind: "mumble", after_ms: 5 }] })).result.outcome).toBe("no_input");
  });

  test("a transfer that works ends the scenario; one that fails goes on, or ends the call under its name", async () => {
    const transfer = (more: object = {}) =>
      graph([{ id: "t", type: "transfer", to: "+4930{{ext}}", ...more }, hangup], {
        variables: [{ name: "ext", type: "string", initial: "77" }],
      });
    const failing = { transfers: [{ kind: "failed", after_ms: 900, reason: "busy" }] } as const;
    expect((await play(transfer(), {})).lines).toEqual(["transfer to +493077: connected", "end: transferred"]);
    expect((await play(transfer(), failing)).lines).toEqual(["transfer to +493077: busy", "end: transfer_failed"]);
    const goesOn = await play(transfer({ on_failure: "bye" }), failing);
    expect(goesOn.lines).toEqual(["transfer to +493077: busy", "bot: Bye.", "end: transfer_failed"]);
    // What a variable brought in must not reach a SIP header.
    const evil = graph([{ id: "t", type: "transfer", to: "sip:a@b{{x}}" }], {
      variables: [{ name: "x", type: "string", initial: "\r\nX-Evil: 1" }],
    });
    expect((await play(evil, {})).result.outcome).toBe("transfer_failed");
  });

  test("sub-flows come back to where they were called, with the variables of the call", async () => {
    const { trace, result } = await play(reminderV2(), { replies: [speech("no")] }, { http: answeringService });
    expect(path(trace)).toContain("told");
    expect(trace.find((event) => event.flow === "find_slot")).toBeDefined();
    expect(result.outcome).not.toBe("error");
  });
});
