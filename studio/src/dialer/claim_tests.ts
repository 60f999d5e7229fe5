import type { Simulation } from "../campaign/schema";
import type { Tx } from "../db/db";
import { endCall, unheard } from "./end_call";
import type { QueuedCall } from "./queued_call";
import type { Runnable, RunnableRequest } from "./runnable";
import { wayOf } from "./trunk_lines";

/** What a test call was asked for with. */
export interface TestRequest {
  contact: Record<string, unknown>;
  ring_timeout_s: number;
  simulation: Simulation | null;
  record: boolean;
}

export interface ClaimedTest {
  call: QueuedCall;
  gateway: string;
  request: TestRequest;
  /** Why the call cannot be placed; null where it can. */
  fault: string | null;
}

interface Row {
  id: string;
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  scenario_id: string;
  scenario_version: number;
  gateway: string;
  trunk: string | null;
  to_number: string;
  from_number: string;
  test_request: TestRequest;
}

/**
 * Claims test calls that nobody has taken up. They go the way that a campaign's would, but do not wait for campaigns, and are
 * bounded by the process alone.
 */
export async function claimTests(
  tx: Tx,
  options: {
    owner: string;
    lease_s: number;
    free: number;
    now: Date;
    versionOf(tx: Tx, request: RunnableRequest, version: number): Promise<Runnable | null>;
  },
): Promise<ClaimedTest[]> {
  const rows = await tx.query<Row>(
    `UPDATE calls SET lease_owner = $1, lease_until = now() + make_interval(secs => $2)
     WHERE id IN (SELECT id FROM calls WHERE state = 'queued' AND lease_owner IS NULL AND kind = 'test'
                  ORDER BY queued_at LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, tenant_id, project_id, callbot_id, scenario_id, scenario_version, gateway, trunk, to_number, from_number, test_request`,
    [options.owner, options.lease_s, options.free],
  );
  const claimed: ClaimedTest[] = [];
  for (const row of rows) {
    const runnable = await options.versionOf(tx, row, row.scenario_version).catch(() => null);
    if (runnable === null) {
      await endCall(tx, row.id, options.owner, unheard("failed", "the scenario cannot be run"), options.now);
      continue;
    }
    const way = await wayOf(tx, row, row.to_number, options.now);
    const { id, tenant_id, project_id, to_number: number, test_request: request } = row;
    const { contact, ring_timeout_s } = request;
    const call: QueuedCall = {
      id,
      tenant_id,
      project_id,
      campaign_id: null,
      attempt: 1,
      number,
      dialled: way.kind === "way" ? way.dialled : number,
      from: (way.kind === "way" ? way.caller_id : null) ?? row.from_number,
      trunk: way.kind === "way" ? way.trunk : row.trunk,
      ring_timeout_s,
      contact,
      runnable,
    };
    await tx.query("UPDATE calls SET trunk = $2, from_number = $3 WHERE id = $1", [id, call.trunk, call.from]);
    claimed.push({ call, gateway: row.gateway, request, fault: way.kind === "none" ? way.reason : null });
  }
  return claimed;
}
