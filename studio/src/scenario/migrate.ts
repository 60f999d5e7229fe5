/** Translates a v1 definition (steps with labels) into v2 (a graph of nodes) that does the same to every caller. */
import type { DefinitionV1, Step } from "./definition_v1";
import type { AskBranch, DefinitionV2, Flow, Node } from "./definition_v2";
import { graphV1 } from "./graph_v1";
import { summarize } from "./summaries";

/**
 * Total for every v1 definition that `validate` accepts; the result is accepted too.
 * A labelled step keeps its label as node id; another is named after what it does and its place, such as `say_3`.
 * A `goto` becomes an edge. The end of the list becomes a node `end` where it is reached.
 */
export function migrateToV2(v1: DefinitionV1): DefinitionV2 {
  const returning = returningProcedures(v1);
  const procedures = Object.entries(v1.procedures ?? {});
  const flows = procedures.map(([name, steps]) => [name, translate(steps, "return", returning)] as const);
  return {
    format: "v2",
    language: v1.language,
    ...translate(v1.steps, "hangup", returning),
    variables: structuredClone(v1.variables),
    ...(v1.limits && { limits: { ...v1.limits } }),
    ...(flows.length > 0 && { flows: Object.fromEntries(flows) }),
  };
}

function translate(steps: readonly Step[], at_end: "hangup" | "return", returning: ReadonlySet<string>): Flow {
  const ids = nodeIds(steps);
  const index_of = new Map(
    steps.flatMap((step, index) => (step.label === undefined ? [] : [[step.label, index] as const])),
  );
  const end_id = unused("end", new Set(ids));
  let end_reached = false;
  /** The node that control arrives at when it comes to a step; gotos are followed, and never go round. */
  const arrive = (index: number): string => {
    let at = index;
    for (let step = steps[at]; step?.do === "goto"; step = steps[at]) at = index_of.get(step.to) ?? steps.length;
    const id = ids[at];
    if (id === undefined) end_reached = true;
    return id ?? end_id;
  };
  const goto = (label: string) => arrive(index_of.get(label) ?? steps.length);
  const start = arrive(0);
  const nodes = steps.flatMap((step, index): Node[] => {
    const place: Place = { id: ids[index] ?? end_id, goto, next: () => arrive(index + 1), returning };
    return step.do === "goto" ? [] : [node(step, place)];
  });
  if (end_reached) nodes.push({ id: end_id, type: at_end });
  return { start, nodes };
}

interface Place {
  readonly id: string;
  readonly goto: (label: string) => string;
  readonly next: () => string;
  /** Procedures that can come back. */
  readonly returning: ReadonlySet<string>;
}

function node(step: Exclude<Step, { do: "goto" }>, { id, goto, next, returning }: Place): Node {
  const head = { id, ...(step.title !== undefined && { title: step.title }) };
  const orNext = (label: string | undefined) => (label === undefined ? next() : goto(label));
  switch (step.do) {
    case "say": {
      const { label: _label, do: _do, title: _title, ...rest } = step;
      return { ...head, type: "say", ...rest, next: next() };
    }
    case "ask": {
      const { label: _label, do: _do, title: _title, answers, no_match, no_input, ...rest } = structuredClone(step);
      const branches = answers.map((answer): AskBranch => {
        const { goto: label, ...choice } = answer;
        return { ...choice, next: goto(label) };
      });
      const others = branches.length === 0 ? { next: next() } : { no_match: orNext(no_match) };
      return { ...head, type: "ask", ...rest, branches, ...others, no_input: orNext(no_input) };
    }
    case "if": {
      const branch = { when: structuredClone(step.when), next: goto(step.then) };
      return { ...head, type: "condition", branches: [branch], otherwise: orNext(step.else) };
    }
    case "set":
      return { ...head, type: "set", assign: structuredClone(step.assign), next: next() };
    case "http": {
      const { request, timeout_s, save } = structuredClone(step);
      return { ...head, type: "http", request, timeout_s, save, next: next(), on_error: orNext(step.on_error) };
    }
    case "transfer":
      return {
        ...head,
        type: "transfer",
        to: step.to,
        ...(step.on_failure !== undefined && { on_failure: goto(step.on_failure) }),
      };
    case "call":
      return { ...head, type: "subflow", flow: step.procedure, ...(returning.has(step.procedure) && { next: next() }) };
    case "return":
      return { ...head, type: "return" };
    case "hangup": {
      const { label: _label, do: _do, title: _title, ...rest } = structuredClone(step);
      return { ...head, type: "hangup", ...rest };
    }
  }
}

/** A readable id for every step, in order. */
function nodeIds(steps: readonly Step[]): string[] {
  const taken = new Set(steps.flatMap((step) => step.label ?? []));
  return steps.map((step, index) => {
    if (step.label !== undefined) return step.label;
    const id = unused(`${step.do}_${index + 1}`, taken);
    taken.add(id);
    return id;
  });
}

function unused(wish: string, taken: ReadonlySet<string>): string {
  let id = wish;
  for (let n = 2; taken.has(id); n++) id = `${wish}_${n}`;
  return id;
}

function returningProcedures(v1: DefinitionV1): Set<string> {
  return new Set(summarize(graphV1(v1)).returns);
}
