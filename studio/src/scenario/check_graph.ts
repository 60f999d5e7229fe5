/** Checks that both formats share once they are seen as one kind of graph. */
import { checkPaths, checkRecursion, checkTargets } from "./check_paths";
import { checkUnset } from "./check_unset";
import type { Variables } from "./check_values";
import type { Definition } from "./definition";
import type { Step } from "./definition_v1";
import type { Node } from "./definition_v2";
import type { Findings } from "./findings";
import type { Program } from "./graph";
import { comparisonsOf, readsOf, whensOf, writesOf } from "./parts";
import { summarize } from "./summaries";

/** @param whole every node is as in the document and has an id of its own: paths can be judged */
export function checkGraph(findings: Findings, program: Program, variables: Variables, whole: boolean): void {
  const known = checkTargets(findings, program);
  if (!whole || !checkRecursion(findings, program) || !known) return;
  checkPaths(findings, program);
  checkUnset(findings, program, variables, summarize(program));
}

/** Variables that no node or step mentions. */
export function checkUnused(findings: Findings, definition: Definition, actors: readonly (Node | Step)[]): void {
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
      findings.add("unused_variable", null, ["variables", index, "name"], `Nothing uses "${variable.name}".`);
}
