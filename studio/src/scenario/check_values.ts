/** Variables and their types: declarations, comparisons, assignments, stored answers. */
import type { Assignment, Comparison, Scalar, Variable, VariableType } from "./definition_parts";
import type { Findings, Keys } from "./findings";
import type { Library } from "./library";
import { type Actor, comparisonsOf, templatesOf, whensOf, writesOf } from "./parts";
import { parseTemplate } from "./template";

export type Variables = ReadonlyMap<string, Variable>;

const TYPE_WORDS: Record<VariableType, string> = { string: "a text", number: "a number", boolean: "true or false" };

/** Checks the declarations. @returns the variables by name; of two with the same name the first */
export function checkVariables(
  findings: Findings,
  declared: readonly Variable[],
  library: Partial<Library>,
): Variables {
  const variables = new Map<string, Variable>();
  for (const [index, variable] of declared.entries()) {
    const keys = ["variables", index];
    if (variables.has(variable.name))
      findings.add("duplicate_variable", null, [...keys, "name"], `The variable "${variable.name}" is declared twice.`);
    else variables.set(variable.name, variable);
    if (variable.initial !== undefined && typeof variable.initial !== variable.type)
      findings.add("type_mismatch", null, [...keys, "initial"], mismatch(variable, variable.initial));
    const shared = library.variables?.get(variable.name);
    if (variable.source === "project" && library.variables && shared?.type !== variable.type) {
      const what = shared ? `is ${TYPE_WORDS[shared.type]}` : "is missing";
      findings.add(
        "unknown_project_variable",
        null,
        [...keys, "source"],
        `"${variable.name}" ${what} in the project's library.`,
      );
    }
  }
  return variables;
}

/** Checks everything that one node or step does with variables. */
export function checkUses(
  findings: Findings,
  { variables, library }: { variables: Variables; library: Partial<Library> },
  actor: Actor,
  nodeId: string,
  keys: Keys,
  transfers: boolean,
): void {
  const known = (name: string, where: Keys): Variable | undefined => {
    const variable = variables.get(name);
    if (!variable) findings.add("unknown_variable", nodeId, where, `The variable "${name}" is not declared.`);
    return variable;
  };
  for (const { template, keys: where } of templatesOf(actor, keys, transfers)) {
    const { parts, faults } = parseTemplate(template);
    for (const fault of faults)
      findings.add("bad_template", nodeId, where, `At character ${fault.offset + 1}, ${fault.message}.`);
    for (const part of parts)
      if ("variable" in part) known(part.variable, where);
      else if ("prompt" in part) checkPrompt(findings, { variables, library }, part.prompt, nodeId, where);
  }
  for (const { when, keys: where } of whensOf(actor, keys))
    for (const at of comparisonsOf(when, where)) {
      const variable = known(at.comparison.variable, [...at.keys, "variable"]);
      checkComparison(findings, variable, at.comparison, nodeId, at.keys);
    }
  const written = writesOf(actor, keys).map((write) => known(write.variable, write.keys));
  for (const [index, assignment] of (actor.assign ?? []).entries())
    checkAssignment(findings, written[index], assignment, nodeId, [...keys, "assign", index]);
  const store = actor.store === undefined ? undefined : variables.get(actor.store);
  if (store?.type === "boolean")
    findings.add(
      "type_mismatch",
      nodeId,
      [...keys, "store"],
      `An answer is a text or a number; "${store.name}" is a boolean.`,
    );
}

const SPOKEN = new Set<string | number | undefined>(["text", "reprompt"]);

function checkPrompt(
  findings: Findings,
  { variables, library }: { variables: Variables; library: Partial<Library> },
  name: string,
  nodeId: string,
  keys: Keys,
): void {
  if (!SPOKEN.has(keys.at(-1)))
    findings.add("bad_template", nodeId, keys, `The prompt "${name}" can only stand in what is said.`);
  if (!library.prompts) return;
  const text = library.prompts.get(name);
  if (text === undefined)
    findings.add("unknown_prompt", nodeId, keys, `The project's library has no prompt "${name}" in this language.`);
  for (const part of parseTemplate(text ?? "").parts)
    if ("variable" in part && !variables.has(part.variable))
      findings.add(
        "unknown_variable_in_prompt",
        nodeId,
        keys,
        `The prompt "${name}" uses "${part.variable}", which is not declared here.`,
      );
}

function checkComparison(
  findings: Findings,
  variable: Variable | undefined,
  { op, value }: Comparison,
  nodeId: string,
  keys: Keys,
): void {
  if (op === "is_set") {
    if (value !== undefined)
      findings.add(
        "value_not_allowed",
        nodeId,
        [...keys, "value"],
        '"is_set" compares with nothing: leave out "value".',
      );
    return;
  }
  if (value === undefined) {
    findings.add("missing_field", nodeId, [...keys, "value"], `"${op}" needs a "value" to compare with.`);
    return;
  }
  if (!variable) return;
  const needs: VariableType | undefined =
    op === "contains" ? "string" : op === "==" || op === "!=" ? undefined : "number";
  if (needs !== undefined && variable.type !== needs)
    findings.add(
      "type_mismatch",
      nodeId,
      [...keys, "op"],
      `"${op}" is for ${TYPE_WORDS[needs]}; "${variable.name}" is ${TYPE_WORDS[variable.type]}.`,
    );
  else if (typeof value !== variable.type)
    findings.add("type_mismatch", nodeId, [...keys, "value"], mismatch(variable, value));
}

function checkAssignment(
  findings: Findings,
  variable: Variable | undefined,
  assignment: Assignment,
  nodeId: string,
  keys: Keys,
): void {
  if (!variable) return;
  if ("value" in assignment && typeof assignment.value !== variable.type)
    findings.add("type_mismatch", nodeId, [...keys, "value"], mismatch(variable, assignment.value));
  if ("add" in assignment && variable.type !== "number")
    findings.add(
      "type_mismatch",
      nodeId,
      [...keys, "add"],
      `"add" is for numbers; "${variable.name}" is ${TYPE_WORDS[variable.type]}.`,
    );
}

function mismatch(variable: Variable, value: Scalar): string {
  const shown = JSON.stringify(value);
  return `"${variable.name}" is ${TYPE_WORDS[variable.type]}; ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown} is not.`;
}
