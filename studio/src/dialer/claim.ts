import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import type { CallingWindow } from "../schedule/document";
import { windowAt } from "../schedule/window";
import { type CampaignRow, type Capacity, capacityOf, pause, tokens } from "./capacity";
import type { Runnable } from "./runnable";

/** A call that this process is to place. */
export interface ClaimedCall {
  id: string;
  tenant_id: string;
  contact_id: string;
  attempt: number;
  number: string;
  contact: Record<string, unknown>;
  campaign: CampaignRow;
  runnable: Runnable;
}

export interface ClaimOptions {
  owner: string;
  lease_s: number;
  /** Calls that this process can carry besides those it has. */
  free: number;
  now: Date;
  runnableOf(tx: Tx, campaign: CampaignRow, now: Date): Promise<Runnable | null>;
}

/** Contacts outside of their calling hours are put off this many at a time, so that no transaction grows with the list. */
const PUT_OFF_BATCH = 2000;

/** A campaign that could not call now is looked at again after so long, unless something wakes the dialer before. */
const LOOK_AGAIN_MS = 1000;

/** Where every line is taken, one of them may be free again soon. */
const CAPACITY_MS = 20;

export interface Claim {
  /** Null: no campaign was due. */
  campaign: CampaignRow | null;
  calls: ClaimedCall[];
  finished: boolean;
}

/**
 * Claims the calls of one campaign that is due. Its row is locked meanwhile, so that processes take turns at a campaign and work on
 * several side by side; each contact goes to one of them only. One transaction of the system.
 */
export async function claim(tx: Tx, options: ClaimOptions): Promise<Claim> {
  const { now } = options;
  const [campaign] = await tx.query<CampaignRow>(
    `SELECT c.*, t.settings AS tenant_settings, g.max_concurrent AS group_max_concurrent
     FROM campaigns c JOIN tenants t ON t.id = c.tenant_id LEFT JOIN campaign_groups g ON g.id = c.group_id
     WHERE c.state = 'running' AND c.next_claim_at <= $1 AND t.disabled_at IS NULL
     ORDER BY c.next_claim_at LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
    [now],
  );
  if (campaign === undefined) return { campaign: null, calls: [], finished: false };
  const none = { campaign, calls: [], finished: false };

  const capacity = await capacityOf(tx, campaign, options.free);
  if (capacity.calls <= 0) {
    await pause(tx, campaign, now, CAPACITY_MS);
    return none;
  }
  const runnable = await options.runnableOf(tx, campaign, now);
  if (runnable === null) {
    await pause(tx, campaign, now, 30 * LOOK_AGAIN_MS);
    return none;
  }
  const contacts = await dueContacts(tx, campaign, Math.min(capacity.calls, tokens(campaign, now)), now);
  if (contacts.length === 0) return { ...none, finished: await restOrFinish(tx, campaign, now, capacity) };

  const { open, put_off } = await sortByHours(tx, campaign, contacts, now);
  const calls = await insertCalls(tx, campaign, open, runnable, options);
  await paceOn(tx, campaign, now, calls.length, put_off);
  return { campaign, calls, finished: false };
}

interface ContactRow {
  id: string;
  number: string;
  name: string;
  external_id: string | null;
  time_zone: string;
  variables: Record<string, unknown>;
  attempts: number;
}

function dueContacts(tx: Tx, campaign: CampaignRow, limit: number, now: Date): Promise<ContactRow[]> {
  return tx.query<ContactRow>(
    `SELECT id, number, name, external_id, time_zone, variables, attempts FROM contacts
     WHERE campaign_id = $1 AND state = 'waiting' AND next_at <= $2 ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [campaign.id, now, limit],
  );
}

/** Those that may be called now; the zones of the others are put off to their next opening. */
async function sortByHours(tx: Tx, campaign: CampaignRow, contacts: readonly ContactRow[], now: Date) {
  const window = campaign.calling_window as CallingWindow | null;
  if (window === null) return { open: [...contacts], put_off: false };
  const open_zones = new Set<string>();
  let put_off = false;
  for (const zone of new Set(contacts.map((contact) => contact.time_zone))) {
    const state = windowAt(window, zone, now.getTime());
    if (state.open) open_zones.add(zone);
    else {
      put_off = true;
      // A window that never opens again: the contact stays where a person can see it, and the campaign does not spin.
      const opening = state.until_ms ?? now.getTime() + 365 * 86_400_000;
      await tx.query(
        `UPDATE contacts SET next_at = $4 WHERE id IN (
           SELECT id FROM contacts WHERE campaign_id = $1 AND state = 'waiting' AND time_zone = $2 AND next_at <= $3
           ORDER BY next_at, id LIMIT ${PUT_OFF_BATCH})`,
        [campaign.id, zone, now, new Date(opening)],
      );
    }
  }
  return { open: contacts.filter((contact) => open_zones.has(contact.time_zone)), put_off };
}

async function insertCalls(
  tx: Tx,
  campaign: CampaignRow,
  contacts: readonly ContactRow[],
  runnable: Runnable,
  options: ClaimOptions,
): Promise<ClaimedCall[]> {
  if (contacts.length === 0) return [];
  const calls = contacts.map((contact) => ({ id: uuid(), contact, attempt: contact.attempts + 1 }));
  await tx.query(
    "UPDATE contacts SET state = 'calling', attempts = attempts + 1, updated_at = $2 WHERE id = ANY ($1::uuid[])",
    [contacts.map((contact) => contact.id), options.now],
  );
  await tx.query(
    `INSERT INTO calls (id, tenant_id, project_id, callbot_id, kind, campaign_id, contact_id, attempt, scenario_id, scenario_version,
                        gateway, trunk, to_number, from_number, lease_owner, lease_until, queued_at)
     SELECT c.id, $1, $2, $3, 'campaign', $4, c.contact_id, c.attempt, $5, $6, $7, $8, c.number, $9, $10, now() + make_interval(secs => $11), $12
     FROM jsonb_to_recordset($13::jsonb) AS c (id uuid, contact_id uuid, attempt int, number text)`,
    [
      campaign.tenant_id,
      campaign.project_id,
      campaign.callbot_id,
      campaign.id,
      runnable.scenario_id,
      runnable.version,
      campaign.gateway,
      campaign.trunk,
      campaign.caller_number,
      options.owner,
      options.lease_s,
      options.now,
      JSON.stringify(
        calls.map(({ id, contact, attempt }) => ({ id, contact_id: contact.id, attempt, number: contact.number })),
      ),
    ],
  );
  return calls.map(({ id, contact, attempt }) => ({
    id,
    tenant_id: campaign.tenant_id,
    contact_id: contact.id,
    attempt,
    number: contact.number,
    contact: { ...contact.variables, number: contact.number, name: contact.name, external_id: contact.external_id },
    campaign,
    runnable,
  }));
}

/** Spends pacing tokens, or looks again at once where contacts were put off and others may be callable. */
async function paceOn(tx: Tx, campaign: CampaignRow, now: Date, placed: number, put_off: boolean): Promise<void> {
  const { calls_per_minute } = campaign;
  const from = Math.max(new Date(campaign.next_claim_at).getTime(), now.getTime() - 1000);
  const next = calls_per_minute === null || put_off ? now.getTime() : from + (placed * 60_000) / calls_per_minute;
  await tx.query("UPDATE campaigns SET next_claim_at = $2 WHERE id = $1", [campaign.id, new Date(next)]);
}

/** Nobody is due: sleep until somebody is, or finish when nobody ever will be. */
async function restOrFinish(tx: Tx, campaign: CampaignRow, now: Date, capacity: Capacity): Promise<boolean> {
  const [next] = await tx.query<{ next_at: string | null }>(
    "SELECT min(next_at) AS next_at FROM contacts WHERE campaign_id = $1 AND state = 'waiting'",
    [campaign.id],
  );
  if (next?.next_at) {
    const at = Math.max(new Date(next.next_at).getTime(), now.getTime() + 50);
    await tx.query("UPDATE campaigns SET next_claim_at = $2 WHERE id = $1", [campaign.id, new Date(at)]);
    return false;
  }
  const [calling] = await tx.query("SELECT 1 FROM contacts WHERE campaign_id = $1 AND state = 'calling' LIMIT 1", [
    campaign.id,
  ]);
  if (calling !== undefined || capacity.open_calls > 0) {
    await pause(tx, campaign, now, LOOK_AGAIN_MS);
    return false;
  }
  return true;
}
