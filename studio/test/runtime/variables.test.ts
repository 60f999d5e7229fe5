import { compile } from "../../src/runtime/compile";
import { resolvePointer } from "../../src/runtime/pointer";
import { initialState } from "../../src/runtime/state";
import { assigned, holds } from "../../src/runtime/variables";
import type { Variable, When } from "../../src/scenario/definition_parts";
import { graph, hangup } from "./support";

const declared = (...variables: Variable[]) => new Map(variables.map((variable) => [variable.name, variable]));

test("variables begin with the contact's field, else with their initial value, else unset", () => {
  const variables: Variable[] = [
    { name: "name", type: "string", source: "contact", initial: "you" },
    { name: "age", type: "number", source: "contact" },
    { name: "vip", type: "boolean", source: "contact", initial: false },
    { name: "mine", type: "string", initial: "x" },
    { name: "constructor", type: "number", source: "contact" },
  ];
  const program = compile(graph([hangup], { variables }));
  const start = (contact: Record<string, unknown>) => initialState(program, contact).variables;
  expect(start({ name: "Mara", age: " 41 ", vip: "TRUE", mine: "theirs" })).toEqual({
    name: "Mara",
    age: 41,
    vip: true,
    mine: "x",
  });
  expect(start({ age: "old" })).toEqual({ name: "you", vip: false, mine: "x" });
  expect(start({})).toEqual({ name: "you", vip: false, mine: "x" });
});

test.each<[When, boolean]>([
  [{ variable: "n", op: "==", value: 3 }, true],
  [{ variable: "n", op: "==", value: "3" }, false],
  [{ variable: "n", op: "!=", value: 3 }, false],
  [{ variable: "unset", op: "!=", value: 3 }, true],
  [{ variable: "unset", op: "==", value: 3 }, false],
  [{ variable: "unset", op: "<", value: 3 }, false],
  [{ variable: "toString", op: "is_set" }, false],
  [{ variable: "n", op: "is_set" }, true],
  [{ variable: "n", op: "<=", value: 3 }, true],
  [{ variable: "n", op: "<", value: 3 }, false],
  [{ variable: "n", op: ">", value: 2 }, true],
  [{ variable: "n", op: ">=", value: 4 }, false],
  [{ variable: "s", op: "contains", value: "WORLD" }, true],
  [{ variable: "s", op: "contains", value: "moon" }, false],
  [{ variable: "s", op: "<", value: 1 }, false],
  [{ all: [{ variable: "n", op: "is_set" }, { not: { variable: "s", op: "==", value: "" } }] }, true],
  [
    {
      any: [
        { variable: "unset", op: "is_set" },
        { variable: "s", op: "is_set" },
      ],
    },
    true,
  ],
  [{ any: [{ variable: "unset", op: "is_set" }] }, false],
])("%j is %s", (when, truth) => {
  expect(holds(when, { n: 3, s: "Hello world" })).toBe(truth);
});

test("assignments convert to the variable's type, and what cannot be converted unsets it", () => {
  const types = declared({ name: "n", type: "number" }, { name: "s", type: "string" }, { name: "b", type: "boolean" });
  const values = { s: "12", n: 4 };
  expect(assigned(types, values, { variable: "n", add: 1 })).toBe(5);
  expect(assigned(types, {}, { variable: "n", add: 1 })).toBe(1);
  expect(assigned(types, { n: Number.MAX_VALUE }, { variable: "n", add: Number.MAX_VALUE })).toBeUndefined();
  expect(assigned(types, values, { variable: "n", template: "{{s}}" })).toBe(12);
  expect(assigned(types, values, { variable: "n", template: "{{s}} o'clock" })).toBeUndefined();
  expect(assigned(types, values, { variable: "s", template: "{{n}}{{none}}" })).toBe("4");
  expect(assigned(types, values, { variable: "b", value: "true" })).toBe(true);
  expect(assigned(types, values, { variable: "undeclared", value: 1 })).toBeUndefined();
  expect(assigned(types, values, { variable: "s", value: "x".repeat(99_999) })).toHaveLength(16_000);
});

test("JSON Pointers find what is there and nothing else", () => {
  const document = { a: [{ "b/c": 1, "~": 2 }], "": 3 };
  expect(resolvePointer(document, "")).toBe(document);
  expect(resolvePointer(document, "/a/0/b~1c")).toBe(1);
  expect(resolvePointer(document, "/a/0/~0")).toBe(2);
  expect(resolvePointer(document, "/")).toBe(3);
  for (const missing of ["/a/1", "/a/-", "/a/00", "/a/length", "/constructor", "/a/0/b~1c/x"])
    expect(resolvePointer(document, missing)).toBeUndefined();
});
