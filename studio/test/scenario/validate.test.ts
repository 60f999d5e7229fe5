import type { DefinitionV1 } from "../../src/scenario/definition_v1";
import type { DefinitionV2, Node } from "../../src/scenario/definition_v2";
import { SCENARIO_LIMITS } from "../../src/scenario/limits";
import { validate } from "../../src/scenario/validate";
import { reminderV1, reminderV2 } from "./examples";

/** "code nodeId path" of every finding; warnings begin with "~". */
const found = (document: unknown, intents?: string[]) =>
  validate(document, intents && { intents: new Set(intents) }).findings.map(
    ({ code, nodeId, path, severity }) => `${severity === "warning" ? "~" : ""}${code} ${nodeId} ${path}`,
  );

// biome-ignore lint/suspicious/noExplicitAny: faults are what the types forbid
type Loose = any;

/** The v2 example after something was done to it. */
function v2(change: (definition: Loose, node: (id: string) => Loose) => void): DefinitionV2 {
  const definition: Loose = reminderV2();
  change(definition, (id) => [...definition.nodes, ...definition.flows.find_slot.nodes].find((node) => node.id === id));
  return definition;
}

function v1(change: (definition: Loose) => void): DefinitionV1 {
  const definition: Loose = reminderV1();
  change(definition);
  return definition;
}

const small = (nodes: Loose[], more: object = {}): Loose => ({
  format: "v2",
  language: "en",
  start: nodes[0].id,
  variables: [
    { name: "word", type: "string", initial: "" },
    { name: "count", type: "number", initial: 0 },
    { name: "flag", type: "boolean", initial: false },
  ],
  nodes,
  ...more,
});
const bye: Node = { id: "bye", type: "hangup" };
const ask = (more: object): Loose => ({
  id: "ask",
  type: "ask",
  text: "Well?",
  listen: { mode: "either", timeout_s: 3 },
  branches: [{ intent: "yes", next: "bye" }],
  no_match: "bye",
  no_input: "bye",
  ...more,
});
const list = (steps: Loose[], more: object = {}): Loose => ({
  format: "v1",
  language: "en",
  variables: [],
  steps,
  ...more,
});
const errors = (document: unknown) => found(document).filter((finding) => !finding.startsWith("~"));

test("the examples have nothing to find", () => {
  expect(found(reminderV2(), ["yes", "no"])).toEqual([]);
  expect(found(reminderV1())).toEqual([]);
});

describe("paths through the graph", () => {
  test.each<[string, (definition: Loose, node: (id: string) => Loose) => void, string[]]>([
    ["a missing start", (d) => delete d.start, ["missing_field null /start"]],
    ["a start that is no node", (d) => (d.start = "x"), ["missing_start null /start"]],
    [
      "a flow's start that is none",
      (d) => (d.flows.find_slot.start = "x"),
      ["missing_start null /flows/find_slot/start"],
    ],
    ["an edge to nowhere", (_, n) => (n("offer").next = "x"), ["dangling_edge offer /nodes/6/next"]],
    [
      "an edge into another flow",
      (_, n) => (n("back").next = "greet"),
      ["unknown_field back /flows/find_slot/nodes/1/next"],
    ],
    [
      "an edge of a flow to the main flow",
      (_, n) => (n("ask_service").on_error = "agent"),
      ["dangling_edge ask_service /flows/find_slot/nodes/0/on_error"],
    ],
    [
      "a node nothing leads to",
      (d) => d.nodes.push({ id: "x", type: "say", text: "?", next: "agent" }),
      ["unreachable_node x /nodes/10"],
    ],
    ["an id twice", (d) => d.nodes.push({ id: "agent", type: "hangup" }), ["duplicate_id agent /nodes/10/id"]],
    ["a loop that asks nobody", (_, n) => (n("greet").next = "greet"), ["unreachable_node"]],
    ["a flow that does not exist", (_, n) => (n("another").flow = "x"), ["unknown_flow another /nodes/4"]],
    [
      "a flow never run",
      (d) => (d.flows.other = { start: "a", nodes: [{ id: "a", type: "return" }] }),
      ["unused_flow null /flows/other"],
    ],
    [
      "return in the main flow",
      (d) => (d.nodes[8] = { id: "sorry", type: "return" }),
      ["return_outside_flow sorry /nodes/8"],
    ],
    ["a sub-flow that returns to nowhere", (_, n) => delete n("another").next, ["missing_field another /nodes/4/next"]],
  ])("%s", (_, change, expected) => {
    const result = errors(v2(change));
    for (const finding of expected) expect(result.some((r) => r.startsWith(finding))).toBe(true);
    if (expected.length === 0) expect(result).toEqual([]);
  });

  test("a loop needs a question in it, wherever the loop runs", () => {
    const say = (id: string, next: string) => ({ id, type: "say", text: "…", next });
    const round = small([
      {
        id: "c",
        type: "condition",
        branches: [{ when: { variable: "flag", op: "==", value: true }, next: "bye" }],
        otherwise: "d",
      },
      say("d", "c"),
      bye,
    ]);
    expect(errors(round)).toEqual(["loop_without_input c /nodes/0"]);
    const itself = small([
      {
        id: "c",
        type: "condition",
        branches: [{ when: { variable: "flag", op: "is_set" }, next: "bye" }],
        otherwise: "c",
      },
      bye,
    ]);
    expect(errors(itself)).toEqual(["loop_without_input c /nodes/0"]);
    // The same round through a sub-flow: a fault while the flow may come back without asking.
    const through = (flow_nodes: Loose[]) =>
      small([{ ...round.nodes[0] }, { id: "d", type: "subflow", flow: "f", next: "c" }, bye], {
        flows: { f: { start: flow_nodes[0].id, nodes: flow_nodes } },
      });
    const back = { id: "bye", type: "return" };
    expect(errors(through([ask({}), back]))).toEqual([]);
    expect(errors(through([say("s", "bye"), back]))).toEqual(["loop_without_input c /nodes/0"]);
    const perhaps = {
      id: "p",
      type: "condition",
      branches: [{ when: { variable: "flag", op: "==", value: true }, next: "ask" }],
      otherwise: "bye",
    };
    expect(errors(through([perhaps, ask({}), back]))).toEqual(["loop_without_input c /nodes/0"]);
  });

  test("from every node the call must be able to end", () => {
    const trap = small([
      ask({ branches: [{ intent: "yes", next: "a" }] }),
      { id: "a", type: "say", text: "…", next: "b" },
      ask({ id: "b", branches: [{ intent: "no", next: "a" }], no_match: "a", no_input: "b" }),
      bye,
    ]);
    expect(errors(trap)).toEqual(["no_path_to_end a /nodes/1", "no_path_to_end b /nodes/2"]);
    const stuck = small([ask({ branches: [{ digits: "1", next: "ask" }], no_match: "ask", no_input: "ask" })]);
    expect(errors(stuck)).toEqual(["ask_without_way_out ask /nodes/0"]);
  });

  test("what follows a sub-flow that never returns cannot be reached", () => {
    const ending = { f: { start: "bye", nodes: [bye] } };
    const call = { id: "call", type: "subflow", flow: "f" };
    expect(errors(small([call], { flows: ending }))).toEqual([]);
    expect(errors(small([{ ...call, next: "bye" }, bye], { flows: ending }))).toEqual([
      "unreachable_node bye /nodes/1",
      "branch_never_taken call /nodes/0/next",
    ]);
  });

  test("flows run neither themselves nor too deep inside each other", () => {
    const flow = (callee: string) => ({
      start: "c",
      nodes: [
        { id: "c", type: "subflow", flow: callee, next: "r" },
        { id: "r", type: "return" },
      ],
    });
    const main = [{ id: "m", type: "subflow", flow: "a", next: "bye" }, bye];
    expect(errors(small(main, { flows: { a: flow("a") } }))).toEqual(["recursive_flow c /flows/a/nodes/0"]);
    expect(errors(small(main, { flows: { a: flow("b"), b: flow("a") } }))).toEqual([
      "recursive_flow c /flows/a/nodes/0",
      "recursive_flow c /flows/b/nodes/0",
    ]);
    const names = [..."abcdefghijk"];
    const chain = Object.fromEntries(names.map((name, i) => [name, flow(names[i + 1] ?? "end")]));
    expect(
      errors(small(main, { flows: { ...chain, end: { start: "r", nodes: [{ id: "r", type: "return" }] } } })),
    ).toEqual(["limit_exceeded null "]);
  });
});

describe("questions", () => {
  test.each<[string, object, string[]]>([
    [
      "the same digits twice",
      {
        branches: [
          { digits: "1", next: "bye" },
          { digits: "1", next: "bye" },
        ],
      },
      ["ambiguous_answer ask /nodes/0/branches/1/digits"],
    ],
    [
      "the same intent twice",
      {
        branches: [
          { intent: "yes", next: "bye" },
          { intent: "yes", next: "bye" },
        ],
      },
      ["ambiguous_answer ask /nodes/0/branches/1/intent"],
    ],
    [
      "keys where only speech is heard",
      { listen: { mode: "speech", timeout_s: 3 }, branches: [{ digits: "1", next: "bye" }] },
      ["branch_never_taken ask /nodes/0/branches/0/digits"],
    ],
    [
      "speech where only keys are",
      { listen: { mode: "dtmf", timeout_s: 3 } },
      ["branch_never_taken ask /nodes/0/branches/0/intent"],
    ],
    [
      "more digits than are taken",
      { listen: { mode: "dtmf", timeout_s: 3, max_digits: 1 }, branches: [{ digits: "12", next: "bye" }] },
      ["branch_never_taken ask /nodes/0/branches/0/digits"],
    ],
    [
      "the finish key among the digits",
      { listen: { mode: "dtmf", timeout_s: 3, finish_key: "#" }, branches: [{ digits: "1#", next: "bye" }] },
      ["branch_never_taken ask /nodes/0/branches/0/digits"],
    ],
    ["no answers at all", { branches: [] }, ["ask_without_answers ask /nodes/0/branches"]],
    ["no way for other answers", { no_match: undefined }, ["missing_field ask /nodes/0/no_match"]],
    ["two ways for other answers", { next: "bye" }, ["branch_never_taken ask /nodes/0/no_match"]],
    [
      "digits that begin other digits",
      {
        branches: [
          { digits: "1", next: "bye" },
          { digits: "12", next: "bye" },
        ],
      },
      ["~ambiguous_digits ask /nodes/0/branches/0/digits"],
    ],
    ["a reprompt without retries", { reprompt: "Well?" }, ["~unused_field ask /nodes/0/reprompt"]],
    [
      "keys' settings for speech",
      { listen: { mode: "speech", timeout_s: 3, max_digits: 2 } },
      ["~unused_field ask /nodes/0/listen/max_digits"],
    ],
    ["an answer nobody looks at", { branches: [], next: "bye", no_match: undefined }, ["~answer_unused ask /nodes/0"]],
    ["a branch with nothing to answer", { branches: [{ next: "bye" }] }, ["missing_field ask /nodes/0/branches/0"]],
    ["an answer stored as a truth", { store: "flag" }, ["type_mismatch ask /nodes/0/store"]],
    ["an answer stored nowhere", { store: "nothing" }, ["unknown_variable ask /nodes/0/store"]],
  ])("%s", (_, more, expected) => {
    const document = JSON.parse(JSON.stringify(small([ask(more), bye])));
    expect(found(document).filter((finding) => !finding.startsWith("~unused_variable"))).toEqual(expected);
  });

  test("intents that the library lacks are worth a warning, where the library is known", () => {
    expect(found(reminderV2(), ["yes"])).toEqual(["~unknown_intent coming /nodes/1/branches/2/intent"]);
  });
});

describe("variables", () => {
  const using = (node: Loose, variables?: Loose[]) => {
    const document = small([
      { id: "n", ...node, ...(node.type !== "hangup" && node.type !== "condition" && { next: "bye" }) },
      bye,
    ]);
    if (variables) document.variables = variables;
    if (node.type === "hangup") document.nodes.pop();
    return found(document).filter((finding) => !finding.startsWith("~unused_variable"));
  };
  const when = (comparison: object) =>
    using({ type: "condition", branches: [{ when: comparison, next: "bye" }], otherwise: "bye" });

  test("must be declared wherever they are used", () => {
    expect(using({ type: "say", text: "{{nobody}}" })).toEqual(["unknown_variable n /nodes/0/text"]);
    expect(using({ type: "hangup", text: "{{nobody}}" })).toEqual(["unknown_variable n /nodes/0/text"]);
    expect(using({ type: "set", assign: [{ variable: "nobody", add: 1 }] })).toEqual([
      "unknown_variable n /nodes/0/assign/0/variable",
    ]);
    expect(using({ type: "set", assign: [{ variable: "word", template: "{{nobody}}" }] })).toEqual([
      "unknown_variable n /nodes/0/assign/0/template",
    ]);
    expect(when({ any: [{ not: { variable: "nobody", op: "is_set" } }] })).toEqual([
      "unknown_variable n /nodes/0/branches/0/when/any/0/not/variable",
    ]);
    const request = {
      method: "POST",
      url: "https://a.example/{{nobody}}",
      headers: { x: "{{nobody}}" },
      body: '"{{nobody}}"',
    };
    expect(
      errors(
        small([
          {
            id: "n",
            type: "http",
            request,
            timeout_s: 1,
            save: [{ variable: "nobody", pointer: "" }],
            next: "bye",
            on_error: "bye",
          },
          bye,
        ]),
      ),
    ).toEqual([
      "unknown_variable n /nodes/0/request/url",
      "unknown_variable n /nodes/0/request/body",
      "unknown_variable n /nodes/0/request/headers/x",
      "unknown_variable n /nodes/0/save/0/variable",
    ]);
    expect(errors(small([{ id: "n", type: "transfer", to: "sip:{{nobody}}@example.com" }]))).toEqual([
      "unknown_variable n /nodes/0/to",
    ]);
  });

  test("are compared and assigned by their type", () => {
    expect(when({ variable: "count", op: "==", value: "1" })).toEqual([
      "type_mismatch n /nodes/0/branches/0/when/value",
    ]);
    expect(when({ variable: "word", op: "<", value: "1" })).toEqual(["type_mismatch n /nodes/0/branches/0/when/op"]);
    expect(when({ variable: "count", op: "contains", value: "1" })).toEqual([
      "type_mismatch n /nodes/0/branches/0/when/op",
    ]);
    expect(when({ variable: "count", op: ">" })).toEqual(["missing_field n /nodes/0/branches/0/when/value"]);
    expect(when({ variable: "count", op: "is_set", value: 1 })).toEqual([
      "value_not_allowed n /nodes/0/branches/0/when/value",
    ]);
    expect(when({ variable: "count", op: "=", value: 1 })).toEqual(["wrong_value n /nodes/0/branches/0/when/op"]);
    expect(when({ all: [] })).toEqual(["limit_exceeded n /nodes/0/branches/0/when/all"]);
    expect(using({ type: "set", assign: [{ variable: "word", add: 1 }] })).toEqual([
      "type_mismatch n /nodes/0/assign/0/add",
    ]);
    expect(using({ type: "set", assign: [{ variable: "flag", value: 1 }] })).toEqual([
      "type_mismatch n /nodes/0/assign/0/value",
    ]);
    expect(using({ type: "set", assign: [{ variable: "flag" }] })).toEqual(["missing_field n /nodes/0/assign/0"]);
    expect(using({ type: "set", assign: [{ variable: "flag", value: true, add: 1 }] })).toEqual([
      "unknown_field n /nodes/0/assign/0/add",
    ]);
    expect(
      using({ type: "say", text: "." }, [
        { name: "a", type: "number", initial: "x" },
        { name: "a", type: "string" },
      ]),
    ).toEqual(["type_mismatch null /variables/0/initial", "duplicate_variable null /variables/1/name"]);
  });

  test("two branches of a condition are not alike", () => {
    const branch = { when: { variable: "flag", op: "==", value: true }, next: "bye" };
    expect(errors(small([{ id: "n", type: "condition", branches: [branch, branch], otherwise: "bye" }, bye]))).toEqual([
      "branch_never_taken n /nodes/0/branches/1",
    ]);
  });

  test("templates are well formed", () => {
    for (const text of ["{{", "a {{word", "{{}}", "{{a b}}", "{{word.length}}", "{{__proto__}}"])
      expect(using({ type: "say", text })).toEqual(["bad_template n /nodes/0/text"]);
    for (const text of ["}}", "{word}", "{ {word}}", "{{ word }}", "{{word}}}}"])
      expect(using({ type: "say", text })).toEqual([]);
  });

  test("read before anything gave them a value are told, once, unless a condition made sure", () => {
    const variables = [
      { name: "late", type: "string" },
      { name: "never", type: "string" },
    ];
    const set = { id: "set", type: "set", assign: [{ variable: "late", value: "x" }], next: "bye" };
    const hangup = { id: "bye", type: "hangup", text: "{{late}} {{late}}" };
    const fork = (when: object) => ({
      id: "fork",
      type: "condition",
      branches: [{ when, next: "bye" }],
      otherwise: "set",
    });
    const warnings = (nodes: Loose[], more: object = {}) =>
      found({ ...small(nodes, more), variables }).filter((f) => !f.startsWith("~unused_variable"));
    expect(warnings([set, hangup])).toEqual([]);
    expect(warnings([fork({ variable: "late", op: "is_set" }), set, hangup])).toEqual([]);
    expect(
      warnings([
        fork({
          not: { any: [{ not: { variable: "late", op: "==", value: "x" } }, { variable: "never", op: "is_set" }] },
        }),
        set,
        hangup,
      ]),
    ).toEqual(["~variable_may_be_unset fork /nodes/0/branches/0/when/not/any/0/not/variable"]);
    expect(warnings([fork({ variable: "never", op: "is_set" }), set, hangup])).toEqual([
      "~variable_may_be_unset bye /nodes/2/text",
    ]);
    expect(warnings([{ id: "s", type: "say", text: "{{never}}", next: "bye" }, bye])).toEqual([
      "~variable_never_set s /nodes/0/text",
    ]);
    const flows = {
      f: {
        start: "set",
        nodes: [
          { ...set, next: "r" },
          { id: "r", type: "return" },
        ],
      },
    };
    const call = { id: "call", type: "subflow", flow: "f", next: "bye" };
    expect(warnings([call, hangup], { flows })).toEqual([]);
    const stored = ask({ store: "late", branches: [], next: "bye", no_match: undefined });
    expect(warnings(JSON.parse(JSON.stringify([stored, hangup])))).toEqual([
      "~variable_may_be_unset bye /nodes/1/text",
    ]);
  });

  test("that nothing uses are told", () => {
    expect(found(v2((d) => d.variables.push({ name: "spare", type: "string" })))).toContain(
      "~unused_variable null /variables/4/name",
    );
  });
});

describe("requests and transfers", () => {
  const http = (request: object) =>
    found(
      small([
        {
          id: "n",
          type: "http",
          request: { method: "GET", url: "https://a.example/", ...request },
          timeout_s: 1,
          save: [],
          next: "bye",
          on_error: "bye",
        },
        bye,
      ]),
    ).filter((f) => !f.startsWith("~unused_variable"));

  test("go to an http address whose host no variable decides", () => {
    for (const url of ["https://a.example/x?y={{word}}#z", "http://127.0.0.1:8080/{{ count }}", "HTTPS://[::1]/"])
      expect(http({ url })).toEqual([]);
    for (const url of [
      "ftp://a.example/",
      "a.example",
      "https://",
      "https:///x",
      "https://{{word}}/",
      "https://a.example:{{count}}/",
      "https://me:secret@a.example/",
      "https://a.example\\@b.example/",
      "http://a b/",
      "https://a.example:99999/",
      "javascript:alert(1)",
    ])
      expect(http({ url })).toEqual(["bad_url n /nodes/0/request/url"]);
  });

  test("have headers of their own, and a body where there is one", () => {
    expect(http({ headers: { Host: "b.example" } })).toEqual(["bad_header n /nodes/0/request/headers/Host"]);
    expect(http({ headers: { a: "1", A: "2" } })).toEqual(["bad_header n /nodes/0/request/headers/A"]);
    expect(http({ headers: { a: "1\r\nb: 2" } })).toEqual(["bad_format n /nodes/0/request/headers/a"]);
    expect(http({ headers: { "a b": "1" } })).toEqual(["unknown_field n /nodes/0/request/headers/a b"]);
    expect(http({ body: "{}" })).toEqual(["body_not_allowed n /nodes/0/request/body"]);
    expect(http({ method: "POST", body: '{"a":"{{word}}","b":{{count}}}' })).toEqual([]);
    expect(http({ method: "POST", body: "a={{word}}" })).toEqual(["~bad_json_body n /nodes/0/request/body"]);
    expect(
      http({ method: "POST", body: "a={{word}}", headers: { "Content-Type": "application/x-www-form-urlencoded" } }),
    ).toEqual([]);
  });

  test("to a number or an address", () => {
    const transfer = (to: string) => errors(small([{ id: "n", type: "transfer", to }]));
    for (const to of ["+4930123456", "110", "sip:desk@example.com", "tel:+4930", "{{word}}"])
      expect(transfer(to)).toEqual([]);
    for (const to of ["desk", "+49 30", "http://a.example", "sip:", "sip:a b"])
      expect(transfer(to)).toEqual(["bad_transfer_target n /nodes/0/to"]);
  });
});

describe("step lists (v1)", () => {
  const say = (more: object = {}): Loose => ({ do: "say", text: "…", ...more });
  test.each<[string, Loose, string[]]>([
    ["a label that does not exist", list([{ do: "goto", to: "x" }]), ["dangling_edge step 1 /steps/0/to"]],
    [
      "a label of another list",
      list(
        [
          { do: "call", procedure: "p" },
          { do: "goto", to: "x" },
        ],
        { procedures: { p: [say({ label: "x" })] } },
      ),
      ["dangling_edge step 2 /steps/1/to"],
    ],
    ["a label twice", list([say({ label: "x" }), say({ label: "x" })]), ["duplicate_id x /steps/1/label"]],
    ["a step nothing leads to", list([{ do: "hangup" }, say()]), ["unreachable_node step 2 /steps/1"]],
    [
      "gotos in a circle",
      list([
        { label: "a", do: "goto", to: "b" },
        { label: "b", do: "goto", to: "a" },
      ]),
      ["loop_without_input a /steps/0", "no_path_to_end a /steps/0", "no_path_to_end b /steps/1"],
    ],
    ["return in the main list", list([{ do: "return" }]), ["return_outside_flow step 1 /steps/0"]],
    ["a procedure that does not exist", list([{ do: "call", procedure: "x" }]), ["unknown_flow step 1 /steps/0"]],
    [
      "a procedure that calls itself",
      list([{ do: "call", procedure: "p" }], { procedures: { p: [{ do: "call", procedure: "p" }] } }),
      ["recursive_flow step 1 /procedures/p/0"],
    ],
    ["a procedure never called", list([say()], { procedures: { p: [say()] } }), ["unused_flow null /procedures/p"]],
    [
      "a step after a procedure that hangs up",
      list([{ do: "call", procedure: "p" }, say()], { procedures: { p: [{ do: "hangup" }] } }),
      ["unreachable_node step 2 /steps/1"],
    ],
    [
      "a procedure that hangs up, last",
      list([{ do: "call", procedure: "p" }], { procedures: { p: [{ do: "hangup" }] } }),
      [],
    ],
    [
      "an open question with no_match",
      list([
        { label: "q", do: "ask", text: "?", listen: { mode: "speech", timeout_s: 3 }, answers: [], no_match: "q" },
      ]),
      ["branch_never_taken q /steps/0/no_match"],
    ],
    ["an unknown step", list([{ do: "dance" }]), ["wrong_value step 1 /steps/0/do"]],
    ["a step without a do", list([{ label: "a" }]), ["missing_field a /steps/0/do"]],
    ["no steps", list([]), ["limit_exceeded null /steps"]],
  ])("%s", (_, document, expected) => {
    expect(errors(document)).toEqual(expected);
  });

  test("what is found in a list is named by label or place", () => {
    const result = errors(
      v1((d) => {
        d.steps[0].text = "{{nobody}}";
        d.steps[7].text = "{{nobody}}";
        d.procedures.new_date[0].listen.mode = "telepathy";
      }),
    );
    expect(result).toEqual([
      "wrong_value step 1 /procedures/new_date/0/listen/mode",
      "unknown_variable step 1 /steps/0/text",
      "unknown_variable sorry /steps/7/text",
    ]);
  });
});

describe("size and form", () => {
  test("a document of another format, or of none, is told so", () => {
    for (const document of [{}, { format: "v3" }, { format: 2 }])
      expect(errors(document)).toEqual(["unknown_format null /format"]);
    for (const document of [null, undefined, [], "v2", 2, true]) expect(errors(document)).toEqual(["wrong_type null "]);
  });

  test("every fault of form is named at its place, however many there are", () => {
    const document = v2((d, n) => {
      d.more = 1;
      d.language = "English";
      d.limits.max_turns = 0;
      n("coming").listen.timeout_s = "5";
      n("coming").retries = 1.5;
      n("thanks").tags = ["a", "a"];
      n("agent").id = "a b";
      d.variables[0].source = "oracle";
      d.flows["1st"] = d.flows.find_slot;
    });
    expect(errors(document)).toEqual([
      "unknown_field null /more",
      "bad_format null /language",
      "wrong_value null /variables/0/source",
      "limit_exceeded null /limits/max_turns",
      "unknown_field null /flows/1st",
      "wrong_type coming /nodes/1/listen/timeout_s",
      "wrong_type coming /nodes/1/retries",
      "bad_format a b /nodes/7/id",
      "duplicate_entry thanks /nodes/9/tags",
      "dangling_edge enough /nodes/3/branches/0/next",
      "dangling_edge told /nodes/5/otherwise",
    ]);
  });

  test("what is wrong in one node does not hide what is wrong in another, and is no fault of others", () => {
    const broken = v2((_, n) => {
      delete n("coming").text;
      n("agent").to = 7;
      n("greet").text = "{{nobody}}";
      n("offer").next = "x";
    });
    expect(found(broken)).toEqual([
      "missing_field coming /nodes/1/text",
      "wrong_type agent /nodes/7/to",
      "unknown_variable greet /nodes/0/text",
      "dangling_edge offer /nodes/6/next",
    ]);
    const declared = v2((d, n) => {
      d.variables[1].type = "text";
      n("greet").text = "{{nobody}}";
    });
    expect(found(declared)).toEqual(["wrong_value null /variables/1/type"]);
    expect(found({ format: "v2", nodes: {}, flows: [] }).length).toBe(5);
    expect(found({ format: "v1", steps: [[], null], procedures: { a: 1 } }).length).toBe(5);
  });

  test("limits hold for nodes, depth and bytes, and findings do not grow without end", () => {
    const chain = (count: number) =>
      [...Array(count).keys()].map((n) => ({
        id: `n${n}`,
        type: "say",
        text: "…",
        next: n + 1 < count ? `n${n + 1}` : "bye",
      }));
    expect(errors(small([...chain(SCENARIO_LIMITS.nodes - 1), bye]))).toEqual([]);
    expect(errors(small([...chain(SCENARIO_LIMITS.nodes), bye]))).toEqual(["limit_exceeded null /nodes"]);
    let when: object = { variable: "flag", op: "is_set" };
    for (let depth = 1; depth < SCENARIO_LIMITS.when_depth; depth++) when = { not: when };
    const condition = (w: object) =>
      small([{ id: "c", type: "condition", branches: [{ when: w, next: "bye" }], otherwise: "bye" }, bye]);
    expect(errors(condition(when))).toEqual([]);
    expect(errors(condition({ not: when }))).toEqual(["limit_exceeded c /nodes/0/branches/0/when"]);
    const wide = chain(480).map((node) => ({ ...node, text: "x".repeat(SCENARIO_LIMITS.text_chars) }));
    expect(errors({ ...list(wide.map(({ text }) => ({ do: "say", text }))) })).toEqual(["limit_exceeded null "]);
    const unknown = small([...chain(499).map((node) => ({ ...node, text: "{{a}}{{b}}" })), bye]);
    const { findings } = validate(unknown);
    expect(findings.filter((f) => f.severity === "error")).toHaveLength(SCENARIO_LIMITS.findings);
    expect(findings.at(-1)).toMatchObject({ code: "more_findings", message: "798 further findings are not listed." });
  });

  test("names that objects inherit are no names of nodes, flows or kinds", () => {
    expect(errors(small([{ id: "a", type: "constructor" }]))).toEqual(["wrong_value a /nodes/0/type"]);
    expect(errors(small([{ id: "a", type: "subflow", flow: "toString", next: "bye" }, bye]))).toEqual([
      "unknown_flow a /nodes/0",
    ]);
    const evil = JSON.parse('{"__proto__":{"start":"r","nodes":[{"id":"r","type":"return"}]}}');
    expect(errors(small([bye], { flows: evil }))[0]).toBe("unknown_field null /flows/__proto__");
    const inherited = small([{ id: "constructor", type: "say", text: "{{constructor}}", next: "bye" }, bye]);
    inherited.variables = [{ name: "constructor", type: "string", initial: "" }];
    expect(errors(inherited)).toEqual([]);
  });
});
