import fc from "fast-check";
import { edgeKey, flowOf, nodeKey } from "../../src/analysis/flow";
import { graphOf, graphWith } from "../../src/analysis/graph";
import type { TraceEvent } from "../../src/runtime/trace";
import type { Definition } from "../../src/scenario/definition";
import { migrateToV2 } from "../../src/scenario/migrate";
import { ORDINARY_MANNERS, randomCaller } from "../../src/voice/simulated/random_caller";
import { play } from "../runtime/support";
import { INTENTS, validV1, validV2 } from "../scenario/arbitrary";
import { reminderV1, reminderV2 } from "../scenario/examples";

const phrases = new Map(INTENTS.map((intent) => [intent, [`${intent} please`]] as const));
const lively = (seed: string) => randomCaller(seed, { ...ORDINARY_MANNERS, silence: 0.15, wrong_digits: 0.2 });

/** `from -via-> to`, flows before a slash. */
function edgesOf(definition: Definition): string[] {
  const place = (flow: string | null, id: string | null) => `${flow === null ? "" : `${flow}/`}${id ?? "(call)"}`;
  return graphOf(definition).edges.map(
    (edge) => `${place(edge.from_flow, edge.from_node_id)} -${edge.via}-> ${place(edge.flow, edge.node_id)}`,
  );
}

describe("the graph of a version", () => {
  test("of the second format has its nodes, their texts and places, and the way into and out of sub-flows", () => {
    const definition = reminderV2();
    const { nodes, edges } = graphOf(definition);
    expect(nodes.map(({ flow, node_id }) => [flow, node_id])).toEqual([
      ...definition.nodes.map(({ id }) => [null, id]),
      ["find_slot", "ask_service"],
      ["find_slot", "back"],
    ]);
    expect(nodes.filter(({ is_start }) => is_start).map(({ node_id }) => node_id)).toEqual(["greet", "ask_service"]);
    expect(nodes.find(({ node_id }) => node_id === "offer")).toMatchObject({ type: "say", text: "We have {{slot}}." });
    const all = edgesOf(definition);
    expect(all).toEqual(
      expect.arrayContaining([
        "(call) -start-> greet",
        "coming -branch:0-> thanks",
        "coming -branch:1-> thanks",
        "coming -no_match-> count",
        "coming -no_input-> count",
        "enough -otherwise-> coming",
        "another -flow-> find_slot/ask_service",
        "find_slot/back -return-> told",
        "agent -on_failure-> sorry",
      ]),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(edges.filter(({ label }) => label !== null).map(({ label }) => label)).toEqual(["yes", "1", "no", "2"]);
  });

  test("of the first format has its steps; jumps are ways, and the end of a list is there where it is reached", () => {
    const { nodes } = graphOf(reminderV1());
    const ids = nodes.map(({ flow, node_id }) => `${flow ?? ""}/${node_id}`);
    expect(nodes.map(({ type }) => type)).not.toContain("goto");
    expect(ids).toEqual(
      expect.arrayContaining(["/coming", "/another", "/agent", "/sorry", "/thanks", "new_date/save"]),
    );
    expect(edgesOf(reminderV1())).toEqual(
      expect.arrayContaining(["coming -branch:0-> thanks", "coming -branch:1-> another"]),
    );
  });

  test("an end of a procedure that nothing reaches is no way back", () => {
    const definition: Definition = {
      format: "v1",
      language: "en",
      variables: [],
      steps: [{ do: "call", procedure: "tell" }],
      procedures: {
        tell: [
          { do: "say", text: "Hello." },
          { label: "out", do: "return" },
        ],
      },
    };
    const back = edgesOf(definition).filter((edge) => edge.includes("-return->"));
    expect(back.map((edge) => edge.split(" ")[0])).toEqual(["tell/out"]);
  });

  test("whatever a call does, in either format, is in the graph; and every edge joins nodes that are shown", async () => {
    let entered = 0;
    const definitions = fc.oneof(validV1(12), validV2(12), validV1(8).map(migrateToV2));
    await fc.assert(
      fc.asyncProperty(definitions, fc.string({ minLength: 1, maxLength: 6 }), async (definition, seed) => {
        const { nodes, edges } = graphOf(definition);
        const shown = new Set(nodes.map(nodeKey));
        const ways = new Set(edges.map(edgeKey));
        for (const { from_flow, from_node_id, flow, node_id } of edges) {
          expect(shown).toContain(nodeKey({ flow, node_id }));
          if (from_node_id !== null) expect(shown).toContain(nodeKey({ flow: from_flow, node_id: from_node_id }));
        }
        const { trace } = await play(definition, lively(seed), { contact: { name: "Mara" }, phrases });
        for (const key of taken(trace)) {
          expect(ways).toContain(key);
          entered += 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(entered).toBeGreaterThan(400);
  }, 60_000);

  test("carries the counts of calls, and nought where nobody came", () => {
    const place = { from_flow: null, from_node_id: null, flow: null, node_id: "greet", visits: 5, calls: 5 };
    const counted = flowOf([
      { ...place, part: "node", what: "say" },
      { ...place, part: "edge", what: "start" },
    ]);
    const { nodes, edges } = graphWith(reminderV2(), counted);
    expect(nodes.filter(({ visits }) => visits > 0).map(({ node_id, visits }) => [node_id, visits])).toEqual([
      ["greet", 5],
    ]);
    expect(edges.filter(({ visits }) => visits > 0).map(({ via, visits }) => [via, visits])).toEqual([["start", 5]]);
    expect(nodes.find(({ node_id }) => node_id === "sorry")).toMatchObject({ calls: 0, active: 0, ended: {} });
  });
});

/** The edges that a call took, as the database counts them: from one visit to the next. */
function taken(trace: readonly TraceEvent[]): string[] {
  let from: { flow: string | null; node_id: string | null } = { flow: null, node_id: null };
  return trace.flatMap((event) => {
    if (event.kind !== "node_entered") return [];
    const { flow, node_id, via } = event;
    const edge = { from_flow: from.flow, from_node_id: from.node_id, flow, node_id, via };
    from = { flow, node_id };
    return [edgeKey(edge)];
  });
}
