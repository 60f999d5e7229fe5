import type { Tx } from "../db/db";
import { callingNow } from "./calling_hours";
import { type CampaignRow, type Capacity, capacityOf, pacedAfter, pacedCalls } from "./capacity";
import { type ClaimedCall, insertCalls, type WaitingContact } from "./new_calls";
import type { Runnable } from "./runnable";
import { storeSpent } from "./trunk_lines";

export interface ClaimOptions {
  owner: string;
  lease_s: number;
  /** Calls that this process can carry besides those it has. */
  free: number;
  now: Date;
  /** Campaigns and tenants that are not to be looked at: their limits were reached a moment ago. */
  skip: readonly string[];
  runnableOf(tx: Tx, campaign: CampaignRow, now: Date): Promise<Runnable | null>;
  /** Counts calls, so that gateways of the same priority take turns. */
  turn(): number;
}

/** Calls of one campaign that are claimed at a time: the others come next. */
const BATCH = 50;

/** Contacts whose trunk is busy stand aside for so long, so that those behind them are not held up. */
const BUSY_MS = 1000;

/** What cannot run now (no scenario, no trunk) is looked at again after so long. */
const UNFIT_MS = 30_000;

export interface Claim {
  /** Null: no campaign was due. */
  campaign: CampaignRow | null;
  calls: ClaimedCall[];
  /** Nobody is left to be called. */
  finished: boolean;
  /**
   * Id of the campaign, or of its tenant, that is not worth another look before a call ends: every line that it may use is taken, or
   * its last calls are under way.
   */
  blocked: string | null;
  /** Where no campaign was due: when the first one will be, of those not skipped. */
  next_due: Date | null;
}

/** A campaign that cannot be looked at. The others can: it is to be skipped. */
export class ClaimFault extends Error {
  constructor(
    readonly campaign: CampaignRow,
    override readonly cause: unknown,
  ) {
    super(`campaign ${campaign.id} cannot be looked at: ${cause instanceof Error ? cause.message : cause}`);
  }
}

const NOTHING: Claim = { campaign: null, calls: [], finished: false, blocked: null, next_due: null };

/**
 * Claims calls of one campaign that is due. Its row is locked meanwhile, so that processes take turns at a campaign and work on
 * several side by side; each contact goes to one of them only. One transaction of the system.
 * @throws ClaimFault
 */
export async function claim(tx: Tx, options: ClaimOptions): Promise<Claim> {
  const campaign = await dueCampaign(tx, options);
  if (campaign === undefined) return { ...NOTHING, next_due: await nextDue(tx, options) };
  try {
    return await claimOf(tx, campaign, options);
  } catch (error) {
    throw new ClaimFault(campaign, error);
  }
}

async function claimOf(tx: Tx, campaign: CampaignRow, options: ClaimOptions): Promise<Claim> {
  const { now } = options;
  const nothing: Claim = { ...NOTHING, campaign };
  const paced = pacedCalls(campaign, now);
  if (paced <= 0) {
    await lookAgainAt(tx, campaign, new Date(campaign.paced_until!));
    return nothing;
  }
  const capacity = await capacityOf(tx, campaign, Math.min(options.free, BATCH), now);
  const { usable, chosen } = capacity.lines;
  if (usable && capacity.calls <= 0) {
    return { ...nothing, blocked: capacity.tenant_full ? campaign.tenant_id : campaign.id };
  }
  const most = usable ? Math.min(capacity.calls, paced) : 1;
  // Where routes choose the trunk, some may be busy and others free: those behind are looked at as well.
  const contacts = await dueContacts(tx, campaign, chosen ? BATCH : most, now);
  if (contacts.length === 0) return restOrFinish(tx, campaign, capacity, now);
  const runnable = usable ? await options.runnableOf(tx, campaign, now) : null;
  if (runnable === null) {
    await lookAgainAt(tx, campaign, new Date(now.getTime() + UNFIT_MS));
    return nothing;
  }

  const { open, put_off } = await callingNow(tx, campaign, contacts, now);
  const { ways, busy } = waysOf(open, most, capacity, options);
  await standAside(tx, busy, now);
  const calls = await insertCalls(tx, campaign, ways, runnable, options);
  await storeSpent(tx, campaign, capacity.lines);
  const paced_until = pacedAfter(campaign, now, calls.length);
  await tx.query("UPDATE campaigns SET next_claim_at = $2, paced_until = $3 WHERE id = $1", [
    campaign.id,
    calls.length > 0 && paced_until !== null && paced_until > now ? paced_until : now,
    calls.length > 0 ? paced_until : campaign.paced_until,
  ]);
  return { ...nothing, calls, blocked: calls.length === 0 && !put_off ? campaign.id : null };
}

/** When a look is worth while again; in the past where another process is looking at a campaign right now. */
async function nextDue(tx: Tx, { skip }: ClaimOptions): Promise<Date | null> {
  const [row] = await tx.query<{ at: string | null }>(
    `SELECT min(c.next_claim_at) AS at FROM campaigns c JOIN tenants t ON t.id = c.tenant_id
     WHERE c.state = 'running' AND t.disabled_at IS NULL AND c.id <> ALL ($1::uuid[]) AND c.tenant_id <> ALL ($1::uuid[])`,
    [skip],
  );
  return row?.at == null ? null : new Date(row.at);
}

/** The lock lets contacts be added meanwhile: a long upload must not keep the dialer from its campaign. */
async function dueCampaign(tx: Tx, { now, skip }: ClaimOptions): Promise<CampaignRow | undefined> {
  const [campaign] = await tx.query<CampaignRow>(
    `SELECT c.*, t.settings AS tenant_settings, g.max_concurrent AS group_max_concurrent
     FROM campaigns c JOIN tenants t ON t.id = c.tenant_id LEFT JOIN campaign_groups g ON g.id = c.group_id
     WHERE c.state = 'running' AND c.next_claim_at <= $1 AND t.disabled_at IS NULL
       AND c.id <> ALL ($2::uuid[]) AND c.tenant_id <> ALL ($2::uuid[])
     ORDER BY c.next_claim_at LIMIT 1 FOR NO KEY UPDATE OF c SKIP LOCKED`,
    [now, skip],
  );
  return campaign;
}

function dueContacts(tx: Tx, campaign: CampaignRow, limit: number, now: Date): Promise<WaitingContact[]> {
  return tx.query<WaitingContact>(
    `SELECT id, number, name, external_id, time_zone, variables, attempts FROM contacts
     WHERE campaign_id = $1 AND state = 'waiting' AND next_at <= $2 ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED`,
    [campaign.id, now, limit],
  );
}

/** Takes lines for contacts in their order, until there are as many calls as may begin. */
function waysOf(
  contacts: readonly WaitingContact[],
  most: number,
  { lines }: Capacity,
  { turn }: ClaimOptions,
): { ways: { contact: WaitingContact; way: ClaimedCall["way"] }[]; busy: string[] } {
  const ways: { contact: WaitingContact; way: ClaimedCall["way"] }[] = [];
  const busy: string[] = [];
  for (const contact of contacts) {
    if (ways.length >= most) break;
    const way = lines.take(contact.number, turn());
    if (way.kind === "busy") busy.push(contact.id);
    else ways.push({ contact, way });
  }
  return { ways, busy };
}

async function standAside(tx: Tx, contact_ids: readonly string[], now: Date): Promise<void> {
  if (contact_ids.length === 0) return;
  await tx.query("UPDATE contacts SET next_at = $2 WHERE id = ANY ($1::uuid[])", [
    contact_ids,
    new Date(now.getTime() + BUSY_MS),
  ]);
}

async function lookAgainAt(tx: Tx, campaign: CampaignRow, at: Date): Promise<void> {
  await tx.query("UPDATE campaigns SET next_claim_at = $2 WHERE id = $1", [campaign.id, at]);
}

/** Nobody is due: wait for the calls that are under way, sleep until somebody is due, or finish when nobody ever will be. */
async function restOrFinish(tx: Tx, campaign: CampaignRow, capacity: Capacity, now: Date): Promise<Claim> {
  const nothing: Claim = { ...NOTHING, campaign };
  // Asked first: a call that ends between the two questions must not have its next attempt overlooked.
  const [calling] = await tx.query("SELECT 1 FROM contacts WHERE campaign_id = $1 AND state = 'calling' LIMIT 1", [
    campaign.id,
  ]);
  if (calling !== undefined) return { ...nothing, blocked: campaign.id };
  const [next] = await tx.query<{ next_at: string | null }>(
    "SELECT min(next_at) AS next_at FROM contacts WHERE campaign_id = $1 AND state = 'waiting'",
    [campaign.id],
  );
  if (next?.next_at) {
    await lookAgainAt(tx, campaign, new Date(Math.max(Date.parse(next.next_at), now.getTime() + 50)));
    return nothing;
  }
  // Somebody who was removed may still be talking.
  if (capacity.open_calls > 0) return { ...nothing, blocked: campaign.id };
  return (await nobodyIsAdded(tx, campaign)) ? { ...nothing, finished: true } : { ...nothing, blocked: campaign.id };
}

/** Whoever adds contacts holds the campaign's key (campaign/contacts_store.ts): none come any more once we hold it, and what came is seen. */
async function nobodyIsAdded(tx: Tx, { id }: CampaignRow): Promise<boolean> {
  const [held] = await tx.query("SELECT 1 FROM campaigns WHERE id = $1 FOR UPDATE SKIP LOCKED", [id]);
  if (held === undefined) return false;
  const [added] = await tx.query("SELECT 1 FROM contacts WHERE campaign_id = $1 AND state = 'waiting' LIMIT 1", [id]);
  return added === undefined;
}
