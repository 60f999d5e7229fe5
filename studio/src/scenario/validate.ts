/** Says what is wrong with a scenario definition. */
import { checkQuestion } from "./check_ask";
import { checkRequest, checkTransferTarget } from "./check_http";
import { checkPaths, checkRecursion, checkTargets } from "./check_paths";
import { shapeIsV1, shapeIsV2 } from "./check_shape";
import { checkUnset } from "./check_unset";
import { checkUses, checkVariables, type Variables } from "./check_values";
import type { Definition } from "./definition";
import type { DefinitionV1, Step } from "./definition_v1";
import type { DefinitionV2, Node } from "./definition_v2";
import { documentIsSound } from "./document";
import type { Finding } from "./finding";
import { Findings, type Keys } from "./findings";
import { flowTitle, type Program } from "./graph";
import { graphV1, listsV1, stepTitle } from "./graph_v1";
import { flowsV2, graphV2 } from "./graph_v2";
import { comparisonsOf, readsOf, whensOf, writesOf } from "./parts";
import { summarize } from "./summaries";

/** What is known of the place where a scenario will run. What is not given is not checked. */
export interface Knowledge {
  /** Names of the intents in the project's library. */
  readonly intents?: ReadonlySet<string>;
}

export interface Validation {
  /** No finding is an error. */
  readonly valid: boolean;
  readonly findings: Finding[];
  /** The document, typed; null unless valid. */
  readonly definition: Definition | null;
}

/**
 * Checks a definition document of either format. Never throws, whatever JSON it is given.
 * An accepted definition fits its schema, and in it every node is reached, every edge leads to a node, every loop
 * asks the caller, every variable is declared and used by its type, every flow is used and none runs itself, and
 * from every node the call can end.
 */
export function validate(document: unknown, knowledge: Knowledge = {}): Validation {
  const findings = new Findings();
  if (documentIsSound(findings, document)) {
    const fields = document as Record<string, unknown>;
    if (fields["format"] === "v2") {
      if (shapeIsV2(findings, fields)) checkV2(findings, document as DefinitionV2, knowledge);
    } else if (fields["format"] === "v1") {
      if (shapeIsV1(findings, fields)) checkV1(findings, document as DefinitionV1, knowledge);
    } else findings.error("unknown_format", null, ["format"], '"format" must be "v1" or "v2".');
  }
  const valid = findings.errors === 0;
  return { valid, findings: findings.list(), definition: valid ? (document as Definition) : null };
}

function checkV2(findings: Findings, definition: DefinitionV2, knowledge: Knowledge): void {
  const variables = checkVariables(findings, definition.variables);
  for (const { name, keys, start, nodes } of flowsV2(definition)) {
    const seen = new Set<string>();
    for (const [index, node] of nodes.entries()) {
      const at = [...keys, "nodes", index];
      if (seen.has(node.id))
        findings.error(
          "duplicate_id",
          node.id,
          [...at, "id"],
          `There is another node "${node.id}" in ${flowTitle(name)}.`,
        );
      seen.add(node.id);
      checkUses(findings, variables, node as object, node.id, at, node.type === "transfer");
      checkV2Node(findings, node, at, knowledge);
    }
    if (!seen.has(start))
      findings.error(
        "missing_start",
        null,
        [...keys, "start"],
        `The start "${start}" is no node of ${flowTitle(name)}.`,
      );
  }
  checkGraph(findings, graphV2(definition), variables);
  checkUnused(
    findings,
    definition,
    flowsV2(definition).flatMap((flow) => flow.nodes),
  );
}

function checkV2Node(findings: Findings, node: Node, keys: Keys, knowledge: Knowledge): void {
  if (node.type === "ask") {
    const { listen, branches, next, no_match, store, retries = 0, reprompt } = node;
    const open = next !== undefined;
    const question = { listen, choices: branches, field: "branches", open, stored: store !== undefined, retries };
    checkQuestion(findings, { ...question, reprompt: reprompt !== undefined }, node.id, keys, knowledge.intents);
    if (!open && no_match === undefined)
      findings.error(
        "missing_field",
        node.id,
        [...keys, "no_match"],
        '"no_match" is missing: an answer may be none of the branches.',
      );
    if (open && no_match !== undefined)
      findings.error(
        "branch_never_taken",
        node.id,
        [...keys, "no_match"],
        '"no_match" is never taken: "next" takes every other answer.',
      );
  } else if (node.type === "condition") {
    const seen = new Set<string>();
    for (const [index, branch] of node.branches.entries()) {
      const when = JSON.stringify(branch.when);
      if (seen.has(when))
        findings.error(
          "branch_never_taken",
          node.id,
          [...keys, "branches", index],
          "An earlier branch has the same condition.",
        );
      seen.add(when);
    }
  } else if (node.type === "http") checkRequest(findings, node.request, node.id, [...keys, "request"]);
  else if (node.type === "transfer") checkTransferTarget(findings, node.to, node.id, [...keys, "to"]);
}

function checkV1(findings: Findings, definition: DefinitionV1, knowledge: Knowledge): void {
  const variables = checkVariables(findings, definition.variables);
  for (const { name, keys, steps } of listsV1(definition)) {
    const seen = new Set<string>();
    for (const [index, step] of steps.entries()) {
      const at = [...keys, index];
      const id = stepTitle(step, index);
      if (step.label !== undefined && seen.has(step.label))
        findings.error(
          "duplicate_id",
          id,
          [...at, "label"],
          `There is another step "${step.label}" in ${flowTitle(name)}.`,
        );
      if (step.label !== undefined) seen.add(step.label);
      checkUses(findings, variables, step as object, id, at, step.do === "transfer");
      checkV1Step(findings, step, id, at, knowledge);
    }
  }
  checkGraph(findings, graphV1(definition), variables);
  checkUnused(
    findings,
    definition,
    listsV1(definition).flatMap((list) => list.steps),
  );
}

function checkV1Step(findings: Findings, step: Step, id: string, keys: Keys, knowledge: Knowledge): void {
  if (step.do === "ask") {
    const { listen, answers, no_match, store, retries = 0, reprompt } = step;
    const open = answers.length === 0;
    const question = { listen, choices: answers, field: "answers", open, stored: store !== undefined, retries };
    checkQuestion(findings, { ...question, reprompt: reprompt !== undefined }, id, keys, knowledge.intents);
    if (open && no_match !== undefined)
      findings.error(
        "branch_never_taken",
        id,
        [...keys, "no_match"],
        '"no_match" is never taken: with no answers listed, any will do.',
      );
  } else if (step.do === "http") checkRequest(findings, step.request, id, [...keys, "request"]);
  else if (step.do === "transfer") checkTransferTarget(findings, step.to, id, [...keys, "to"]);
}

function checkGraph(findings: Findings, program: Program, variables: Variables): void {
  const known = checkTargets(findings, program);
  if (!checkRecursion(findings, program) || !known) return;
  checkPaths(findings, program);
  checkUnset(findings, program, variables, summarize(program));
}

function checkUnused(findings: Findings, definition: Definition, actors: readonly (Node | Step)[]): void {
  const used = new Set(
    actors.flatMap((node) => {
      const actor: object = node;
      return [
        ...writesOf(actor, []).map((write) => write.variable),
        ...readsOf(actor, [], ("type" in node ? node.type : node.do) === "transfer").map((read) => read.variable),
        ...whensOf(actor, []).flatMap((at) => comparisonsOf(at.when, []).map((c) => c.comparison.variable)),
      ];
    }),
  );
  for (const [index, variable] of definition.variables.entries())
    if (!used.has(variable.name))
      findings.warning("unused_variable", null, ["variables", index, "name"], `Nothing uses "${variable.name}".`);
}
