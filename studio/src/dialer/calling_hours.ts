import type { Tx } from "../db/db";
import type { CallingWindow } from "../schedule/document";
import { windowAt } from "../schedule/window";
import type { CampaignRow } from "./capacity";
import type { WaitingContact } from "./new_calls";

/** Contacts outside of their calling hours are put off this many at a time, so that no transaction grows with the list. */
const PUT_OFF_BATCH = 2000;

const YEAR_MS = 365 * 86_400_000;

/** Those that may be called now, by the clock on their own wall; the zones of the others are put off to their next opening. */
export async function callingNow(
  tx: Tx,
  campaign: CampaignRow,
  contacts: readonly WaitingContact[],
  now: Date,
): Promise<{ open: WaitingContact[]; put_off: boolean }> {
  const window = campaign.calling_window as CallingWindow | null;
  if (window === null) return { open: [...contacts], put_off: false };
  const open_zones = new Set<string>();
  let put_off = false;
  for (const zone of new Set(contacts.map((contact) => contact.time_zone))) {
    const state = windowAt(window, zone, now.getTime());
    if (state.open) {
      open_zones.add(zone);
      continue;
    }
    put_off = true;
    // A window that never opens again: the contact stays where a person can see it, and the campaign does not spin.
    const opening = new Date(state.until_ms ?? now.getTime() + YEAR_MS);
    await tx.query(
      `UPDATE contacts SET next_at = $4 WHERE id IN (
         SELECT id FROM contacts WHERE campaign_id = $1 AND state = 'waiting' AND time_zone = $2 AND next_at <= $3
         ORDER BY next_at, id LIMIT ${PUT_OFF_BATCH})`,
      [campaign.id, zone, now, opening],
    );
  }
  return { open: contacts.filter((contact) => open_zones.has(contact.time_zone)), put_off };
}
