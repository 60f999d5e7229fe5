import type { DefinitionV1, Step } from "../scenario/definition_v1";
import type { Node } from "../scenario/definition_v2";
import { END_OF_LIST, stepTitle } from "../scenario/graph_v1";
import type { Program, ProgramFlow } from "./program";

/** The flows of a step list. Steps keep their label as id; the others are called as in findings. Of steps with the same label, the first counts. */
export function flowsOfV1(definition: DefinitionV1): Pick<Program, "main" | "flows"> {
  const procedures = Object.entries(definition.procedures ?? {});
  return {
    main: flowOf(definition.steps, { id: END_OF_LIST, type: "hangup" }),
    flows: new Map(procedures.map(([name, steps]) => [name, flowOf(steps, { id: END_OF_LIST, type: "return" })])),
  };
}

function flowOf(steps: readonly Step[], end: Node): ProgramFlow {
  const at = new Map<string, number>();
  for (const [index, { label }] of steps.entries()) if (label !== undefined && !at.has(label)) at.set(label, index);

  /** Where control arrives that goes to step `index`: a goto is no place to be, only a way. */
  const arrive = (index: number): string => {
    const seen = new Set<number>();
    for (let here = index; ; ) {
      const step = steps[here];
      if (step === undefined) return END_OF_LIST;
      // Gotos that go round in a circle: the first of them stands for it, and the run ends at the limit of steps.
      if (step.do !== "goto" || seen.has(here)) return stepTitle(step, here);
      seen.add(here);
      const to = at.get(step.to);
      if (to === undefined) return step.to;
      here = to;
    }
  };
  const goto = (label: string): string => {
    const index = at.get(label);
    return index === undefined ? label : arrive(index);
  };

  const nodes = new Map<string, Node>([[END_OF_LIST, end]]);
  for (const [index, step] of steps.entries()) {
    const id = stepTitle(step, index);
    if (!nodes.has(id)) nodes.set(id, nodeOf(step, id, arrive(index + 1), goto));
  }
  return { start: arrive(0), nodes };
}

function nodeOf(step: Step, id: string, next: string, goto: (label: string) => string): Node {
  const go = (label: string | undefined) => (label === undefined ? next : goto(label));
  const { label: _label, title: _title, ...rest } = step;
  switch (rest.do) {
    case "say":
      return { ...without(rest), id, type: "say", next };
    case "ask": {
      const { answers, no_match, no_input, ...ask } = without(rest);
      const branches = answers.map(({ goto: to, ...answer }) => ({ ...answer, next: goto(to) }));
      const unmatched = answers.length === 0 ? { next } : { no_match: go(no_match) };
      return { ...ask, id, type: "ask", branches, ...unmatched, no_input: go(no_input) };
    }
    case "if":
      return {
        id,
        type: "condition",
        branches: [{ when: rest.when, next: goto(rest.then) }],
        otherwise: go(rest.else),
      };
    case "set":
      return { ...without(rest), id, type: "set", next };
    case "http":
      return { ...without(rest), id, type: "http", next, on_error: go(rest.on_error) };
    case "transfer": {
      const { on_failure, ...transfer } = without(rest);
      return { ...transfer, id, type: "transfer", ...(on_failure !== undefined && { on_failure: goto(on_failure) }) };
    }
    case "call":
      return { id, type: "subflow", flow: rest.procedure, next };
    case "return":
      return { id, type: "return" };
    case "goto":
      return { id, type: "set", assign: [], next: id };
    case "hangup":
      return { ...without(rest), id, type: "hangup" };
  }
}

function without<T extends { do: string }>(step: T): Omit<T, "do"> {
  const { do: _do, ...rest } = step;
  return rest;
}
