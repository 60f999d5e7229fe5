import type { Simulation } from "../campaign/schema";
import type { Tx } from "../db/db";
import type { QueuedCall } from "./carry";
import type { Runnable, RunnableRequest } from "./runnable";

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

/** Claims test calls that nobody has taken up. They do not wait for campaigns, and are bounded by the process alone. */
export async function claimTests(
  tx: Tx,
  options: {
    owner: string;
    lease_s: number;
    free: number;
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
    const runnable = await options.versionOf(tx, row, row.scenario_version);
    if (runnable === null) continue;
    const { id, tenant_id, project_id, trunk, to_number: number, from_number: from, test_request: request } = row;
    const { contact, ring_timeout_s } = request;
    const call = {
      id,
      tenant_id,
      project_id,
      campaign_id: null,
      number,
      from,
      trunk,
      ring_timeout_s,
      contact,
      runnable,
    };
    claimed.push({ call, gateway: row.gateway, request });
  }
  return claimed;
}
