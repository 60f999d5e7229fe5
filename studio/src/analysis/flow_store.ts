import type { Tx } from "../db/db";
import { OF_TAKEN, TAKEN } from "./filter";

/** One count; which fields mean something depends on the part. */
export interface FlowRow {
  part: "calls" | "node" | "edge" | "end";
  from_flow: string | null;
  from_node_id: string | null;
  flow: string | null;
  node_id: string;
  /** Of an edge `via`, of a node its type, of an end the outcome or `in_progress`, of calls `total`, `open`, `entered`. */
  what: string;
  visits: number;
  calls: number;
}

/**
 * Counts of a version, all of one moment: one statement, so that they fit each other while calls go on.
 * The visit before a node's own is where the call came from, also out of and into sub-flows, because visits are numbered through the call.
 */
export function countFlow(tx: Tx, params: readonly unknown[]): Promise<FlowRow[]> {
  return tx.query<FlowRow>(
    `WITH visits AS MATERIALIZED (
       SELECT e.call_id, e.flow, e.node_id, e.detail->>'type' AS type, e.detail->>'via' AS via,
              lag(e.flow) OVER trace AS from_flow, lag(e.node_id) OVER trace AS from_node_id, lead(e.seq) OVER trace IS NULL AS is_last
       FROM call_events e WHERE e.kind = 'node_entered' AND ${OF_TAKEN}
       WINDOW trace AS (PARTITION BY e.call_id ORDER BY e.seq)),
     taken AS MATERIALIZED (SELECT count(*) AS total, count(*) FILTER (WHERE c.state <> 'ended') AS open FROM calls c WHERE ${TAKEN})
     SELECT 'edge' AS part, from_flow, from_node_id, flow, node_id, via AS what, count(*) AS visits, count(DISTINCT call_id) AS calls
       FROM visits GROUP BY from_flow, from_node_id, flow, node_id, via
     UNION ALL
     SELECT 'node', NULL, NULL, flow, node_id, max(type), count(*), count(DISTINCT call_id) FROM visits GROUP BY flow, node_id
     UNION ALL
     SELECT 'end', NULL, NULL, v.flow, v.node_id, o.outcome, count(*), count(*)
       -- By its key, not by what was counted already: a planner without statistics would compare every call with every other.
       FROM visits v JOIN calls c ON c.tenant_id = studio_tenant() AND c.id = v.call_id
       CROSS JOIN LATERAL (SELECT CASE WHEN c.state = 'ended' THEN coalesce(c.scenario_outcome, 'interrupted') ELSE 'in_progress' END AS outcome) o
       WHERE v.is_last GROUP BY v.flow, v.node_id, o.outcome
     UNION ALL
     SELECT 'calls', NULL, NULL, NULL, '', 'total', 0, total FROM taken
     UNION ALL
     SELECT 'calls', NULL, NULL, NULL, '', 'open', 0, open FROM taken
     UNION ALL
     SELECT 'calls', NULL, NULL, NULL, '', 'entered', 0, count(*) FROM visits WHERE is_last`,
    params,
  );
}
