/** What only the graph as a whole tells: what is never reached, never left, or goes round without the caller. */
import type { Findings } from "./findings";
import { type FlowGraph, flowTitle, type GraphNode, type Program } from "./graph";
import { SCENARIO_LIMITS as LIMITS } from "./limits";
import { cycles, reach, type Summaries, summarize } from "./summaries";

/** Edges that lead nowhere and calls of flows that do not exist. @returns whether every call leads somewhere */
export function checkTargets(findings: Findings, program: Program): boolean {
  const names = new Set(program.map((flow) => flow.name));
  let known = true;
  for (const flow of program)
    for (const node of flow.nodes.values()) {
      for (const edge of node.edges)
        if (!flow.nodes.has(edge.to))
          findings.add("dangling_edge", node.id, edge.keys, `"${edge.to}" is not in ${flowTitle(flow.name)}.`);
      if (node.callee !== undefined && !names.has(node.callee)) {
        known = false;
        findings.add("unknown_flow", node.id, node.keys, `There is no flow or procedure "${node.callee}".`);
      }
      if (node.kind === "return" && flow.name === null && !node.implicit)
        findings.add(
          "return_outside_flow",
          node.id,
          node.keys,
          '"return" ends a sub-flow; here only the call can end.',
        );
    }
  return known;
}

/** Flows that run themselves, directly or through others, or too many inside each other. @returns whether all is well */
export function checkRecursion(findings: Findings, program: Program): boolean {
  const calls = new Map(
    program.map((flow) => [flow.name, new Set([...flow.nodes.values()].flatMap((node) => node.callee ?? []))]),
  );
  const callees = (name: string | null) => calls.get(name) ?? new Set<string>();
  const circular = new Set(cycles([...calls.keys()], callees).flat());
  for (const flow of program)
    for (const node of flow.nodes.values())
      if (node.callee !== undefined && circular.has(flow.name) && reachesBack(node.callee, flow.name, callees))
        findings.add(
          "recursive_flow",
          node.id,
          node.keys,
          `${flowTitle(flow.name)} runs itself through "${node.callee}".`,
        );
  if (circular.size > 0) return false;
  const depths = new Map<string | null, number>();
  const depth = (name: string | null): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    const deepest = Math.max(0, ...[...callees(name)].map((callee) => 1 + depth(callee)));
    depths.set(name, deepest);
    return deepest;
  };
  const deepest = depth(null);
  if (deepest > LIMITS.flow_depth)
    findings.add(
      "limit_exceeded",
      null,
      [],
      `Flows run inside each other ${deepest} deep; ${LIMITS.flow_depth} are allowed.`,
    );
  return true;
}

function reachesBack<T>(from: T, to: T, next: (at: T) => Iterable<T>): boolean {
  const seen = new Set<T>([from]);
  for (const at of seen) {
    if (at === to) return true;
    for (const other of next(at)) seen.add(other);
  }
  return false;
}

/** Everything about paths, once every call leads to a flow and none runs itself. */
export function checkPaths(findings: Findings, program: Program): void {
  const facts = summarize(program);
  const used = usedFlows(program, facts);
  for (const flow of program) {
    if (flow.start === null) continue;
    if (!used.has(flow.name)) {
      findings.add("unused_flow", null, flow.keys, `${flowTitle(flow.name)} is never run.`);
      continue;
    }
    checkReachable(findings, flow, facts);
    checkLoops(findings, flow, facts);
    checkEnds(findings, flow, facts);
    checkReturns(findings, flow, facts);
  }
}

function usedFlows(program: Program, facts: Summaries): Set<string | null> {
  const used = new Set<string | null>([null]);
  const byName = new Map(program.map((flow) => [flow.name, flow]));
  for (const name of used) {
    const flow = byName.get(name);
    if (!flow) continue;
    for (const id of reach(flow, facts.followed)) {
      const callee = flow.nodes.get(id)?.callee;
      if (callee !== undefined) used.add(callee);
    }
  }
  return used;
}

function checkReachable(findings: Findings, flow: FlowGraph, facts: Summaries): void {
  const reached = reach(flow, facts.followed);
  for (const node of flow.nodes.values())
    if (!reached.has(node.id) && !node.implicit)
      findings.add("unreachable_node", node.id, node.keys, `Nothing leads to "${node.id}" in ${flowTitle(flow.name)}.`);
}

function checkLoops(findings: Findings, flow: FlowGraph, facts: Summaries): void {
  const next = (id: string) => {
    const node = flow.nodes.get(id);
    return node ? facts.silent(node).map((edge) => edge.to) : [];
  };
  for (const loop of cycles([...flow.nodes.keys()], next)) {
    const members = [...flow.nodes.values()].filter((node) => loop.includes(node.id));
    const first = members[0];
    if (first)
      findings.add(
        "loop_without_input",
        first.id,
        first.keys,
        `This goes round without asking the caller: ${listed(members)}.`,
      );
  }
}

function checkEnds(findings: Findings, flow: FlowGraph, facts: Summaries): void {
  const ending = facts.ending(flow);
  const reached = reach(flow, facts.followed);
  for (const node of flow.nodes.values()) {
    if (ending.has(node.id) || !reached.has(node.id)) continue;
    if (node.kind === "ask" && node.edges.every((edge) => edge.to === node.id))
      findings.add("ask_without_way_out", node.id, node.keys, `Every answer to "${node.id}" asks it again.`);
    else
      findings.add(
        "no_path_to_end",
        node.id,
        node.keys,
        `No path from "${node.id}" ends the call${flow.name === null ? "" : " or the flow"}.`,
      );
  }
}

function checkReturns(findings: Findings, flow: FlowGraph, facts: Summaries): void {
  for (const node of flow.nodes.values()) {
    if (node.callee === undefined) continue;
    const returns = facts.returns.has(node.callee);
    const [edge] = node.edges;
    if (returns && !edge)
      findings.add(
        "missing_field",
        node.id,
        [...node.keys, "next"],
        `"next" is missing: flow "${node.callee}" returns.`,
      );
    // Only a field of the document can be wrong; falling through to the next step is none.
    if (!returns && edge && edge.keys.length > node.keys.length)
      findings.add("branch_never_taken", node.id, edge.keys, `Flow "${node.callee}" never returns.`);
  }
}

const listed = (nodes: readonly GraphNode[]) =>
  nodes
    .slice(0, 10)
    .map((node) => `"${node.id}"`)
    .join(", ") + (nodes.length > 10 ? " and others" : "");
