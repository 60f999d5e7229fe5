/**
 * The faults of a definition, found by walking it as a call would: a state is the whole stack of places, one per
 * running flow. It shares nothing with the validator, which never looks at stacks.
 */
type Json = Record<string, unknown>;
interface Place {
  flow: string;
  at: number;
}
type State = readonly Place[];

interface Moves {
  /** Targets by name that exist nowhere. */
  dangling: string[];
  states: State[];
  ends: boolean;
  asks: boolean;
}

const MAIN = "";
/** More states than this are not walked; random definitions stay far below. */
const MOST_STATES = 20_000;

export function faultsOf(document: Json): string[] {
  const v1 = document["format"] === "v1";
  const lists = new Map<string, Json[]>([[MAIN, (v1 ? document["steps"] : document["nodes"]) as Json[]]]);
  const starts = new Map<string, number>();
  const more = ((v1 ? document["procedures"] : document["flows"]) ?? {}) as Json;
  for (const [name, flow] of Object.entries(more)) lists.set(name, (v1 ? flow : (flow as Json)["nodes"]) as Json[]);
  const faults: string[] = [];
  const find = (flow: string, name: unknown) =>
    lists.get(flow)?.findIndex((n) => (v1 ? n["label"] : n["id"]) === name) ?? -1;
  for (const [name, nodes] of lists) {
    const ids = nodes.flatMap((n) => (v1 ? (n["label"] ?? []) : n["id"]));
    if (new Set(ids).size < ids.length) faults.push(`duplicate in ${name}`);
    const start = v1 ? 0 : find(name, (name === MAIN ? document : (more[name] as Json))["start"]);
    if (start < 0) faults.push(`missing start of ${name}`);
    starts.set(name, start);
  }
  if (faults.length > 0) return faults;

  const move = (state: State): Moves => {
    const top = state.at(-1) as Place;
    const below = state.slice(0, -1);
    const node = lists.get(top.flow)?.[top.at];
    const moves: Moves = { dangling: [], states: [], ends: false, asks: false };
    const leave = () => {
      const caller = below.at(-1);
      if (!caller) {
        if (node) moves.dangling.push("return outside");
        moves.ends = true;
        return;
      }
      const call = lists.get(caller.flow)?.[caller.at] as Json;
      const after = v1 ? caller.at + 1 : find(caller.flow, call["next"]);
      if (after < 0) moves.dangling.push(`after ${caller.flow}`);
      else moves.states.push([...below.slice(0, -1), { flow: caller.flow, at: after }]);
    };
    if (!node) {
      leave();
      return moves;
    }
    const go = (name: unknown) => {
      const to = name === undefined ? (v1 ? top.at + 1 : -1) : find(top.flow, name);
      if (to < 0) moves.dangling.push(String(name));
      else moves.states.push([...below, { flow: top.flow, at: to }]);
    };
    switch (v1 ? node["do"] : node["type"]) {
      case "say":
      case "set":
        go(node["next"]);
        break;
      case "ask": {
        moves.asks = true;
        const choices = (node["branches"] ?? node["answers"]) as Json[];
        for (const choice of choices) go(v1 ? choice["goto"] : choice["next"]);
        go(v1 ? node["no_match"] : (node["next"] ?? node["no_match"]));
        go(node["no_input"]);
        break;
      }
      case "condition":
        for (const branch of node["branches"] as Json[]) go(branch["next"]);
        go(node["otherwise"]);
        break;
      case "if":
        go(node["then"]);
        go(node["else"]);
        break;
      case "goto":
        go(node["to"]);
        break;
      case "http":
        go(node["next"]);
        go(node["on_error"]);
        break;
      case "transfer":
        moves.ends = true;
        if (node["on_failure"] !== undefined) go(node["on_failure"]);
        break;
      case "hangup":
        moves.ends = true;
        break;
      case "return":
        leave();
        break;
      default: {
        const called = String(node["flow"] ?? node["procedure"]);
        const start = starts.get(called);
        if (start === undefined) moves.dangling.push(called);
        else if (state.some((place) => place.flow === called)) moves.dangling.push(`recursion into ${called}`);
        else moves.states.push([...state, { flow: called, at: start }]);
      }
    }
    return moves;
  };

  const key = (state: State) => JSON.stringify(state);
  const first: State = [{ flow: MAIN, at: starts.get(MAIN) as number }];
  const found = new Map<string, Moves>();
  const visited = new Set<string>();
  for (const queue: State[] = [first]; queue.length > 0; ) {
    const state = queue.pop() as State;
    if (found.has(key(state))) continue;
    if (found.size > MOST_STATES) throw new Error("too many states to walk");
    const moves = move(state);
    found.set(key(state), moves);
    visited.add(JSON.stringify(state.at(-1)));
    faults.push(...moves.dangling.map((name) => `leads nowhere: ${name} from ${key(state)}`));
    queue.push(...moves.states);
  }
  for (const [flow, nodes] of lists)
    for (const at of nodes.keys())
      if (!visited.has(JSON.stringify({ flow, at }))) faults.push(`unreachable ${flow} ${at}`);
  faults.push(...endless(found, key), ...silentLoops(found, key), ...unknownVariables(document));
  return faults;
}

/** States from which no sequence of moves ends the call. */
function endless(found: ReadonlyMap<string, Moves>, key: (state: State) => string): string[] {
  const ending = new Set<string>();
  for (let size = -1; size !== ending.size; ) {
    size = ending.size;
    for (const [at, moves] of found) if (moves.ends || moves.states.some((to) => ending.has(key(to)))) ending.add(at);
  }
  return [...found.keys()].filter((at) => !ending.has(at)).map((at) => `no end from ${at}`);
}

/** Without the states that ask, what is left must run out: take away states that lead only to taken ones. */
function silentLoops(found: ReadonlyMap<string, Moves>, key: (state: State) => string): string[] {
  const left = new Map([...found].filter(([, moves]) => !moves.asks));
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [at, moves] of left) if (!moves.states.some((to) => left.has(key(to)))) left.delete(at);
  }
  return left.size > 0 ? [`loop without input near ${[...left.keys()][0]}`] : [];
}

const TEMPLATED = new Set(["text", "reprompt", "template", "url", "body", "headers"]);

function unknownVariables(document: Json): string[] {
  const declared = new Set((document["variables"] as Json[]).map((variable) => variable["name"]));
  const faults: string[] = [];
  const look = (value: unknown, templated: boolean, inside: Json): void => {
    if (typeof value === "string" && templated)
      for (const [, name] of value.matchAll(/\{\{([^}]*)\}\}/g))
        if (!declared.has(String(name).trim())) faults.push(`unknown variable ${name}`);
    if (value === null || typeof value !== "object") return;
    for (const [key, part] of Object.entries(value)) {
      if ((key === "variable" || key === "store") && !templated && !declared.has(part))
        faults.push(`unknown variable ${part}`);
      const transfer_target = key === "to" && [inside["do"], inside["type"]].includes("transfer");
      look(part, templated || TEMPLATED.has(key) || transfer_target, part as Json);
    }
  };
  const lists = [document["nodes"], document["steps"], document["flows"], document["procedures"]];
  const enter = (value: unknown): void => {
    if (Array.isArray(value)) for (const node of value) look(node, false, node as Json);
    else if (value !== null && typeof value === "object")
      for (const flow of Object.values(value)) enter(Array.isArray(flow) ? flow : (flow as Json)["nodes"]);
  };
  for (const list of lists) enter(list);
  return faults;
}
