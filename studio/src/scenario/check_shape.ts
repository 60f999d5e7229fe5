/** Holds a whole document against its published schema, part by part. */
import type { TSchema } from "@sinclair/typebox";
import { AssignAdd, AssignTemplate, AssignValue, Comparison, WhenAll, WhenAny, WhenNot } from "./definition_parts";
import { DefinitionV1, DigitsAnswer, IntentAnswer, STEP_SCHEMAS } from "./definition_v1";
import { DefinitionV2, DigitsBranch, Flow, IntentBranch, NODE_SCHEMAS } from "./definition_v2";
import type { Findings, Keys } from "./findings";
import { SCENARIO_LIMITS as LIMITS } from "./limits";
import { tooDeep } from "./parts";
import { fits } from "./shape";

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** @returns whether the document, all parts included, is a v2 definition by its schema and limits */
export function shapeIsV2(findings: Findings, document: Fields): boolean {
  const before = findings.errors;
  fits(findings, DefinitionV2, document, null, []);
  const flows = isObject(document["flows"]) ? Object.entries(document["flows"]) : [];
  for (const [name, flow] of flows) fits(findings, Flow, flow, null, ["flows", name]);
  const lists: { nodes: unknown[]; keys: Keys }[] = [
    { nodes: list(document["nodes"]), keys: ["nodes"] },
    ...flows.map(([name, flow]) => ({
      nodes: isObject(flow) ? list(flow["nodes"]) : [],
      keys: ["flows", name, "nodes"],
    })),
  ];
  checkTotal(
    findings,
    lists.map((each) => each.nodes.length),
    LIMITS.nodes_total,
  );
  for (const { nodes, keys } of lists)
    for (const [index, node] of nodes.slice(0, LIMITS.nodes).entries()) checkNode(findings, node, [...keys, index]);
  return findings.errors === before;
}

/** @returns whether the document, all parts included, is a v1 definition by its schema and limits */
export function shapeIsV1(findings: Findings, document: Fields): boolean {
  const before = findings.errors;
  fits(findings, DefinitionV1, document, null, []);
  const procedures = isObject(document["procedures"]) ? Object.entries(document["procedures"]) : [];
  const lists: { steps: unknown[]; keys: Keys }[] = [
    { steps: list(document["steps"]), keys: ["steps"] },
    ...procedures.map(([name, steps]) => ({ steps: list(steps), keys: ["procedures", name] })),
  ];
  checkTotal(
    findings,
    lists.map((each) => each.steps.length),
    LIMITS.steps_total,
  );
  for (const { steps, keys } of lists)
    for (const [index, step] of steps.slice(0, LIMITS.steps).entries())
      checkStep(findings, step, index, [...keys, index]);
  return findings.errors === before;
}

function checkTotal(findings: Findings, lengths: number[], limit: number): void {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total > limit)
    findings.error("limit_exceeded", null, [], `The document has ${total} nodes or steps; ${limit} are allowed.`);
}

function checkNode(findings: Findings, node: unknown, keys: Keys): void {
  const id = isObject(node) ? nameOf(node["id"]) : null;
  const schema = kindSchema(findings, NODE_SCHEMAS, node, "type", id, keys);
  if (!schema || !isObject(node)) return;
  fits(findings, schema, node, id, keys);
  checkAssignments(findings, node, id, keys);
  for (const [index, branch] of list(node["branches"]).slice(0, LIMITS.branches).entries()) {
    const at = [...keys, "branches", index];
    if (node["type"] === "ask") checkChoice(findings, branch, IntentBranch, DigitsBranch, id, at);
    else if (isObject(branch) && "when" in branch) checkWhen(findings, branch["when"], id, [...at, "when"]);
  }
}

function checkStep(findings: Findings, step: unknown, index: number, keys: Keys): void {
  const id = (isObject(step) ? nameOf(step["label"]) : null) ?? `step ${index + 1}`;
  const schema = kindSchema(findings, STEP_SCHEMAS, step, "do", id, keys);
  if (!schema || !isObject(step)) return;
  fits(findings, schema, step, id, keys);
  checkAssignments(findings, step, id, keys);
  for (const [at, answer] of list(step["answers"]).slice(0, LIMITS.branches).entries())
    checkChoice(findings, answer, IntentAnswer, DigitsAnswer, id, [...keys, "answers", at]);
  if ("when" in step) checkWhen(findings, step["when"], id, [...keys, "when"]);
}

const nameOf = (id: unknown): string | null =>
  typeof id === "string" && id.length > 0 && id.length <= LIMITS.name_chars ? id : null;

/** The schema of one of several kinds of thing, told apart by a field. */
function kindSchema(
  findings: Findings,
  schemas: Readonly<Record<string, TSchema>>,
  value: unknown,
  field: string,
  id: string | null,
  keys: Keys,
): TSchema | undefined {
  const kinds = Object.keys(schemas).join(", ");
  const kind = isObject(value) ? value[field] : undefined;
  if (!isObject(value)) findings.error("wrong_type", id, keys, `This must be an object with "${field}".`);
  else if (kind === undefined)
    findings.error("missing_field", id, [...keys, field], `"${field}" is missing; it is one of ${kinds}.`);
  else if (typeof kind !== "string" || !Object.hasOwn(schemas, kind))
    findings.error("wrong_value", id, [...keys, field], `"${field}" must be one of ${kinds}.`);
  else return schemas[kind];
  return undefined;
}

function checkChoice(
  findings: Findings,
  choice: unknown,
  intent: TSchema,
  digits: TSchema,
  id: string | null,
  keys: Keys,
): void {
  if (isObject(choice) && !("intent" in choice) && !("digits" in choice))
    findings.error("missing_field", id, keys, 'This needs "intent" or "digits".');
  else fits(findings, isObject(choice) && "digits" in choice ? digits : intent, choice, id, keys);
}

function checkAssignments(findings: Findings, actor: Fields, id: string | null, keys: Keys): void {
  for (const [index, assignment] of list(actor["assign"]).slice(0, LIMITS.assignments).entries()) {
    const at = [...keys, "assign", index];
    const has = (key: string) => isObject(assignment) && key in assignment;
    const schema = has("value") ? AssignValue : has("add") ? AssignAdd : has("template") ? AssignTemplate : undefined;
    if (schema || !isObject(assignment)) fits(findings, schema ?? AssignValue, assignment, id, at);
    else findings.error("missing_field", id, at, 'This needs "value", "add" or "template".');
  }
}

function checkWhen(findings: Findings, when: unknown, id: string | null, keys: Keys): void {
  if (tooDeep(when)) {
    findings.error("limit_exceeded", id, keys, `Conditions are nested deeper than ${LIMITS.when_depth} levels.`);
    return;
  }
  const has = (key: string) => isObject(when) && key in when;
  const schema = has("all") ? WhenAll : has("any") ? WhenAny : has("not") ? WhenNot : Comparison;
  if (!fits(findings, schema, when, id, keys) || !isObject(when)) return;
  if (has("not")) checkWhen(findings, when["not"], id, [...keys, "not"]);
  for (const key of ["all", "any"])
    for (const [index, part] of list(when[key]).entries()) checkWhen(findings, part, id, [...keys, key, index]);
}
