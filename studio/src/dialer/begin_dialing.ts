import type { Db, Tx } from "../db/db";
import { emit } from "../live/emit";
import type { VoiceGateway } from "../voice/gateway";
import { SILENT_S } from "./lease";
import type { QueuedCall } from "./queued_call";
import { forget } from "./recover";

export interface Dialing {
  call: QueuedCall;
  gateway: VoiceGateway;
}

/**
 * Writes of queued calls that they are dialled now, before their gateways are asked: a call that may have rung must never look as if
 * it had not. Those that were withdrawn meanwhile (campaign paused or finished, contact removed) are forgotten.
 * @returns those that may be placed
 */
export async function beginDialing<D extends Dialing>(
  calls: readonly D[],
  { db, owner, now }: { db: Db; owner: string; now(): Date },
): Promise<D[]> {
  if (calls.length === 0) return [];
  return db.asSystem(async (tx) => {
    const begun = await writeDialing(tx, calls, owner, now());
    const ours = calls.filter(({ call }) => begun.has(call.id));
    await tellDialing(tx, ours);
    await forget(
      tx,
      calls.flatMap(({ call }) => (begun.has(call.id) ? [] : [call.id])),
      owner,
    );
    return ours;
  });
}

/** Where a gateway carries calls by itself, its hooks may come in although this process is gone: the lease lasts beyond the ringing. */
async function writeDialing(tx: Tx, calls: readonly Dialing[], owner: string, at: Date): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE calls SET state = 'dialing', dialed_at = $3, lease_until = greatest(lease_until, now() + make_interval(secs => d.lease_s))
     FROM jsonb_to_recordset($1::jsonb) AS d (id uuid, lease_s int)
     WHERE calls.id = d.id AND state = 'queued' AND lease_owner = $2
       AND (campaign_id IS NULL OR EXISTS (SELECT 1 FROM campaigns c WHERE c.id = calls.campaign_id AND c.state = 'running'))
       AND (contact_id IS NULL OR EXISTS (SELECT 1 FROM contacts p WHERE p.id = calls.contact_id AND p.state = 'calling'))
     RETURNING calls.id`,
    [
      JSON.stringify(
        calls.map(({ call, gateway }) => ({
          id: call.id,
          lease_s: gateway.endCall === undefined ? 0 : call.ring_timeout_s + SILENT_S,
        })),
      ),
      owner,
      at,
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

async function tellDialing(tx: Tx, calls: readonly Dialing[]): Promise<void> {
  for (const tenant_id of new Set(calls.map(({ call }) => call.tenant_id))) {
    const of_tenant = calls.filter(({ call }) => call.tenant_id === tenant_id);
    await emit(
      tx,
      tenant_id,
      of_tenant.map(({ call: { id, project_id, campaign_id, number } }) => ({
        type: "call.dialing",
        data: { call_id: id, project_id, campaign_id, number },
      })),
    );
  }
}
