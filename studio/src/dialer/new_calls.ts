import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import type { CampaignRow } from "./capacity";
import type { Runnable } from "./runnable";
import type { Way } from "./trunk_lines";

/** A contact that is due, as it is claimed. */
export interface WaitingContact {
  id: string;
  number: string;
  name: string;
  external_id: string | null;
  time_zone: string;
  variables: Record<string, unknown>;
  /** So far. */
  attempts: number;
}

/** A call that this process is to place. */
export interface ClaimedCall {
  id: string;
  tenant_id: string;
  contact_id: string;
  attempt: number;
  /** The contact's own; what is dialled is the way's. */
  number: string;
  from: string;
  way: Exclude<Way, { kind: "busy" }>;
  contact: Record<string, unknown>;
  campaign: CampaignRow;
  runnable: Runnable;
}

/** Writes the next attempts at contacts, under this process's lease. */
export async function insertCalls(
  tx: Tx,
  campaign: CampaignRow,
  chosen: readonly { contact: WaitingContact; way: ClaimedCall["way"] }[],
  runnable: Runnable,
  { owner, lease_s, now }: { owner: string; lease_s: number; now: Date },
): Promise<ClaimedCall[]> {
  if (chosen.length === 0) return [];
  const calls = chosen.map(({ contact, way }) => ({
    id: uuid(),
    tenant_id: campaign.tenant_id,
    contact_id: contact.id,
    attempt: contact.attempts + 1,
    number: contact.number,
    from: (way.kind === "way" ? way.caller_id : null) ?? campaign.caller_number,
    way,
    contact: { ...contact.variables, number: contact.number, name: contact.name, external_id: contact.external_id },
    campaign,
    runnable,
  }));
  await tx.query(
    "UPDATE contacts SET state = 'calling', attempts = attempts + 1, updated_at = $2 WHERE id = ANY ($1::uuid[])",
    [calls.map(({ contact_id }) => contact_id), now],
  );
  await tx.query(
    `INSERT INTO calls (id, tenant_id, project_id, callbot_id, kind, campaign_id, contact_id, attempt, scenario_id, scenario_version,
                        gateway, trunk, to_number, from_number, lease_owner, lease_until, queued_at)
     SELECT c.id, $1, $2, $3, 'campaign', $4, c.contact_id, c.attempt, $5, $6, $7, c.trunk, c.number, c.from_number, $8,
            now() + make_interval(secs => $9), $10
     FROM jsonb_to_recordset($11::jsonb) AS c (id uuid, contact_id uuid, attempt int, trunk text, number text, from_number text)`,
    [
      campaign.tenant_id,
      campaign.project_id,
      campaign.callbot_id,
      campaign.id,
      runnable.scenario_id,
      runnable.version,
      campaign.gateway,
      owner,
      lease_s,
      now,
      JSON.stringify(
        calls.map(({ id, contact_id, attempt, number, from, way }) => ({
          id,
          contact_id,
          attempt,
          trunk: way.kind === "way" ? way.trunk : campaign.trunk,
          number,
          from_number: from,
        })),
      ),
    ],
  );
  return calls;
}
