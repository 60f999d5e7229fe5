import { ENTER_SYSTEM, type Tx } from "../db/db";
import type { Call, CallFilter } from "./schema";

const COLUMNS = `id, project_id, callbot_id, kind, campaign_id, contact_id, attempt, scenario_id, scenario_version, gateway, trunk,
  to_number, from_number, state, outcome, scenario_outcome, disposition, reason, tags, turns, ringing_ms, duration_ms,
  recording IS NOT NULL AS has_recording, queued_at, dialed_at, answered_at, ended_at`;

/** How each filter narrows the list; the value is the parameter. */
const CONDITIONS: Readonly<Record<keyof CallFilter, (parameter: string) => string>> = {
  from: (p) => `queued_at >= ${p}`,
  to: (p) => `queued_at < ${p}`,
  project_id: (p) => `project_id = ${p}`,
  callbot_id: (p) => `callbot_id = ${p}`,
  campaign_id: (p) => `campaign_id = ${p}`,
  scenario_id: (p) => `scenario_id = ${p}`,
  kind: (p) => `kind = ${p}`,
  state: (p) => `state = ${p}`,
  outcome: (p) => `outcome = ${p}`,
  scenario_outcome: (p) => `scenario_outcome = ${p}`,
  tag: (p) => `tags @> ARRAY[${p}::text]`,
  number: (p) => `to_number = ${p}`,
  q: (p) => `said_search @@ websearch_to_tsquery('simple', ${p})`,
};

/** Operators that policies keep from the indexes, because they are not known to be leakproof. */
const NEEDS_SYSTEM: readonly (keyof CallFilter)[] = ["q", "tag"];

export interface CallPage {
  tenant_id: string;
  /** The user to whose projects the list is held; null: all of the tenant's. */
  only_member: string | null;
  before: string | null;
  limit: number;
}

/** Calls, newest first: one more than `limit`. */
export async function listCalls(tx: Tx, filter: CallFilter, page: CallPage): Promise<Call[]> {
  const { text, params } = listed(filter, page);
  if (!NEEDS_SYSTEM.some((name) => filter[name] !== undefined)) {
    return tx.query<Call>(`SELECT ${COLUMNS} ${text}`, params);
  }
  // Beneath a policy every call of the tenant would be read. So their ids are looked for without one, and what is shown is read with it.
  await tx.query(ENTER_SYSTEM);
  const ids = await tx.query<{ id: string }>(`SELECT id ${text}`, params);
  await tx.query("SET LOCAL ROLE studio_app");
  return tx.query<Call>(`SELECT ${COLUMNS} FROM calls WHERE id = ANY ($1::uuid[]) ORDER BY id DESC`, [
    ids.map(({ id }) => id),
  ]);
}

function listed(filter: CallFilter, page: CallPage): { text: string; params: unknown[] } {
  const params: unknown[] = [page.only_member, page.before, page.limit + 1, page.tenant_id];
  const where = (Object.keys(CONDITIONS) as (keyof CallFilter)[]).flatMap((name) => {
    if (filter[name] === undefined) return [];
    params.push(filter[name]);
    return [` AND ${CONDITIONS[name](`$${params.length}`)}`];
  });
  const text = `FROM calls c
     WHERE ($1::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = c.project_id AND m.user_id = $1))
       AND ($2::uuid IS NULL OR id < $2) AND tenant_id = $4${where.join("")}
     ORDER BY id DESC LIMIT $3`;
  return { text, params };
}

export interface CallRecord extends Call {
  variables: Record<string, unknown>;
  recording: string | null;
}

export async function readCall(tx: Tx, id: string): Promise<CallRecord | undefined> {
  const [row] = await tx.query<CallRecord>(`SELECT ${COLUMNS}, variables, recording FROM calls WHERE id = $1`, [id]);
  return row;
}

export interface EventRow {
  seq: number;
  at_ms: number;
  flow: string | null;
  node_id: string;
  visit: number;
  kind: string;
  detail: Record<string, unknown>;
}

/** The trace of a call in order; of some kinds only where they are named. */
export function eventsOf(tx: Tx, call_id: string, kinds: readonly string[] | null = null): Promise<EventRow[]> {
  return tx.query<EventRow>(
    `SELECT seq, at_ms, flow, node_id, visit, kind, detail FROM call_events
     WHERE call_id = $1 AND ($2::text[] IS NULL OR kind = ANY ($2)) ORDER BY seq`,
    [call_id, kinds],
  );
}

/** The tags as they are, held against other writers. */
export async function lockTags(tx: Tx, id: string): Promise<string[]> {
  const [row] = await tx.query<{ tags: string[] }>("SELECT tags FROM calls WHERE id = $1 FOR UPDATE", [id]);
  return row!.tags;
}

export async function setTags(tx: Tx, id: string, tags: readonly string[]): Promise<void> {
  await tx.query("UPDATE calls SET tags = $2 WHERE id = $1", [id, tags]);
}

export async function forgetRecording(tx: Tx, id: string): Promise<void> {
  await tx.query("UPDATE calls SET recording = NULL WHERE id = $1", [id]);
}
