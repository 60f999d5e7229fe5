import fc from "fast-check";
import { parseTemplate, renderTemplate } from "../../src/scenario/template";
import { convert } from "../../src/scenario/value";

test("placeholders are replaced, everything else stays", () => {
  const values: Record<string, string> = { name: "Ada", count: "{{name}}" };
  const render = (template: string) => renderTemplate(template, (name) => values[name]);
  expect(render("Hello {{name}}, {{ name }}!")).toBe("Hello Ada, Ada!");
  expect(render("{{count}} {{unset}}.")).toBe("{{name}} .");
  expect(render('{"a":{"b":"{{name}}"}}')).toBe('{"a":{"b":"Ada"}}');
  expect(render("{{")).toBe("{{");
  expect(render("{{a b}} {{name}}")).toBe("{{a b}} Ada");
});

test("prompts are told from variables", () => {
  expect(parseTemplate("{{prompt:opening.hours}} {{ prompt: b }} {{prompt}}").parts).toEqual([
    { prompt: "opening.hours" },
    { text: " " },
    { prompt: "b" },
    { text: " " },
    { variable: "prompt" },
  ]);
  for (const text of ["{{prompt:}}", "{{prompt:a b}}", "{{prompts:a}}"])
    expect(parseTemplate(text).faults).toHaveLength(1);
});

test("a template taken apart is the same text again", () => {
  const text = fc
    .array(fc.constantFrom("{{", "}}", "{", "}", "name", " ", "ü"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (template) => {
      const { parts } = parseTemplate(template);
      const again = parts
        .map((part) => ("text" in part ? part.text : "variable" in part ? `{{${part.variable}}}` : "prompt"))
        .join("");
      expect(again).toBe(
        // From each {{ to the next }}, whatever lies between.
        template.replace(/\{\{(.*?)\}\}/g, (whole, between) =>
          /^ *(name)+ *$/.test(between) ? `{{${between.trim()}}}` : whole,
        ),
      );
    }),
  );
});

test.each([
  ["12", "number", 12],
  [" -1.5e3 ", "number", -1500],
  ["", "number", undefined],
  ["0x10", "number", undefined],
  ["Infinity", "number", undefined],
  ["12 apples", "number", undefined],
  [Number.NaN, "number", undefined],
  [true, "number", undefined],
  [7, "string", "7"],
  [true, "string", "true"],
  [null, "string", undefined],
  [{}, "string", undefined],
  [" TRUE ", "boolean", true],
  ["false", "boolean", false],
  [1, "boolean", undefined],
  ["yes", "boolean", undefined],
] as const)("%p as a %s is %p", (value, type, expected) => {
  expect(convert(value, type)).toBe(expected);
});
