/**
 * Random definitions for property tests. They are accepted by construction: the first edge of every node leads to the
 * following one, edges lead back only out of a question or into one, and nodes without a following one stand only
 * behind a node with a second edge over them.
 */
import fc from "fast-check";
import type { Assignment, Comparison, HttpRequest, Listen, Variable, When } from "../../src/scenario/definition_parts";
import type { Answer, DefinitionV1, Step } from "../../src/scenario/definition_v1";
import type { AskBranch, DefinitionV2, Node } from "../../src/scenario/definition_v2";

/** What every random definition declares, so that generated callers and contacts can aim at it. */
export const VARIABLES: readonly Variable[] = [
  { name: "name", type: "string", source: "contact" },
  { name: "city", type: "string", initial: "Ulm" },
  { name: "answer", type: "string" },
  { name: "count", type: "number", initial: 0 },
  { name: "amount", type: "number" },
  { name: "vip", type: "boolean", source: "contact", initial: false },
];
/** The intents that random questions tell apart. */
export const INTENTS = ["yes", "no", "agent", "later", "price"] as const;

type Draw = fc.GeneratorValue;
const strings = ["name", "city", "answer"];
const numbers = ["count", "amount"];

const draw = {
  index: (g: Draw, length: number) => g(fc.nat, { max: length - 1 }),
  chance: (g: Draw, of_100: number) => g(fc.nat, { max: 99 }) < of_100,
  one: <T>(g: Draw, from: readonly T[]): T => from[g(fc.nat, { max: from.length - 1 })] as T,
  text: (g: Draw): string => {
    const words = ["Hello", "your order", "{{name}}", "{{ city }}", "is 5 € today", "{{count}}", "„gut“", "}} {"];
    return Array.from({ length: 1 + g(fc.nat, { max: 3 }) }, () => draw.one(g, words)).join(" ");
  },
  comparison: (g: Draw): Comparison => {
    switch (g(fc.nat, { max: 4 })) {
      case 0:
        return { variable: draw.one(g, VARIABLES).name, op: "is_set" };
      case 1:
        return {
          variable: draw.one(g, numbers),
          op: draw.one(g, ["==", "!=", "<", "<=", ">", ">="]),
          value: draw.index(g, 4),
        };
      case 2:
        return {
          variable: draw.one(g, strings),
          op: draw.one(g, ["==", "!=", "contains"]),
          value: draw.one(g, ["a", "1", "yes"]),
        };
      case 3:
        return { variable: "vip", op: draw.one(g, ["==", "!="]), value: draw.chance(g, 50) };
      default:
        return { variable: "count", op: "<", value: 3 };
    }
  },
  when: (g: Draw, depth = 2): When => {
    const kind = depth === 0 ? 0 : g(fc.nat, { max: 5 });
    if (kind < 3) return draw.comparison(g);
    if (kind === 3) return { not: draw.when(g, depth - 1) };
    const parts = Array.from({ length: 1 + draw.index(g, 3) }, () => draw.when(g, depth - 1));
    return kind === 4 ? { all: parts } : { any: parts };
  },
  assignment: (g: Draw): Assignment => {
    switch (g(fc.nat, { max: 3 })) {
      case 0:
        return { variable: draw.one(g, numbers), add: draw.one(g, [1, -1, 2.5]) };
      case 1:
        return { variable: "vip", value: draw.chance(g, 50) };
      case 2:
        return { variable: draw.one(g, strings), value: draw.one(g, ["", "a", "{{not a template}}"]) };
      default:
        return {
          variable: draw.one(g, ["city", "amount", "answer"]),
          template: draw.one(g, ["{{count}}", "{{name}}!", "7"]),
        };
    }
  },
  assign: (g: Draw) => Array.from({ length: 1 + draw.index(g, 3) }, () => draw.assignment(g)),
  listen: (g: Draw): Listen => ({
    mode: draw.one(g, ["speech", "dtmf", "either"]),
    timeout_s: draw.one(g, [1, 3.5, 5]),
    ...(draw.chance(g, 20) && { finish_key: "#" }),
    ...(draw.chance(g, 20) && { max_digits: 1 + draw.index(g, 4) }),
  }),
  /** Distinct answers that the mode can give, none of them longer than one key. */
  choices: (g: Draw, mode: Listen["mode"]): ({ intent: string } | { digits: string })[] => {
    const intents = mode === "dtmf" ? [] : INTENTS.filter(() => draw.chance(g, 40)).map((intent) => ({ intent }));
    const digits =
      mode === "speech" ? [] : ["1", "2", "9", "0"].filter(() => draw.chance(g, 40)).map((d) => ({ digits: d }));
    return [...intents, ...digits];
  },
  asking: (g: Draw) => ({
    text: draw.text(g),
    ...(draw.chance(g, 30) && { barge_in: draw.chance(g, 50) }),
    ...(draw.chance(g, 40) && { store: draw.one(g, ["answer", "amount"]) }),
    ...(draw.chance(g, 50) && { retries: draw.index(g, 3) }),
    ...(draw.chance(g, 30) && { reprompt: draw.text(g) }),
  }),
  request: (g: Draw): HttpRequest => ({
    method: draw.one(g, ["POST", "PUT", "PATCH"]),
    url: draw.one(g, ["https://api.example/a?b={{name}}", "http://api.example:8080/{{count}}"]),
    ...(draw.chance(g, 40) && { headers: { "x-name": "{{city}}" } }),
    ...(draw.chance(g, 60) && { body: '{"name":"{{name}}","count":{{count}}}' }),
  }),
  save: (g: Draw) =>
    draw.chance(g, 50) ? [{ variable: draw.one(g, ["city", "amount", "vip"]), pointer: "/value" }] : [],
  ending: (g: Draw) => ({
    ...(draw.chance(g, 50) && { text: draw.text(g) }),
    ...(draw.chance(g, 50) && { outcome: draw.one(g, ["done", "refused"]) }),
    ...(draw.chance(g, 20) && { tags: ["a", "b"].slice(0, 1 + draw.index(g, 2)) }),
  }),
  variables: (g: Draw): Variable[] => {
    const chosen = g(fc.nat, { max: 3 });
    // All of them, in another order: conditions and templates may name any.
    return [...VARIABLES.slice(chosen), ...VARIABLES.slice(0, chosen)].map((variable) => ({ ...variable }));
  },
  limits: (g: Draw) => (draw.chance(g, 30) ? { limits: { max_turns: 5 + draw.index(g, 40) } } : {}),
};

/** What stands at one place of a list, before it is written in either format. */
type Shape = "say" | "ask" | "condition" | "set" | "http" | "transfer_back" | "call" | "stop";
interface Plan {
  readonly shapes: Shape[];
  /** For `call`, and for a `stop` that is one: the flow. */
  readonly callee: (string | undefined)[];
}
interface Flows {
  /** In an order in which each is called only by earlier lists; the first is the main list. */
  readonly plans: { name: string | null; plan: Plan; returns: boolean }[];
}

const BRANCHING: readonly Shape[] = ["ask", "condition", "http"];

function drawFlows(g: Draw, size: number): Flows {
  const names = ["lookup", "confirm", "goodbye"].slice(0, g(fc.nat, { max: 3 }));
  const lists = [null, ...names].map((name) => ({
    name,
    returns: name !== null && draw.chance(g, 75),
    calls: [] as string[],
  }));
  for (const [index, list] of lists.entries())
    if (list.name !== null) lists[draw.index(g, index)]?.calls.push(list.name);
  const returns = new Map(lists.map((list) => [list.name, list.returns]));
  return {
    plans: lists.map(({ name, calls, returns: own }) => ({
      name,
      returns: own,
      plan: drawPlan(g, size, calls, returns),
    })),
  };
}

function drawPlan(g: Draw, size: number, calls: readonly string[], returns: ReadonlyMap<string | null, boolean>): Plan {
  const shapes: Shape[] = [];
  const callee: (string | undefined)[] = [];
  const add = (shape: Shape, flow?: string) => {
    shapes.push(shape);
    callee.push(flow);
  };
  const length = 1 + draw.index(g, size);
  for (let n = 0; n < length; n++) {
    const previous = shapes.at(-1);
    if (previous && BRANCHING.includes(previous) && draw.chance(g, 30)) add("stop");
    else add(draw.one(g, ["say", "ask", "ask", "condition", "set", "http", "transfer_back"]));
  }
  if (shapes.at(-1) === "stop") add("say");
  for (const flow of calls)
    if (returns.get(flow)) add("call", flow);
    else {
      add("condition");
      add("stop", flow);
      add("say");
    }
  return { shapes, callee };
}

/** Where a second edge of a place may lead: forwards anywhere, back only out of a question or into one. */
function drawTarget(g: Draw, shapes: readonly Shape[], from: number): number {
  if (shapes[from + 1] === "stop" && BRANCHING.includes(shapes[from] as Shape)) return from + 2;
  const back = shapes.flatMap((shape, to) => (to <= from && (shapes[from] === "ask" || shape === "ask") ? [to] : []));
  const ahead = shapes.flatMap((_, to) => (to > from ? [to] : []));
  return draw.one(g, [...back, ...ahead, ...ahead, shapes.length]);
}

// Format v2

function drawV2(g: Draw, size: number): DefinitionV2 {
  const written = drawFlows(g, size).plans.map(
    ({ name, plan, returns }) => [name, nodesOf(g, plan, name, returns)] as const,
  );
  const [main, ...flows] = written;
  return {
    format: "v2",
    language: draw.one(g, ["en", "de-AT"]),
    variables: draw.variables(g),
    ...draw.limits(g),
    ...(main as (typeof written)[number])[1],
    ...(flows.length > 0 && { flows: Object.fromEntries(flows) as Record<string, { start: string; nodes: Node[] }> }),
  };
}

function nodesOf(
  g: Draw,
  { shapes, callee }: Plan,
  flow: string | null,
  returns: boolean,
): { start: string; nodes: Node[] } {
  const ids = [...shapes.map((shape, index) => `${shape}-${index}`), "last"];
  const write = (shape: Shape, index: number): Node => {
    const id = ids[index] as string;
    const next = ids[index + 1] as string;
    const other = () => ids[drawTarget(g, shapes, index)] as string;
    const over = () => (shapes[index + 1] === "stop" ? (ids[index + 2] as string) : other());
    switch (shape) {
      case "say":
        return { id, type: "say", text: draw.text(g), ...(draw.chance(g, 30) && { barge_in: true }), next };
      case "set":
        return { id, type: "set", assign: draw.assign(g), next };
      case "ask": {
        const listen = draw.listen(g);
        const branches: AskBranch[] = draw.choices(g, listen.mode).map((choice) => ({ ...choice, next: other() }));
        const open = branches.length === 0 || draw.chance(g, 20);
        return {
          id,
          type: "ask",
          ...draw.asking(g),
          listen,
          branches,
          ...(open ? { next } : { no_match: next }),
          no_input: over(),
        };
      }
      case "condition": {
        const branches = [{ when: draw.when(g), next: over() }];
        if (draw.chance(g, 30))
          branches.push({
            when: { all: [draw.comparison(g), { not: draw.comparison(g) }, draw.comparison(g)] },
            next: other(),
          });
        return { id, type: "condition", branches, otherwise: next };
      }
      case "http":
        return { id, type: "http", request: draw.request(g), timeout_s: 2, save: draw.save(g), next, on_error: over() };
      case "transfer_back":
        return { id, type: "transfer", to: "+4930123456", on_failure: next };
      case "call":
        return { id, type: "subflow", flow: callee[index] as string, next };
      case "stop": {
        const flow_called = callee[index];
        if (flow_called !== undefined) return { id, type: "subflow", flow: flow_called };
        if (flow !== null && returns && draw.chance(g, 40)) return { id, type: "return" };
        return draw.chance(g, 30)
          ? { id, type: "transfer", to: "sip:{{name}}@example.com" }
          : { id, type: "hangup", ...draw.ending(g) };
      }
    }
  };
  const nodes = shapes.map(write);
  const last: Node =
    flow !== null && returns ? { id: "last", type: "return" } : { id: "last", type: "hangup", ...draw.ending(g) };
  return { start: ids[0] as string, nodes: [...nodes, last] };
}

// Format v1

function drawV1(g: Draw, size: number): DefinitionV1 {
  const written = drawFlows(g, size).plans.map(
    ({ name, plan, returns }) => [name, stepsOf(g, plan, name, returns)] as const,
  );
  const [main, ...procedures] = written;
  return {
    format: "v1",
    language: draw.one(g, ["en", "de-AT"]),
    variables: draw.variables(g),
    ...draw.limits(g),
    steps: (main as (typeof written)[number])[1],
    ...(procedures.length > 0 && { procedures: Object.fromEntries(procedures) as Record<string, Step[]> }),
  };
}

function stepsOf(g: Draw, { shapes, callee }: Plan, procedure: string | null, returns: boolean): Step[] {
  const names = shapes.map((shape, index) => (draw.chance(g, 15) ? `say_${index + 2}` : `${shape}.${index}`));
  const labels = [
    ...(new Set(names).size === names.length ? names : shapes.map((shape, index) => `${shape}.${index}`)),
    "last",
  ];
  const used = new Set<string>();
  const use = (index: number): string => {
    const label = labels[index] as string;
    used.add(label);
    return label;
  };
  const write = (shape: Shape, index: number): Step => {
    const other = () => use(drawTarget(g, shapes, index));
    const over = () => (shapes[index + 1] === "stop" ? use(index + 2) : other());
    switch (shape) {
      case "say":
        return { do: "say", text: draw.text(g), ...(draw.chance(g, 30) && { barge_in: true }) };
      case "set":
        return { do: "set", assign: draw.assign(g) };
      case "ask": {
        const listen = draw.listen(g);
        const answers: Answer[] = draw.choices(g, listen.mode).map((choice) => ({ ...choice, goto: other() }));
        // The step before a stop needs an edge over it, and one into it.
        const stopped = shapes[index + 1] === "stop";
        return {
          do: "ask",
          ...draw.asking(g),
          listen,
          answers,
          ...((stopped || draw.chance(g, 50)) && { no_input: over() }),
          ...(answers.length > 0 && !stopped && draw.chance(g, 20) && { no_match: use(index + 1) }),
        };
      }
      case "condition": {
        const then = over();
        return { do: "if", when: draw.when(g), then, ...(draw.chance(g, 30) && { else: use(index + 1) }) };
      }
      case "http":
        return { do: "http", request: draw.request(g), timeout_s: 2, save: draw.save(g), on_error: over() };
      case "transfer_back":
        return { do: "transfer", to: "+4930123456", on_failure: use(index + 1) };
      case "call":
        return { do: "call", procedure: callee[index] as string };
      case "stop": {
        const called = callee[index];
        if (called !== undefined) return { do: "call", procedure: called };
        const kind = draw.index(g, 4);
        if (kind === 0 && procedure !== null && returns) return { do: "return" };
        if (kind === 1) return { do: "transfer", to: "sip:{{name}}@example.com" };
        if (kind === 2) return { do: "goto", to: use(index + 1 + draw.index(g, shapes.length - index)) };
        return { do: "hangup", ...draw.ending(g) };
      }
    }
  };
  const steps = shapes.map(write);
  const last: Step =
    procedure !== null && !returns ? { do: "hangup", ...draw.ending(g) } : { do: "say", text: "That is all." };
  const all = [...steps, last];
  // A last step that nothing names may be left to the end of the list.
  if (last.do === "say" && !used.has("last") && steps.length > 0 && draw.chance(g, 50)) all.pop();
  return all.map((step, index): Step => {
    const label = labels[index] as string;
    return used.has(label) || draw.chance(g, 10) ? { label, ...step } : step;
  });
}

/** Definitions that `validate` accepts. @param size most nodes of a flow, about */
export const validV2 = (size = 8): fc.Arbitrary<DefinitionV2> => fc.gen().map((g) => drawV2(g, size));
/** Definitions that `validate` accepts. @param size most steps of a list, about */
export const validV1 = (size = 8): fc.Arbitrary<DefinitionV1> => fc.gen().map((g) => drawV1(g, size));

/** A definition with some of its values replaced, removed, doubled or exchanged; mostly no longer acceptable. */
export const mutated = (definitions: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
  fc.gen().map((g) => {
    let document: unknown = structuredClone(g(() => definitions));
    for (let times = 1 + draw.index(g, 3); times > 0; times--) document = mutate(g, document);
    return document;
  });

/** Small v2 graphs of the right form whose edges lead anywhere within their flow. */
export const anyGraph = (): fc.Arbitrary<DefinitionV2> =>
  fc.gen().map((g) => {
    const flow = (callee: string | undefined, last: Node["type"]): { start: string; nodes: Node[] } => {
      const ids = Array.from({ length: 2 + draw.index(g, 4) }, (_, index) => `n${index}`);
      const any = () => draw.one(g, ids);
      const nodes = ids.map((id, index): Node => {
        const kinds = ["say", "ask", "ask", "condition", ...(callee === undefined ? [] : ["subflow"]), last];
        const kind = index === ids.length - 1 ? last : draw.one(g, kinds);
        if (kind === "say") return { id, type: "say", text: "…", next: any() };
        if (kind === "subflow")
          return { id, type: "subflow", flow: callee as string, ...(draw.chance(g, 50) && { next: any() }) };
        if (kind === "condition")
          return { id, type: "condition", branches: [{ when: draw.comparison(g), next: any() }], otherwise: any() };
        if (kind !== "ask") return { id, type: last as "hangup" };
        const branches = [{ digits: "1", next: any() }];
        return {
          id,
          type: "ask",
          text: "?",
          listen: { mode: "dtmf", timeout_s: 1 },
          branches,
          no_match: any(),
          no_input: any(),
        };
      });
      return { start: "n0", nodes };
    };
    const callee = draw.chance(g, 50) ? "sub" : undefined;
    const flows =
      callee === undefined ? {} : { flows: { sub: flow(undefined, draw.one(g, ["return", "return", "hangup"])) } };
    return { format: "v2", language: "en", variables: draw.variables(g), ...flow(callee, "hangup"), ...flows };
  });

const EDGES = new Set(
  "next goto to then else otherwise no_match no_input on_error on_failure start flow procedure".split(" "),
);
const NAMES = new Set(["id", "label"]);

/** A definition of the right form, some of whose edges lead to another node, perhaps of another flow, or to none. */
export const rewired = <T extends object>(definitions: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.gen().map((g) => {
    const document = structuredClone(g(() => definitions));
    const places = placesOf(document) as { holder: Record<string, unknown>; key: string }[];
    const is_transfer = (holder: Record<string, unknown>) =>
      "transfer" === holder["type"] || "transfer" === holder["do"];
    const edges = places.filter(({ holder, key }) => EDGES.has(key) && !(key === "to" && is_transfer(holder)));
    const names = places.filter(({ key }) => NAMES.has(key)).map(({ holder, key }) => holder[key]);
    const flows = Object.keys(
      ("flows" in document ? document.flows : "procedures" in document ? document.procedures : {}) as object,
    );
    if (edges.length === 0) return document;
    for (let times = 1 + draw.index(g, 4); times > 0; times--) {
      const { holder, key } = draw.one(g, edges);
      holder[key] = draw.chance(g, 3) ? "nowhere" : draw.one(g, key === "flow" || key === "procedure" ? flows : names);
    }
    return document;
  });

function mutate(g: Draw, document: unknown): unknown {
  const places = placesOf(document);
  if (places.length === 0) return g(fc.jsonValue);
  const { holder, key } = draw.one(g, places);
  const at = holder as Record<string, unknown>;
  const value = at[key];
  switch (g(fc.nat, { max: 5 })) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete at[key];
      break;
    case 1:
      if (Array.isArray(holder)) holder.push(structuredClone(value));
      else at[`${key}_copy`] = structuredClone(value);
      break;
    case 2:
      at[key] = g(fc.jsonValue);
      break;
    default: {
      // Another value of the same kind from the same document: edges, names and types get mixed up.
      const others = places.map((place) => (place.holder as Record<string, unknown>)[place.key]);
      const alike = others.filter((other) => typeof other === typeof value && typeof other !== "object");
      if (typeof value !== "object" && alike.length > 0) at[key] = draw.one(g, alike);
    }
  }
  return document;
}

function placesOf(value: unknown): { holder: object; key: string }[] {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, part]) => [{ holder: value, key }, ...placesOf(part)]);
}
