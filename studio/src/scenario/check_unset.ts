/** Which variables may be read before anything gave them a value (they are then empty, and comparisons false). */

import type { Variables } from "./check_values";
import type { When } from "./definition_parts";
import type { Findings } from "./findings";
import type { Edge, FlowGraph, Program } from "./graph";
import { comparisonsOf } from "./parts";
import type { Summaries } from "./summaries";

/** Sets of variables as bits of one number. */
type Mask = bigint;

/** Needs: every called flow exists and none runs itself. */
export function checkUnset(findings: Findings, program: Program, variables: Variables, facts: Summaries): void {
  const names = [...variables.keys()];
  const bit = new Map(names.map((name, index) => [name, 1n << BigInt(index)]));
  const mask = (of: Iterable<string>) => [...of].reduce((sum, name) => sum | (bit.get(name) ?? 0n), 0n);
  const gains = new Map<Edge, Mask>();
  /** What taking an edge adds; edges are taken many times. */
  const gain = (edge: Edge): Mask => {
    const known = gains.get(edge) ?? mask(edge.sets) | mask(setOn(edge));
    gains.set(edge, known);
    return known;
  };
  const everything = (1n << BigInt(names.length)) - 1n;
  const flows = new Map(program.map((flow) => [flow.name, flow]));
  const given = new Map<string, Mask>();

  /** What a flow surely sets before it returns. */
  const givenBy = (name: string): Mask => {
    let known = given.get(name);
    if (known === undefined) {
      const flow = flows.get(name);
      const at = flow ? arriving(flow, 0n) : new Map<string, Mask>();
      const ends = [...at].filter(([id]) => flow?.nodes.get(id)?.kind === "return").map(([, set]) => set);
      known = ends.reduce((both, set) => both & set, everything);
      given.set(name, known);
    }
    return known;
  };

  /** The variables surely set on arrival at each node that is reached, from those set at the start. */
  function arriving(flow: FlowGraph, entry: Mask): Map<string, Mask> {
    const at = new Map<string, Mask>(flow.start === null ? [] : [[flow.start, entry]]);
    const changed = new Set(at.keys());
    for (const id of changed) {
      changed.delete(id);
      const node = flow.nodes.get(id);
      const before = at.get(id);
      if (!node || before === undefined) continue;
      const own = node.callee === undefined ? 0n : givenBy(node.callee);
      for (const edge of facts.followed(node)) {
        const after = before | own | gain(edge);
        const known = at.get(edge.to);
        const now = known === undefined ? after : known & after;
        if (now === known) continue;
        at.set(edge.to, now);
        changed.add(edge.to);
      }
    }
    return at;
  }

  const declared = [...variables.values()].filter((v) => v.initial !== undefined || v.source !== undefined);
  const entries = new Map<string | null, Mask>([[null, mask(declared.map((v) => v.name))]]);
  const ever_set = mask(
    program.flatMap((flow) => [...flow.nodes.values()].flatMap((node) => node.edges.flatMap((edge) => edge.sets))),
  );
  for (const flow of callersFirst(program)) {
    const entry = entries.get(flow.name);
    if (entry === undefined) continue;
    for (const [id, set] of arriving(flow, entry)) {
      const node = flow.nodes.get(id);
      if (!node) continue;
      if (node.callee !== undefined) entries.set(node.callee, (entries.get(node.callee) ?? everything) & set);
      const told = new Set<string>();
      for (const { variable, keys } of node.reads) {
        const own = bit.get(variable);
        if (own === undefined || (set & own) !== 0n || told.has(variable)) continue;
        told.add(variable);
        if ((ever_set & own) === 0n)
          findings.add("variable_never_set", id, keys, `Nothing ever gives "${variable}" a value.`);
        else findings.add("variable_may_be_unset", id, keys, `On some path "${variable}" has no value here.`);
      }
    }
  }
}

function callersFirst(program: Program): FlowGraph[] {
  const order: FlowGraph[] = [];
  const done = new Set<FlowGraph>();
  const visit = (flow: FlowGraph): void => {
    if (done.has(flow)) return;
    done.add(flow);
    for (const node of flow.nodes.values()) {
      const callee = program.find((other) => other.name !== null && other.name === node.callee);
      if (callee) visit(callee);
    }
    order.unshift(flow);
  };
  for (const flow of program) visit(flow);
  return order;
}

const setOn = (edge: Edge): string[] => (edge.known ? setWhere(edge.known.when, edge.known.truth) : []);

/** Variables that must have a value where a condition is known to hold, or not to hold. */
function setWhere(when: When, truth: boolean): string[] {
  if ("not" in when) return setWhere(when.not, !truth);
  const parts = "all" in when ? when.all : "any" in when ? when.any : undefined;
  if (!parts)
    return comparisonsOf(when, []).flatMap(({ comparison: c }) => ((c.op !== "!=") === truth ? [c.variable] : []));
  const each_holds = "all" in when === truth;
  return each_holds || parts.length === 1 ? parts.flatMap((part) => setWhere(part, truth)) : [];
}
