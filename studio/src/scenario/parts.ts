/** The parts that nodes and steps of both formats have under the same names. */
import type { Assignment, Comparison, HttpRequest, When } from "./definition_parts";
import type { Keys } from "./findings";
import { SCENARIO_LIMITS } from "./limits";
import { parseTemplate } from "./template";

/** A node (v2) or step (v1), seen only by the fields that both have. */
export interface Actor {
  text?: string;
  reprompt?: string;
  to?: string;
  request?: HttpRequest;
  assign?: Assignment[];
  store?: string;
  save?: { variable: string; pointer: string }[];
  when?: When;
  branches?: readonly object[];
}

export interface TemplateAt {
  readonly template: string;
  readonly keys: Keys;
}

/** Every template of a node. `to` is one only where control does not go there: in a transfer. */
export function templatesOf(actor: Actor, keys: Keys, transfers: boolean): TemplateAt[] {
  const found: TemplateAt[] = [];
  const add = (template: string | undefined, ...inside: Keys) => {
    if (template !== undefined) found.push({ template, keys: [...keys, ...inside] });
  };
  add(actor.text, "text");
  add(actor.reprompt, "reprompt");
  if (transfers) add(actor.to, "to");
  add(actor.request?.url, "request", "url");
  add(actor.request?.body, "request", "body");
  for (const [name, value] of Object.entries(actor.request?.headers ?? {})) add(value, "request", "headers", name);
  for (const [index, assignment] of (actor.assign ?? []).entries())
    if ("template" in assignment) add(assignment.template, "assign", index, "template");
  return found;
}

/** Every condition of a node: its own, and those of its branches. */
export function whensOf(actor: Actor, keys: Keys): { when: When; keys: Keys }[] {
  const own = actor.when === undefined ? [] : [{ when: actor.when, keys: [...keys, "when"] }];
  const branches = (actor.branches ?? []).flatMap((branch, index) =>
    "when" in branch ? [{ when: branch.when as When, keys: [...keys, "branches", index, "when"] }] : [],
  );
  return [...own, ...branches];
}

/** The comparisons a condition is made of. */
export function comparisonsOf(when: When, keys: Keys): { comparison: Comparison; keys: Keys }[] {
  if ("all" in when) return when.all.flatMap((part, index) => comparisonsOf(part, [...keys, "all", index]));
  if ("any" in when) return when.any.flatMap((part, index) => comparisonsOf(part, [...keys, "any", index]));
  if ("not" in when) return comparisonsOf(when.not, [...keys, "not"]);
  return [{ comparison: when, keys }];
}

/** Variables that a node gives a value to, and where. */
export function writesOf(actor: Actor, keys: Keys): { variable: string; keys: Keys }[] {
  const assigned = (actor.assign ?? []).map((a, index) => ({
    variable: a.variable,
    keys: [...keys, "assign", index, "variable"],
  }));
  const saved = (actor.save ?? []).map((s, index) => ({
    variable: s.variable,
    keys: [...keys, "save", index, "variable"],
  }));
  const stored = actor.store === undefined ? [] : [{ variable: actor.store, keys: [...keys, "store"] }];
  return [...assigned, ...saved, ...stored];
}

/** Variables whose value a node uses: in templates and comparisons. Asking whether one is set is no use of its value. */
export function readsOf(actor: Actor, keys: Keys, transfers: boolean): { variable: string; keys: Keys }[] {
  const compared = whensOf(actor, keys).flatMap((at) =>
    comparisonsOf(at.when, at.keys).flatMap(({ comparison, keys: where }) =>
      comparison.op === "is_set" ? [] : [{ variable: comparison.variable, keys: [...where, "variable"] }],
    ),
  );
  const written = new Set<string>();
  const inAssignments = (actor.assign ?? []).flatMap((assignment, index) => {
    const used = "template" in assignment ? variablesIn(assignment.template) : [];
    const fresh = used.filter((variable) => !written.has(variable));
    written.add(assignment.variable);
    return fresh.map((variable) => ({ variable, keys: [...keys, "assign", index, "template"] }));
  });
  const { assign: _, ...others } = actor;
  const inTexts = templatesOf(others, keys, transfers).flatMap((at) =>
    variablesIn(at.template).map((variable) => ({ variable, keys: at.keys })),
  );
  return [...compared, ...inAssignments, ...inTexts];
}

function variablesIn(template: string): string[] {
  return parseTemplate(template).parts.flatMap((part) => ("variable" in part ? [part.variable] : []));
}

/** Whether conditions nest deeper than is allowed; asked before anything walks them. */
export function tooDeep(when: unknown, depth = 1): boolean {
  if (depth > SCENARIO_LIMITS.when_depth) return true;
  if (when === null || typeof when !== "object") return false;
  return ["all", "any", "not"].some((key) => {
    const part = (when as Record<string, unknown>)[key];
    return (Array.isArray(part) ? part : part === undefined ? [] : [part]).some((p) => tooDeep(p, depth + 1));
  });
}
