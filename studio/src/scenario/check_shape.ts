/** Holds a whole document against its published schema, part by part. */
import type { TSchema } from "@sinclair/typebox";
import {
  AssignAdd,
  AssignTemplate,
  AssignValue,
  Comparison,
  Variable,
  WhenAll,
  WhenAny,
  WhenNot,
} from "./definition_parts";
import { DefinitionV1, DigitsAnswer, IntentAnswer, STEP_SCHEMAS, type Step } from "./definition_v1";
import { DefinitionV2, DigitsBranch, Flow, IntentBranch, NODE_SCHEMAS, type Node } from "./definition_v2";
import { Findings, type Keys } from "./findings";
import { SCENARIO_LIMITS as LIMITS } from "./limits";
import { tooDeep } from "./parts";
import { fits } from "./shape";

export type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What can be said more of a document once its form was checked. */
export interface Formed<Definition> {
  /** It is a definition by its schema and limits, all parts included. */
  readonly whole: boolean;
  /**
   * What has the right form, for checks of its own; places are as in the document. A node that has not is a hangup
   * with its id. Null where too little is left.
   */
  readonly definition: Definition | null;
  /** All declarations of variables have the right form. */
  readonly variables_whole: boolean;
}

/** Holds a document against the schema and limits of v2. */
export function formOfV2(findings: Findings, document: Fields): Formed<DefinitionV2> {
  fits(findings, DefinitionV2, document, null, []);
  const flows = isObject(document["flows"]) ? Object.entries(document["flows"]) : [];
  for (const [name, flow] of flows) fits(findings, Flow, flow, null, ["flows", name]);
  const main = list(document["nodes"]);
  const named = flows.map(([name, flow]) => ({ name, flow: isObject(flow) ? flow : {} }));
  const lists = [main, ...named.map(({ flow }) => list(flow["nodes"]))];
  if (!sizesAreRight(findings, lists, LIMITS.nodes, LIMITS.nodes_total))
    return { whole: false, definition: null, variables_whole: false };
  const nodesOf = (nodes: unknown[], keys: Keys): Node[] =>
    nodes.map((node, index) =>
      checkNode(findings, node, [...keys, index])
        ? (node as Node)
        : { id: (isObject(node) && nameOf(node["id"])) || `\u0000${index}`, type: "hangup" },
    );
  const flowOf = (flow: Fields, keys: Keys): Flow => ({
    start: nameOf(flow["start"]) ?? NO_START,
    nodes: nodesOf(list(flow["nodes"]), [...keys, "nodes"]),
  });
  const variables = variablesOf(document);
  const usable: DefinitionV2 = {
    format: "v2",
    language: "",
    variables: variables ?? [],
    ...flowOf(document, []),
    flows: Object.fromEntries(named.map(({ name, flow }) => [name, flowOf(flow, ["flows", name])])),
  };
  const whole = findings.errors === 0;
  return { whole, definition: whole ? (document as DefinitionV2) : usable, variables_whole: variables !== null };
}

/** Stands for a start that is not there; no id is empty. */
export const NO_START = "";

/** Holds a document against the schema and limits of v1. */
export function formOfV1(findings: Findings, document: Fields): Formed<DefinitionV1> {
  fits(findings, DefinitionV1, document, null, []);
  const procedures = isObject(document["procedures"]) ? Object.entries(document["procedures"]) : [];
  const lists = [list(document["steps"]), ...procedures.map(([, steps]) => list(steps))];
  if (!sizesAreRight(findings, lists, LIMITS.steps, LIMITS.steps_total))
    return { whole: false, definition: null, variables_whole: false };
  const stepsOf = (steps: unknown, keys: Keys): Step[] =>
    list(steps).map((step, index) => {
      if (checkStep(findings, step, index, [...keys, index])) return step as Step;
      const label = isObject(step) ? nameOf(step["label"]) : null;
      return { ...(label !== null && { label }), do: "hangup" };
    });
  const variables = variablesOf(document);
  const usable: DefinitionV1 = {
    format: "v1",
    language: "",
    variables: variables ?? [],
    steps: stepsOf(document["steps"], ["steps"]),
    procedures: Object.fromEntries(procedures.map(([name, steps]) => [name, stepsOf(steps, ["procedures", name])])),
  };
  const whole = findings.errors === 0;
  return { whole, definition: whole ? (document as DefinitionV1) : usable, variables_whole: variables !== null };
}

/** Null where a declaration has not the right form: then nothing can be said of what uses it. */
function variablesOf(document: Fields): Variable[] | null {
  const variables = document["variables"];
  if (!Array.isArray(variables) || variables.length > LIMITS.variables) return null;
  const whole = variables.every((variable) => fits(new Findings(), Variable, variable, null, []));
  return whole ? (variables as Variable[]) : null;
}

function sizesAreRight(findings: Findings, lists: unknown[][], most: number, most_total: number): boolean {
  const total = lists.reduce((sum, nodes) => sum + nodes.length, 0);
  if (total > most_total)
    findings.add("limit_exceeded", null, [], `The document has ${total} nodes or steps; ${most_total} are allowed.`);
  return total <= most_total && lists.every((nodes) => nodes.length <= most);
}

/** @returns whether the node has the right form */
function checkNode(findings: Findings, node: unknown, keys: Keys): boolean {
  const before = findings.errors;
  const id = isObject(node) ? nameOf(node["id"]) : null;
  const schema = kindSchema(findings, NODE_SCHEMAS, node, "type", id, keys);
  if (!schema || !isObject(node)) return false;
  fits(findings, schema, node, id, keys);
  checkAssignments(findings, node, id, keys);
  for (const [index, branch] of list(node["branches"]).slice(0, LIMITS.branches).entries()) {
    const at = [...keys, "branches", index];
    if (node["type"] === "ask") checkChoice(findings, branch, IntentBranch, DigitsBranch, id, at);
    else if (isObject(branch) && "when" in branch) checkWhen(findings, branch["when"], id, [...at, "when"]);
  }
  return findings.errors === before;
}

/** @returns whether the step has the right form */
function checkStep(findings: Findings, step: unknown, index: number, keys: Keys): boolean {
  const before = findings.errors;
  const id = (isObject(step) ? nameOf(step["label"]) : null) ?? `step ${index + 1}`;
  const schema = kindSchema(findings, STEP_SCHEMAS, step, "do", id, keys);
  if (!schema || !isObject(step)) return false;
  fits(findings, schema, step, id, keys);
  checkAssignments(findings, step, id, keys);
  for (const [at, answer] of list(step["answers"]).slice(0, LIMITS.branches).entries())
    checkChoice(findings, answer, IntentAnswer, DigitsAnswer, id, [...keys, "answers", at]);
  if ("when" in step) checkWhen(findings, step["when"], id, [...keys, "when"]);
  return findings.errors === before;
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
  if (!isObject(value)) findings.add("wrong_type", id, keys, `This must be an object with "${field}".`);
  else if (kind === undefined)
    findings.add("missing_field", id, [...keys, field], `"${field}" is missing; it is one of ${kinds}.`);
  else if (typeof kind !== "string" || !Object.hasOwn(schemas, kind))
    findings.add("wrong_value", id, [...keys, field], `"${field}" must be one of ${kinds}.`);
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
    findings.add("missing_field", id, keys, 'This needs "intent" or "digits".');
  else fits(findings, isObject(choice) && "digits" in choice ? digits : intent, choice, id, keys);
}

function checkAssignments(findings: Findings, actor: Fields, id: string | null, keys: Keys): void {
  for (const [index, assignment] of list(actor["assign"]).slice(0, LIMITS.assignments).entries()) {
    const at = [...keys, "assign", index];
    const has = (key: string) => isObject(assignment) && key in assignment;
    const schema = has("value") ? AssignValue : has("add") ? AssignAdd : has("template") ? AssignTemplate : undefined;
    if (schema || !isObject(assignment)) fits(findings, schema ?? AssignValue, assignment, id, at);
    else findings.add("missing_field", id, at, 'This needs "value", "add" or "template".');
  }
}

function checkWhen(findings: Findings, when: unknown, id: string | null, keys: Keys): void {
  if (tooDeep(when)) {
    findings.add("limit_exceeded", id, keys, `Conditions are nested deeper than ${LIMITS.when_depth} levels.`);
    return;
  }
  const has = (key: string) => isObject(when) && key in when;
  const schema = has("all") ? WhenAll : has("any") ? WhenAny : has("not") ? WhenNot : Comparison;
  if (!fits(findings, schema, when, id, keys) || !isObject(when)) return;
  if (has("not")) checkWhen(findings, when["not"], id, [...keys, "not"]);
  for (const key of ["all", "any"])
    for (const [index, part] of list(when[key]).entries()) checkWhen(findings, part, id, [...keys, key, index]);
}
