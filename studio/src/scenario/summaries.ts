/** What each flow does as a whole, so that a call of it can be treated as one step. */
import type { Edge, FlowGraph, GraphNode, Program } from "./graph";

export interface Summaries {
  /** Flows that can come back to their caller. */
  readonly returns: ReadonlySet<string>;
  /** Edges that can be taken: those of a call only if its flow returns. */
  followed(node: GraphNode): readonly Edge[];
  /** Edges that can be taken without the caller being asked anything at this node. */
  silent(node: GraphNode): readonly Edge[];
  /** Nodes from which the call can end, or the flow return. An edge that is missing, or to a node that is, may lead anywhere. */
  ending(flow: FlowGraph): ReadonlySet<string>;
}

/** Needs: every called flow exists. */
export function summarize(program: Program): Summaries {
  const flows = program.filter((flow): flow is FlowGraph & { name: string } => flow.name !== null);
  const throughCalls = (node: GraphNode, passable: ReadonlySet<string>) =>
    node.callee === undefined || passable.has(node.callee) ? node.edges : [];
  const returnsBy = (flow: FlowGraph, edges: (node: GraphNode) => readonly Edge[]) =>
    [...reach(flow, edges)].some((id) => flow.nodes.get(id)?.kind === "return");

  const returns = grow(flows, (flow, have) => returnsBy(flow, (node) => throughCalls(node, have)));
  const quiet = grow(flows, (flow, have) =>
    returnsBy(flow, (node) => (node.kind === "ask" ? [] : throughCalls(node, have))),
  );
  const followed = (node: GraphNode) => throughCalls(node, returns);
  const hangsUp = grow(flows, (flow, have) =>
    [...reach(flow, followed)].some((id) => {
      const node = flow.nodes.get(id);
      return node?.kind === "end" || (node?.callee !== undefined && have.has(node.callee));
    }),
  );
  return {
    returns,
    followed,
    silent: (node) => (node.kind === "ask" ? [] : throughCalls(node, quiet)),
    ending: (flow) => {
      const last = (node: GraphNode) =>
        node.kind === "end" ||
        node.kind === "return" ||
        (node.callee !== undefined && (hangsUp.has(node.callee) || node.edges.length === 0)) ||
        node.edges.some((edge) => !flow.nodes.has(edge.to));
      return leadingTo(flow, last, followed);
    },
  };
}

/** The names of the flows that have a property, where having it may follow from other flows having it. */
function grow(
  flows: readonly (FlowGraph & { name: string })[],
  has: (flow: FlowGraph, have: ReadonlySet<string>) => boolean,
): Set<string> {
  const have = new Set<string>();
  for (let size = -1; size !== have.size; ) {
    size = have.size;
    for (const flow of flows) if (!have.has(flow.name) && has(flow, have)) have.add(flow.name);
  }
  return have;
}

/** Ids of the nodes that can be reached from the start of a flow, itself included. */
export function reach(flow: FlowGraph, edges: (node: GraphNode) => readonly Edge[]): Set<string> {
  const reached = new Set<string>(flow.start === null ? [] : [flow.start]);
  for (const id of reached) {
    const node = flow.nodes.get(id);
    if (node) for (const edge of edges(node)) if (flow.nodes.has(edge.to)) reached.add(edge.to);
  }
  return reached;
}

/** Ids of the nodes from which one of `last` can be reached, itself included. */
function leadingTo(
  flow: FlowGraph,
  last: (node: GraphNode) => boolean,
  edges: (node: GraphNode) => readonly Edge[],
): Set<string> {
  const before = new Map<string, string[]>();
  for (const node of flow.nodes.values())
    for (const edge of edges(node)) {
      const sources = before.get(edge.to);
      if (sources) sources.push(node.id);
      else before.set(edge.to, [node.id]);
    }
  const leading = new Set([...flow.nodes.values()].filter(last).map((node) => node.id));
  for (const id of leading) for (const earlier of before.get(id) ?? []) leading.add(earlier);
  return leading;
}

/**
 * The strongly connected components that hold a cycle (Tarjan 1972).
 * Recursion is as deep as there are nodes, which the size limits keep to some hundreds.
 */
export function cycles<T>(all: readonly T[], next: (at: T) => Iterable<T>): T[][] {
  const found: T[][] = [];
  const order = new Map<T, number>();
  const low = new Map<T, number>();
  const stack: T[] = [];
  const open = new Set<T>();
  const visit = (at: T): number => {
    const index = order.size;
    order.set(at, index);
    stack.push(at);
    open.add(at);
    let lowest = index;
    let own_loop = false;
    for (const to of next(at)) {
      if (to === at) own_loop = true;
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (open.has(to)) lowest = Math.min(lowest, low.get(to) ?? order.get(to) ?? lowest);
    }
    low.set(at, lowest);
    if (lowest === index) {
      const component = stack.splice(stack.indexOf(at));
      for (const member of component) open.delete(member);
      if (component.length > 1 || own_loop) found.push(component);
    }
    return lowest;
  };
  for (const at of all) if (!order.has(at)) visit(at);
  return found;
}
