import { flowOf } from "../../src/analysis/flow";
import type { FlowRow } from "../../src/analysis/flow_store";

const row = (part: FlowRow["part"], what: string, more: Partial<FlowRow>): FlowRow => ({
  part,
  what,
  from_flow: null,
  from_node_id: null,
  flow: null,
  node_id: "",
  visits: 0,
  calls: 0,
  ...more,
});

const COUNTED: FlowRow[] = [
  row("calls", "total", { calls: 9 }),
  row("calls", "open", { calls: 2 }),
  row("calls", "entered", { calls: 7 }),
  row("end", "caller_hung_up", { node_id: "ask", visits: 2 }),
  row("end", "interrupted", { node_id: "ask", visits: 1 }),
  row("end", "in_progress", { node_id: "ask", visits: 1 }),
  row("end", "completed", { node_id: "ask", flow: "verify", visits: 3 }),
  row("node", "ask", { node_id: "ask", visits: 6, calls: 4 }),
  row("node", "ask", { node_id: "ask", flow: "verify", visits: 8, calls: 3 }),
  row("edge", "no_match", { from_node_id: "ask", node_id: "ask", visits: 2, calls: 1 }),
  row("edge", "start", { node_id: "ask", visits: 4, calls: 4 }),
];

describe("the flow of calls through a version", () => {
  const flow = flowOf(COUNTED);

  test("nodes of the same name in two flows are two nodes; the busiest comes first", () => {
    expect(flow.nodes.map(({ flow: name, node_id, visits, calls }) => [name, node_id, visits, calls])).toEqual([
      ["verify", "ask", 8, 3],
      [null, "ask", 6, 4],
    ]);
  });

  test("a call that is under way is at its node; who was cut off dropped out, who came to an end did not", () => {
    const [verify, main] = flow.nodes;
    expect(main).toMatchObject({ active: 1, drop_outs: 3, ended: { caller_hung_up: 2, interrupted: 1 } });
    expect(verify).toMatchObject({ active: 0, drop_outs: 0, ended: { completed: 3 } });
  });

  test("edges keep how they were taken, calls what they are", () => {
    expect(flow.edges.map(({ from_node_id, node_id, via, visits }) => [from_node_id, node_id, via, visits])).toEqual([
      [null, "ask", "start", 4],
      ["ask", "ask", "no_match", 2],
    ]);
    expect(flow.calls).toEqual({ total: 9, open: 2, entered: 7 });
  });

  test("no call, no node", () => {
    expect(flowOf([]).nodes).toEqual([]);
  });
});
