import { checkQuestion } from "./check_ask";
import { checkGraph, checkUnused } from "./check_graph";
import { checkRequest, checkTransferTarget } from "./check_http";
import { type Fields, formOfV1 } from "./check_shape";
import { checkUses, checkVariables } from "./check_values";
import type { Step } from "./definition_v1";
import type { Findings, Keys } from "./findings";
import { flowTitle } from "./graph";
import { graphV1, listsV1, stepTitle } from "./graph_v1";
import type { Library } from "./library";

/** Checks a document that calls itself v1. @param library of the project, as far as it is known */
export function checkV1(findings: Findings, document: Fields, library: Partial<Library>): void {
  const { definition, whole, variables_whole } = formOfV1(findings, document);
  if (definition === null) return;
  const variables = variables_whole ? checkVariables(findings, definition.variables, library) : null;
  let unambiguous = true;
  for (const { name, keys, steps } of listsV1(definition)) {
    const seen = new Set<string>();
    for (const [index, step] of steps.entries()) {
      const at = [...keys, index];
      const id = stepTitle(step, index);
      if (step.label !== undefined && seen.has(step.label)) {
        unambiguous = false;
        findings.add(
          "duplicate_id",
          id,
          [...at, "label"],
          `There is another step "${step.label}" in ${flowTitle(name)}.`,
        );
      }
      if (step.label !== undefined) seen.add(step.label);
      if (variables) checkUses(findings, { variables, library }, step as object, id, at, step.do === "transfer");
      checkStep(findings, step, id, at, library);
    }
  }
  checkGraph(findings, graphV1(definition), variables ?? new Map(), whole && unambiguous);
  if (whole)
    checkUnused(
      findings,
      definition,
      listsV1(definition).flatMap((list) => list.steps),
    );
}

function checkStep(findings: Findings, step: Step, id: string, keys: Keys, library: Partial<Library>): void {
  if (step.do === "ask") {
    const { listen, answers, no_match, store, retries = 0, reprompt } = step;
    const open = answers.length === 0;
    const question = { listen, choices: answers, field: "answers", open, stored: store !== undefined, retries };
    checkQuestion(findings, { ...question, reprompt: reprompt !== undefined }, id, keys, library.intents);
    if (open && no_match !== undefined)
      findings.add(
        "branch_never_taken",
        id,
        [...keys, "no_match"],
        '"no_match" is never taken: with no answers listed, any will do.',
      );
  } else if (step.do === "http") checkRequest(findings, step.request, id, [...keys, "request"]);
  else if (step.do === "transfer") checkTransferTarget(findings, step.to, id, [...keys, "to"]);
}
