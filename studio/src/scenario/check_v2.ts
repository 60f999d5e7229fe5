import { checkQuestion } from "./check_ask";
import { checkGraph, checkUnused } from "./check_graph";
import { checkRequest, checkTransferTarget } from "./check_http";
import { type Fields, formOfV2, NO_START } from "./check_shape";
import { checkUses, checkVariables } from "./check_values";
import type { Node } from "./definition_v2";
import type { Findings, Keys } from "./findings";
import { flowTitle } from "./graph";
import { flowsV2, graphV2 } from "./graph_v2";
import type { Library } from "./library";

/** Checks a document that calls itself v2. @param library of the project, as far as it is known */
export function checkV2(findings: Findings, document: Fields, library: Partial<Library>): void {
  const { definition, whole, variables_whole } = formOfV2(findings, document);
  if (definition === null) return;
  const variables = variables_whole ? checkVariables(findings, definition.variables, library) : null;
  let unambiguous = true;
  for (const { name, keys, start, nodes } of flowsV2(definition)) {
    const seen = new Set<string>();
    for (const [index, node] of nodes.entries()) {
      const at = [...keys, "nodes", index];
      if (seen.has(node.id)) {
        unambiguous = false;
        findings.add(
          "duplicate_id",
          node.id,
          [...at, "id"],
          `There is another node "${node.id}" in ${flowTitle(name)}.`,
        );
      }
      seen.add(node.id);
      if (variables) checkUses(findings, { variables, library }, node as object, node.id, at, node.type === "transfer");
      checkNode(findings, node, at, library);
    }
    if (start !== NO_START && !seen.has(start))
      findings.add("missing_start", null, [...keys, "start"], `The start "${start}" is no node of ${flowTitle(name)}.`);
  }
  checkGraph(findings, graphV2(definition), variables ?? new Map(), whole && unambiguous);
  if (whole)
    checkUnused(
      findings,
      definition,
      flowsV2(definition).flatMap((flow) => flow.nodes),
    );
}

function checkNode(findings: Findings, node: Node, keys: Keys, library: Partial<Library>): void {
  if (node.type === "ask") {
    const { listen, branches, next, no_match, store, retries = 0, reprompt } = node;
    const open = next !== undefined;
    const question = { listen, choices: branches, field: "branches", open, stored: store !== undefined, retries };
    checkQuestion(findings, { ...question, reprompt: reprompt !== undefined }, node.id, keys, library.intents);
    if (!open && no_match === undefined)
      findings.add(
        "missing_field",
        node.id,
        [...keys, "no_match"],
        '"no_match" is missing: an answer may be none of the branches.',
      );
    if (open && no_match !== undefined)
      findings.add(
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
        findings.add(
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
