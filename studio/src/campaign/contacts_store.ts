import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import type { Contact } from "./contact_schema";

const COLUMNS = `id, campaign_id, number, name, external_id, time_zone, variables, state, attempts, last_result,
  CASE WHEN state = 'waiting' THEN next_at END AS next_at, created_at, updated_at`;

/** A contact that passed the checks of its row. */
export interface NewContact {
  number: string;
  name: string;
  external_id: string | null;
  time_zone: string;
  variables: Record<string, unknown>;
}

/** Keeps a campaign from being finished until the transaction ends. @returns false where it is finished */
export async function holdOpen(tx: Tx, campaign_id: string): Promise<boolean> {
  const [row] = await tx.query<{ state: string }>("SELECT state FROM campaigns WHERE id = $1 FOR KEY SHARE", [
    campaign_id,
  ]);
  return row !== undefined && row.state !== "finished";
}

/**
 * Writes contacts of one campaign in one statement. To be held open before. A number that it has stays as it is, or takes over what describes the person.
 * @param contacts with different numbers
 */
export async function insertContacts(
  tx: Tx,
  place: { tenant_id: string; campaign_id: string },
  contacts: readonly NewContact[],
  update: boolean,
): Promise<{ inserted: number; updated: number }> {
  if (contacts.length === 0) return { inserted: 0, updated: 0 };
  const rows = await tx.query<{ inserted: boolean }>(
    `INSERT INTO contacts (id, tenant_id, campaign_id, number, name, external_id, time_zone, variables)
     SELECT c.id, $1, $2, c.number, c.name, c.external_id, c.time_zone, c.variables
     FROM jsonb_to_recordset($3::jsonb)
       AS c (id uuid, number text, name text, external_id text, time_zone text, variables jsonb)
     ON CONFLICT (campaign_id, number) ${
       update
         ? `DO UPDATE SET name = excluded.name, external_id = excluded.external_id, time_zone = excluded.time_zone,
              variables = excluded.variables, updated_at = now()`
         : "DO NOTHING"
     }
     RETURNING xmax = 0 AS inserted`,
    [place.tenant_id, place.campaign_id, JSON.stringify(contacts.map((contact) => ({ id: uuid(), ...contact })))],
  );
  const inserted = rows.filter((row) => row.inserted).length;
  return { inserted, updated: rows.length - inserted };
}

/** Contacts of a campaign, newest first: one more than `limit`. */
export function listContacts(
  tx: Tx,
  filter: { campaign_id: string; state: string | null; number: string | null; before: string | null; limit: number },
): Promise<Contact[]> {
  return tx.query<Contact>(
    `SELECT ${COLUMNS} FROM contacts
     WHERE campaign_id = $1 AND ($2::text IS NULL OR state = $2) AND ($3::text IS NULL OR number = $3) AND ($4::uuid IS NULL OR id < $4)
     ORDER BY id DESC LIMIT $5`,
    [filter.campaign_id, filter.state, filter.number, filter.before, filter.limit + 1],
  );
}

export async function readContact(tx: Tx, campaign_id: string, id: string): Promise<Contact | undefined> {
  const [row] = await tx.query<Contact>(`SELECT ${COLUMNS} FROM contacts WHERE campaign_id = $1 AND id = $2`, [
    campaign_id,
    id,
  ]);
  return row;
}

/** The attempts at a contact, first to last. */
export function historyOf(tx: Tx, contact_id: string): Promise<Record<string, unknown>[]> {
  return tx.query(
    `SELECT id AS call_id, attempt, state, outcome, scenario_outcome, queued_at, ended_at FROM calls WHERE contact_id = $1 ORDER BY attempt`,
    [contact_id],
  );
}

/** Nobody is called any more under this number in this campaign; a call that is under way goes on. */
export async function removeContact(tx: Tx, id: string): Promise<void> {
  await tx.query("UPDATE contacts SET state = 'removed', updated_at = now() WHERE id = $1", [id]);
}
