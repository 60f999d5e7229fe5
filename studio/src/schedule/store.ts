import type { Tx } from "../db/db";
import type { ScheduleBody, StoredSchedule } from "./schema";

const COLUMNS =
  "id, callbot_id, name, enabled, time_zone, valid_from, valid_to, rules, exceptions, revision, created_at, updated_at";

/** All schedules of a callbot, oldest first, which is the order in which they win ties. */
export function listSchedules(tx: Tx, callbot_id: string): Promise<StoredSchedule[]> {
  return tx.query<StoredSchedule>(`SELECT ${COLUMNS} FROM schedules WHERE callbot_id = $1 ORDER BY id`, [callbot_id]);
}

/** The schedule, held against other writers until the transaction ends where `lock`; null where the callbot has no such schedule. */
export async function readSchedule(
  tx: Tx,
  callbot_id: string,
  id: string,
  { lock = false } = {},
): Promise<StoredSchedule | null> {
  const [row] = await tx.query<StoredSchedule>(
    `SELECT ${COLUMNS} FROM schedules WHERE callbot_id = $1 AND id = $2 ${lock ? "FOR UPDATE" : ""}`,
    [callbot_id, id],
  );
  return row ?? null;
}

const valuesOf = (body: ScheduleBody) => [
  body.name,
  body.enabled,
  body.time_zone,
  body.valid_from,
  body.valid_to,
  JSON.stringify(body.rules),
  JSON.stringify(body.exceptions),
];

export async function insertSchedule(
  tx: Tx,
  place: { id: string; tenant_id: string; callbot_id: string },
  body: ScheduleBody,
): Promise<StoredSchedule> {
  const [row] = await tx.query<StoredSchedule>(
    `INSERT INTO schedules (id, tenant_id, callbot_id, name, enabled, time_zone, valid_from, valid_to, rules, exceptions)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${COLUMNS}`,
    [place.id, place.tenant_id, place.callbot_id, ...valuesOf(body)],
  );
  return row!;
}

export async function updateSchedule(tx: Tx, id: string, body: ScheduleBody): Promise<StoredSchedule> {
  const [row] = await tx.query<StoredSchedule>(
    `UPDATE schedules SET name = $2, enabled = $3, time_zone = $4, valid_from = $5, valid_to = $6, rules = $7, exceptions = $8,
       revision = revision + 1, updated_at = now()
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...valuesOf(body)],
  );
  return row!;
}

export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await tx.query("DELETE FROM schedules WHERE id = $1", [id]);
}
