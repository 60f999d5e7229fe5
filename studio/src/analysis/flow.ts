import type { RunOutcome } from "../runtime/trace";
import type { FlowRow } from "./flow_store";

export interface NodeFigures {
  visits: number;
  calls: number;
  active: number;
  ended: Record<string, number>;
  drop_outs: number;
}

export interface FlowNode extends NodeFigures {
  flow: string | null;
  node_id: string;
  type: string;
}

/** `from_node_id` null: the beginning of the call. */
export interface EdgePlace {
  from_flow: string | null;
  from_node_id: string | null;
  flow: string | null;
  node_id: string;
  via: string;
}

export interface FlowEdge extends EdgePlace {
  visits: number;
  calls: number;
}

export interface Flow {
  calls: { total: number; open: number; entered: number };
  nodes: FlowNode[];
  edges: FlowEdge[];
}

/** Endings that no hang-up or transfer of the scenario made. `interrupted`: the process that carried the call died. */
const DROP_OUTS: ReadonlySet<string> = new Set<RunOutcome | "interrupted">([
  "caller_hung_up",
  "limit_turns",
  "limit_time",
  "limit_steps",
  "limit_depth",
  "canceled",
  "error",
  "interrupted",
]);

export const nodeKey = (place: { flow: string | null; node_id: string }) => JSON.stringify([place.flow, place.node_id]);
export const edgeKey = (edge: EdgePlace) =>
  JSON.stringify([edge.from_flow, edge.from_node_id, edge.flow, edge.node_id, edge.via]);

/** What the counts say of nodes and edges; in order of visits. */
export function flowOf(rows: readonly FlowRow[]): Flow {
  const calls = { total: 0, open: 0, entered: 0 };
  const nodes = new Map<string, FlowNode>();
  const edges: FlowEdge[] = [];
  for (const { part, what, from_flow, from_node_id, flow, node_id, visits, calls: count } of rows) {
    if (part === "calls") calls[what as keyof typeof calls] = count;
    if (part === "edge") edges.push({ from_flow, from_node_id, flow, node_id, via: what, visits, calls: count });
    if (part === "node") {
      nodes.set(nodeKey({ flow, node_id }), { flow, node_id, type: what, visits, calls: count, ...nothingEnded() });
    }
  }
  for (const { part, what, flow, node_id, visits } of rows) {
    if (part !== "end") continue;
    const node = nodes.get(nodeKey({ flow, node_id }))!;
    if (what === "in_progress") {
      node.active += visits;
      continue;
    }
    node.ended[what] = visits;
    if (DROP_OUTS.has(what)) node.drop_outs += visits;
  }
  const byVisits = (a: { visits: number }, b: { visits: number }) => b.visits - a.visits;
  return { calls, nodes: [...nodes.values()].sort(byVisits), edges: edges.sort(byVisits) };
}

export const nothingEnded = () => ({ active: 0, ended: {}, drop_outs: 0 });
