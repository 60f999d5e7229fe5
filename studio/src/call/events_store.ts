import type { Tx } from "../db/db";
import type { TraceEvent } from "../runtime/trace";

export interface TracedCall {
  id: string;
  tenant_id: string;
  scenario_id: string;
  scenario_version: number;
}

/** Writes trace events of a call; those that are there already are left alone. */
export async function insertEvents(tx: Tx, call: TracedCall, events: readonly TraceEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ seq, at_ms, flow, node_id, visit, kind, ...detail }) => ({
    seq,
    at_ms: Math.round(at_ms),
    flow,
    node_id,
    visit,
    kind,
    detail,
  }));
  await tx.query(
    `INSERT INTO call_events (tenant_id, call_id, scenario_id, scenario_version, seq, at_ms, flow, node_id, visit, kind, detail)
     SELECT $1, $2, $3, $4, e.seq, e.at_ms, e.flow, e.node_id, e.visit, e.kind, e.detail
     FROM jsonb_to_recordset($5::jsonb)
       AS e (seq int, at_ms int, flow text, node_id text, visit int, kind text, detail jsonb)
     ON CONFLICT DO NOTHING`,
    [call.tenant_id, call.id, call.scenario_id, call.scenario_version, JSON.stringify(rows)],
  );
}

/** What both sides said, one line each, for full-text search. */
export function saidText(events: readonly TraceEvent[]): string {
  return events
    .flatMap((event) => ((event.kind === "said" || event.kind === "heard") && event.text ? [event.text] : []))
    .join("\n");
}
