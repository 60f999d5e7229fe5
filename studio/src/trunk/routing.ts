import type { Gateway, PrefixRoute, TrunkDocument } from "./document";

/** How one number is to be called. */
export interface RouteChoice {
  /** The prefix that matched. */
  readonly prefix: string;
  /** To be tried in this order; never empty. */
  readonly gateways: readonly Gateway[];
  /** What is dialled there. */
  readonly dialled: string;
  /** The number to show; null: the campaign's. */
  readonly caller_id: string | null;
}

/**
 * The route of a number: the longest prefix that matches and has an enabled gateway.
 * @param number E.164 with the plus sign
 * @param turn counts the calls, so that gateways of the same priority take turns
 * @returns null where no route leads there
 */
export function routeOf(document: TrunkDocument, number: string, turn = 0): RouteChoice | null {
  const digits = number.replace(/^\+/, "");
  const by_name = new Map(document.gateways.map((gateway) => [gateway.name, gateway]));
  const matching = document.prefix_routes
    .filter(({ prefix }) => digits.startsWith(prefix))
    .sort((a, b) => b.prefix.length - a.prefix.length);
  for (const route of matching) {
    const gateways = ordered(route, by_name, turn);
    if (gateways.length === 0) continue;
    const dialled = `${route.prepend}${digits.slice(route.strip)}`;
    return { prefix: route.prefix, gateways, dialled, caller_id: route.caller_id };
  }
  return null;
}

function ordered(route: PrefixRoute, by_name: ReadonlyMap<string, Gateway>, turn: number): Gateway[] {
  const usable = route.gateways.filter(({ name }) => by_name.get(name)?.enabled);
  const priorities = [...new Set(usable.map(({ priority }) => priority))].sort((a, b) => a - b);
  return priorities.flatMap((priority) => {
    const equals = usable.filter((entry) => entry.priority === priority);
    const first = turn % equals.length;
    return [...equals.slice(first), ...equals.slice(0, first)].map(({ name }) => by_name.get(name)!);
  });
}

/** Why a campaign or a call with this trunk cannot begin. */
export function noTrunk(name: string | null): string {
  return `the trunk document has no gateway ${name} that is switched on`;
}
