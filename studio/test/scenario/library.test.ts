import type { Library } from "../../src/scenario/library";
import { withLibrary } from "../../src/scenario/library";
import { migrateToV2 } from "../../src/scenario/migrate";
import { validate } from "../../src/scenario/validate";
import { reminderV1, reminderV2 } from "./examples";

const library: Library = {
  intents: new Set(["yes", "no"]),
  prompts: new Map([
    ["hours", "We are there for {{first_name}} from 9 to 5. {{prompt:hours}}"],
    ["sorry", "Pardon?"],
  ]),
  variables: new Map<string, { type: "string" | "number"; default: string | number | null }>([
    ["fee", { type: "number", default: 12 }],
    ["desk", { type: "string", default: null }],
  ]),
};

function speaking() {
  const v1 = reminderV1();
  v1.variables.push(
    { name: "fee", type: "number", source: "project" },
    { name: "desk", type: "string", initial: "front", source: "project" },
  );
  const [hello, coming] = v1.steps;
  if (hello?.do === "say")
    hello.text = "Hello {{first_name}}. {{prompt:hours}} It is {{fee}} at the {{desk}}. {{prompt:gone}}";
  if (coming?.do === "ask") coming.reprompt = "{{ prompt:sorry }}";
  return v1;
}

test("prompts and defaults of the library are put into both formats before a call", () => {
  for (const definition of [speaking(), migrateToV2(speaking())]) {
    const before = structuredClone(definition);
    expect(validate(definition, library).valid).toBe(true);
    const complete = withLibrary(definition, library);
    expect(definition).toEqual(before);
    const [hello, coming] = (complete.format === "v1" ? complete.steps : complete.nodes) as {
      text: string;
      reprompt?: string;
    }[];
    expect(hello?.text).toBe(
      "Hello {{first_name}}. We are there for {{first_name}} from 9 to 5.  It is {{fee}} at the {{desk}}. ",
    );
    expect(coming?.reprompt).toBe("Pardon?");
    expect(complete.variables.slice(3)).toMatchObject([
      { name: "fee", initial: 12 },
      { name: "desk", initial: "front" },
    ]);
    expect(validate(complete).valid).toBe(true);
  }
});

test("a definition that uses nothing of the library stays as it is", () => {
  expect(withLibrary(reminderV1(), library)).toEqual(reminderV1());
  expect(withLibrary(reminderV2(), library)).toEqual(reminderV2());
});

test("what the library lacks is worth a warning, where the library is known", () => {
  const definition = reminderV2();
  definition.variables.push(
    { name: "fee", type: "string", source: "project" },
    { name: "none", type: "string", source: "project" },
  );
  const [greet] = definition.nodes;
  if (greet?.type === "say") greet.text = "{{prompt:nowhere}} {{prompt:rules}} {{fee}} {{none}}";
  const known = { ...library, prompts: new Map([["rules", "{{first_name}} {{other}}"]]) };
  const found = validate(definition, known).findings.map(({ code, path, severity }) => `${severity} ${code} ${path}`);
  expect(found).toEqual([
    "warning unknown_project_variable /variables/4/source",
    "warning unknown_project_variable /variables/5/source",
    "warning unknown_prompt /nodes/0/text",
    "warning unknown_variable_in_prompt /nodes/0/text",
  ]);
  expect(validate(definition).findings).toEqual([]);
});

test("a prompt is for speaking only", () => {
  const definition = reminderV2();
  for (const node of definition.flows?.["find_slot"]?.nodes ?? [])
    if (node.type === "http") node.request.url = "https://a.example/{{prompt:hours}}";
  expect(validate(definition).findings).toMatchObject([{ code: "bad_template", nodeId: "ask_service" }]);
});
