import type { DefinitionV2, Node } from "./definition_v2";
import type { Keys } from "./findings";
import type { Edge, FlowGraph, GraphNode, Program } from "./graph";
import { readsOf, writesOf } from "./parts";

/** The flows of a v2 document, main flow first, and where each stands in it. */
export function flowsV2(definition: DefinitionV2): { name: string | null; keys: Keys; start: string; nodes: Node[] }[] {
  const named = Object.entries(definition.flows ?? {}).map(([name, flow]) => ({
    name,
    keys: ["flows", name],
    ...flow,
  }));
  return [{ name: null, keys: [], start: definition.start, nodes: definition.nodes }, ...named];
}

/** The graph of a v2 document whose parts all fit their schemas. Of nodes with the same id, the first counts. */
export function graphV2(definition: DefinitionV2): Program {
  return flowsV2(definition).map(({ name, keys, start, nodes }): FlowGraph => {
    const graph = new Map<string, GraphNode>();
    for (const [index, node] of nodes.entries())
      if (!graph.has(node.id)) graph.set(node.id, graphNode(node, [...keys, "nodes", index]));
    return { name, keys, start: graph.has(start) ? start : null, nodes: graph };
  });
}

function graphNode(node: Node, keys: Keys): GraphNode {
  const base = { id: node.id, keys, reads: readsOf(node as object, keys, node.type === "transfer") };
  const edges = edgesOf(node, keys);
  switch (node.type) {
    case "ask":
      return { ...base, kind: "ask", edges };
    case "subflow":
      return { ...base, kind: "call", callee: node.flow, edges };
    case "transfer":
    case "hangup":
      return { ...base, kind: "end", edges };
    case "return":
      return { ...base, kind: "return", edges };
    default:
      return { ...base, kind: "plain", edges };
  }
}

/** How control may leave a node. An edge that can never be taken (no_match beside next) is none. */
export function edgesOf(node: Node, keys: Keys = []): Edge[] {
  const written = writesOf(node as object, keys).map((write) => write.variable);
  const edge = (to: string | undefined, field: Keys, sets: readonly string[] = []): Edge[] =>
    to === undefined ? [] : [{ to, keys: [...keys, ...field], sets }];
  switch (node.type) {
    case "ask":
      return [
        ...node.branches.flatMap((branch, index) => edge(branch.next, ["branches", index, "next"], written)),
        ...(node.next === undefined ? edge(node.no_match, ["no_match"], written) : edge(node.next, ["next"], written)),
        ...edge(node.no_input, ["no_input"]),
      ];
    case "condition": {
      const branches = node.branches.flatMap((branch, index) =>
        edge(branch.next, ["branches", index, "next"]).map((e) => ({
          ...e,
          known: { when: branch.when, truth: true },
        })),
      );
      const only = node.branches.length === 1 ? node.branches[0] : undefined;
      const otherwise = edge(node.otherwise, ["otherwise"]);
      return [...branches, ...otherwise.map((e) => (only ? { ...e, known: { when: only.when, truth: false } } : e))];
    }
    case "http":
      return [...edge(node.next, ["next"], written), ...edge(node.on_error, ["on_error"])];
    case "transfer":
      return edge(node.on_failure, ["on_failure"]);
    case "say":
    case "set":
    case "subflow":
      return edge(node.next, ["next"], written);
    default:
      return [];
  }
}
