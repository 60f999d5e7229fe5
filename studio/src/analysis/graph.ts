import { compile } from "../runtime/compile";
import type { ProgramFlow } from "../runtime/program";
import type { Definition } from "../scenario/definition";
import type { Node } from "../scenario/definition_v2";
import type { Keys } from "../scenario/findings";
import { edgesOf } from "../scenario/graph_v2";
import { type EdgePlace, edgeKey, type Flow, type NodeFigures, nodeKey, nothingEnded } from "./flow";

interface GraphNode {
  flow: string | null;
  node_id: string;
  type: string;
  title: string | null;
  text: string | null;
  position: { x: number; y: number } | null;
  is_start: boolean;
}

interface GraphEdge extends EdgePlace {
  label: string | null;
}

const NEVER_ENTERED: NodeFigures = { visits: 0, calls: 0, ...nothingEnded() };

/** The nodes and edges of a definition of either format, as its calls go through them. */
export function graphOf(definition: Definition): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const program = compile(definition);
  const flows: [string | null, ProgramFlow][] = [[null, program.main], ...program.flows];
  const nodes: GraphNode[] = [];
  const edges = new Map<string, GraphEdge>();
  const add = (edge: GraphEdge) => edges.set(edgeKey(edge), edge);
  add({ from_flow: null, from_node_id: null, flow: null, node_id: program.main.start, via: "start", label: null });
  for (const [flow, { start, nodes: all }] of flows) {
    // Of a list of steps, those that are only ways (goto) and the end that is never reached are no nodes of a call.
    const shown = reachable(start, all);
    for (const node of all.values()) {
      if (!shown.has(node.id)) continue;
      nodes.push(graphNode(flow, node, node.id === start));
      for (const edge of edgesFrom(flow, node, program.flows)) add(edge);
    }
  }
  return { nodes, edges: [...edges.values()] };
}

/** The same with the counts of real calls laid over it. */
export function graphWith(definition: Definition, counted: Flow) {
  const { nodes, edges } = graphOf(definition);
  const of_node = new Map(counted.nodes.map((node) => [nodeKey(node), node]));
  const of_edge = new Map(counted.edges.map((edge) => [edgeKey(edge), edge]));
  return {
    nodes: nodes.map((node) => {
      const { visits, calls, active, ended, drop_outs } = of_node.get(nodeKey(node)) ?? NEVER_ENTERED;
      return { ...node, visits, calls, active, ended, drop_outs };
    }),
    edges: edges.map((edge) => {
      const { visits, calls } = of_edge.get(edgeKey(edge)) ?? { visits: 0, calls: 0 };
      return { ...edge, visits, calls };
    }),
  };
}

function graphNode(flow: string | null, node: Node, is_start: boolean): GraphNode {
  return {
    flow,
    node_id: node.id,
    type: node.type,
    title: node.title ?? null,
    text: "text" in node ? (node.text ?? null) : null,
    position: node.position ?? null,
    is_start,
  };
}

function edgesFrom(flow: string | null, node: Node, flows: ReadonlyMap<string, ProgramFlow>): GraphEdge[] {
  if (node.type !== "subflow") {
    return edgesOf(node).map(({ to, keys }) => ({
      from_flow: flow,
      from_node_id: node.id,
      flow,
      node_id: to,
      via: viaOf(keys),
      label: labelOf(node, keys),
    }));
  }
  const called = flows.get(node.flow);
  if (called === undefined) return [];
  const into = {
    from_flow: flow,
    from_node_id: node.id,
    flow: node.flow,
    node_id: called.start,
    via: "flow",
    label: null,
  };
  const { next } = node;
  if (next === undefined) return [into];
  const shown = reachable(called.start, called.nodes);
  const returns = [...called.nodes.values()].filter(({ id, type }) => type === "return" && shown.has(id));
  return [
    into,
    ...returns.map(({ id }) => ({
      from_flow: node.flow,
      from_node_id: id,
      flow,
      node_id: next,
      via: "return",
      label: null,
    })),
  ];
}

/** As traces name an edge (runtime/trace.ts). */
const viaOf = (keys: Keys) => (keys[0] === "branches" ? `branch:${keys[1]}` : String(keys[0]));

function labelOf(node: Node, keys: Keys): string | null {
  if (node.type !== "ask" || keys[0] !== "branches") return null;
  const branch = node.branches[Number(keys[1])]!;
  return "intent" in branch ? branch.intent : branch.digits;
}

function reachable(start: string, nodes: ReadonlyMap<string, Node>): Set<string> {
  const seen = new Set<string>();
  const left = [start];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const node = nodes.get(id);
    if (node === undefined || seen.has(id)) continue;
    seen.add(id);
    left.push(...edgesOf(node).map(({ to }) => to));
  }
  return seen;
}
