import type { DefinitionV1, Step } from "./definition_v1";
import type { Keys } from "./findings";
import type { Edge, FlowGraph, GraphNode, GraphNodeKind, Program } from "./graph";
import { readsOf, writesOf } from "./parts";

/** The lists of a v1 document, main list first, and where each stands in it. */
export function listsV1(definition: DefinitionV1): { name: string | null; keys: Keys; steps: Step[] }[] {
  const named = Object.entries(definition.procedures ?? {}).map(([name, steps]) => ({
    name,
    keys: ["procedures", name],
    steps,
  }));
  return [{ name: null, keys: ["steps"], steps: definition.steps }, ...named];
}

/** How findings name a step: its label, or its place. No label holds a blank, so the two never meet. */
export const stepTitle = (step: Step, index: number) => step.label ?? `step ${index + 1}`;
/** Where control goes after the last step. */
export const END_OF_LIST = "end of list";

/** The graph of a v1 document whose parts all fit their schemas. Of steps with the same label, the first counts. */
export function graphV1(definition: DefinitionV1): Program {
  return listsV1(definition).map(({ name, keys, steps }): FlowGraph => {
    const graph = new Map<string, GraphNode>();
    for (const [index, step] of steps.entries()) {
      const id = stepTitle(step, index);
      const following = steps[index + 1];
      const next = following ? stepTitle(following, index + 1) : END_OF_LIST;
      if (!graph.has(id)) graph.set(id, graphNode(id, step, next, [...keys, index]));
    }
    graph.set(END_OF_LIST, {
      id: END_OF_LIST,
      kind: name === null ? "end" : "return",
      keys,
      edges: [],
      reads: [],
      implicit: true,
    });
    const first = steps[0];
    return { name, keys, start: first ? stepTitle(first, 0) : null, nodes: graph };
  });
}

const KINDS: Partial<Record<Step["do"], GraphNodeKind>> = {
  ask: "ask",
  call: "call",
  transfer: "end",
  hangup: "end",
  return: "return",
};

function graphNode(id: string, step: Step, next: string, keys: Keys): GraphNode {
  return {
    id,
    kind: KINDS[step.do] ?? "plain",
    keys,
    ...(step.do === "call" && { callee: step.procedure }),
    edges: edgesOf(step, next, keys),
    reads: readsOf(step as object, keys, step.do === "transfer"),
  };
}

/** How control may leave a step. @param next id of the step that follows it in the list */
function edgesOf(step: Step, next: string, keys: Keys): Edge[] {
  const written = writesOf(step as object, keys).map((write) => write.variable);
  const edge = (to: string | undefined, field: Keys, sets: readonly string[] = []): Edge =>
    to === undefined ? { to: next, keys, sets } : { to, keys: [...keys, ...field], sets };
  switch (step.do) {
    case "ask": {
      const open = step.answers.length === 0;
      return [
        ...step.answers.map((answer, index) => edge(answer.goto, ["answers", index, "goto"], written)),
        edge(open ? undefined : step.no_match, ["no_match"], written),
        edge(step.no_input, ["no_input"]),
      ];
    }
    case "if":
      return [
        { ...edge(step.then, ["then"]), known: { when: step.when, truth: true } },
        { ...edge(step.else, ["else"]), known: { when: step.when, truth: false } },
      ];
    case "http":
      return [edge(undefined, [], written), edge(step.on_error, ["on_error"])];
    case "transfer":
      return step.on_failure === undefined ? [] : [edge(step.on_failure, ["on_failure"])];
    case "goto":
      return [edge(step.to, ["to"])];
    case "say":
    case "set":
    case "call":
      return [edge(undefined, [], written)];
    default:
      return [];
  }
}
