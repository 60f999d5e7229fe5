import type { Step } from "../../src/scenario/definition_v1";
import type { DefinitionV2, Node } from "../../src/scenario/definition_v2";
import { SCENARIO_LIMITS } from "../../src/scenario/limits";
import { migrateToV2 } from "../../src/scenario/migrate";
import { validate } from "../../src/scenario/validate";
import { reminderV1 } from "./examples";

const list = (steps: Step[], procedures?: Record<string, Step[]>) =>
  migrateToV2({ format: "v1", language: "en", variables: [], steps, ...(procedures && { procedures }) });

/** "id type -> its edges" of every node. */
const drawn = (nodes: readonly Node[]) =>
  nodes.map((node) => {
    const targets = Object.entries(node).filter(([key]) =>
      ["next", "no_match", "no_input", "otherwise", "on_error", "on_failure"].includes(key),
    );
    const branches = "branches" in node ? node.branches.map((branch) => branch.next) : [];
    return `${node.id} ${node.type} -> ${[...branches, ...targets.map(([, to]) => to)].join(" ")}`.trimEnd();
  });

test("labels stay node ids, other steps are named after what they do and where they stand", () => {
  const { start, nodes, flows } = migrateToV2(reminderV1());
  expect(start).toBe("say_1");
  expect(drawn(nodes)).toEqual([
    "say_1 say -> coming",
    "coming ask -> thanks another set_3 set_3",
    "set_3 set -> if_4",
    "if_4 condition -> coming agent",
    "another subflow -> thanks",
    "agent transfer -> sorry",
    "sorry hangup ->",
    "thanks say -> end",
    "end hangup ->",
  ]);
  expect(drawn(flows?.["new_date"]?.nodes ?? [])).toEqual([
    "ask_1 ask -> if_2 if_2",
    "if_2 condition -> save return_3",
    "return_3 return ->",
    "save http -> end end",
    "end return ->",
  ]);
});

test("everything but the way through the steps is taken over", () => {
  const v1 = reminderV1();
  const v2: DefinitionV2 = migrateToV2(v1);
  expect(v2.variables).toEqual(v1.variables);
  expect(v2.language).toBe("en");
  const [asked, coming] = [v1.steps[1], v2.nodes[1]] as unknown as Record<string, unknown>[];
  for (const field of ["text", "listen", "retries"]) expect(coming?.[field]).toEqual(asked?.[field]);
  const titled = list([{ label: "a", title: "Good day", do: "say", text: "Hi", barge_in: true }]);
  expect(titled.nodes[0]).toEqual({ id: "a", title: "Good day", type: "say", text: "Hi", barge_in: true, next: "end" });
});

test("a goto becomes an edge, also at the start and in a row", () => {
  const { start, nodes } = list([
    { do: "goto", to: "b" },
    { label: "a", do: "hangup" },
    { label: "b", do: "goto", to: "c" },
    { label: "c", do: "goto", to: "a" },
  ]);
  expect(start).toBe("a");
  expect(drawn(nodes)).toEqual(["a hangup ->"]);
});

test("names that are taken are not given again", () => {
  const { nodes } = list([
    { do: "say", text: "1" },
    { label: "say_1", do: "say", text: "2" },
    { label: "end", do: "say", text: "3" },
    { label: "say_4", do: "say", text: "4" },
    { do: "say", text: "5" },
  ]);
  expect(drawn(nodes)).toEqual([
    "say_1_2 say -> say_1",
    "say_1 say -> end",
    "end say -> say_4",
    "say_4 say -> say_5",
    "say_5 say -> end_2",
    "end_2 hangup ->",
  ]);
});

test("after a procedure that never returns there is nothing, not even an end", () => {
  const v1_procedures: Record<string, Step[]> = { bye: [{ do: "hangup", text: "Bye" }] };
  const { nodes, flows } = list([{ do: "call", procedure: "bye" }], v1_procedures);
  expect(nodes).toEqual([{ id: "call_1", type: "subflow", flow: "bye" }]);
  expect(flows?.["bye"]).toEqual({ start: "hangup_1", nodes: [{ id: "hangup_1", type: "hangup", text: "Bye" }] });
});

test("the largest list that is accepted has a translation that is accepted", () => {
  const label = (n: number) => `${n}`.padStart(SCENARIO_LIMITS.name_chars, "x");
  const question = (n: number, count: number): Step => ({
    label: label(n),
    do: "ask",
    text: "x",
    listen: { mode: "dtmf", timeout_s: 1 },
    answers: [{ digits: "1", goto: label((n + 1) % count) }],
  });
  const full = (count: number) => Array.from({ length: count }, (_, n) => question(n, count));
  const rest = SCENARIO_LIMITS.steps_total - 4 * SCENARIO_LIMITS.steps;
  const procedures = Object.fromEntries(["a", "b", "c"].map((name) => [name, full(SCENARIO_LIMITS.steps)]));
  procedures["d"] = full(rest);
  const calls = Object.keys(procedures).map((procedure): Step => ({ do: "call", procedure }));
  const steps = [...calls, ...full(SCENARIO_LIMITS.steps - calls.length)];
  const v1 = { format: "v1" as const, language: "en", variables: [], steps, procedures };
  const spare = SCENARIO_LIMITS.document_bytes.v1 - Buffer.byteLength(JSON.stringify(v1));
  for (const step of steps.slice(3, 3 + Math.floor(spare / 1_999)))
    if (step.do === "ask") step.text = "x".repeat(SCENARIO_LIMITS.text_chars);
  expect(SCENARIO_LIMITS.document_bytes.v1 - Buffer.byteLength(JSON.stringify(v1))).toBeLessThan(4_000);
  expect(validate(v1).findings).toEqual([]);
  expect(validate(migrateToV2(v1)).findings).toEqual([]);
});
