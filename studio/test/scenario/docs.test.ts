import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DefinitionV1, STEP_SCHEMAS } from "../../src/scenario/definition_v1";
import { DefinitionV2, NODE_SCHEMAS } from "../../src/scenario/definition_v2";
import { FINDING_CODES } from "../../src/scenario/finding_codes";
import { migrateToV2 } from "../../src/scenario/migrate";
import { validate } from "../../src/scenario/validate";

const page = readFileSync(join(__dirname, "../../../docs/scenarios.md"), "utf8");

test("the examples of the page have nothing to find, nor has the translation of the first format", () => {
  const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text!));
  expect(examples.map((example) => example.format)).toEqual(["v2", "v1"]);
  for (const example of examples) expect(validate(example, { intents: new Set(["yes", "no"]) }).findings).toEqual([]);
  expect(validate(migrateToV2(examples[1])).findings).toEqual([]);
});

test("the page knows every kind of node and every code of a finding", () => {
  const first_cells = [...page.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) ?\|$/gm)];
  const nodes = first_cells.slice(0, Object.keys(NODE_SCHEMAS).length).map(([, name]) => name);
  expect(nodes).toEqual(Object.keys(NODE_SCHEMAS));
  const codes = first_cells.slice(nodes.length).map(([, code, severity, meaning]) => [code, [severity, meaning]]);
  expect(codes).toEqual(Object.entries(FINDING_CODES));
});

test("every kind of node and step says in its schema what it does", () => {
  for (const schema of [DefinitionV1, DefinitionV2])
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  for (const kind of [...Object.values(NODE_SCHEMAS), ...Object.values(STEP_SCHEMAS)])
    expect(kind.description).toMatch(/\.$/);
});
