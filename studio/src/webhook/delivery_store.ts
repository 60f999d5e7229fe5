/** The delivery log as the API shows it: messages, their attempts, and figures of an endpoint. */
import type { Tx } from "../db/db";

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  type: string;
  is_example: boolean;
  state: "pending" | "delivered" | "failed";
  attempts: number;
  next_attempt_at: string | null;
  created_at: string;
  finished_at: string | null;
}

const COLUMNS = `id, endpoint_id, type, is_example, state, attempts,
  CASE WHEN state = 'pending' THEN next_attempt_at END AS next_attempt_at, created_at, finished_at`;

export interface DeliveryFilter {
  endpoint_id?: string | undefined;
  state?: string | undefined;
  type?: string | undefined;
}

export async function listDeliveries(
  tx: Tx,
  filter: DeliveryFilter,
  before: string | null,
  limit: number,
): Promise<DeliveryRow[]> {
  return tx.query<DeliveryRow>(
    `SELECT ${COLUMNS} FROM webhook_messages
     WHERE ($1::uuid IS NULL OR id < $1) AND ($2::uuid IS NULL OR endpoint_id = $2)
       AND ($3::text IS NULL OR state = $3) AND ($4::text IS NULL OR type = $4)
     ORDER BY id DESC LIMIT $5`,
    [before, filter.endpoint_id ?? null, filter.state ?? null, filter.type ?? null, limit],
  );
}

/** @param lock hold the row for the rest of the transaction */
export async function findDelivery(
  tx: Tx,
  id: string,
  lock = false,
): Promise<(DeliveryRow & { payload: string; in_hand: boolean }) | null> {
  const rows = await tx.query<DeliveryRow & { payload: string; in_hand: boolean }>(
    `SELECT ${COLUMNS}, payload, lease_token IS NOT NULL AND next_attempt_at > now() AS in_hand
     FROM webhook_messages WHERE id = $1 ${lock ? "FOR UPDATE" : ""}`,
    [id],
  );
  return rows[0] ?? null;
}

/** The message is due at once, with a whole new series of attempts before it. */
export async function sendAgain(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `UPDATE webhook_messages SET state = 'pending', series_attempts = 0, next_attempt_at = now(), lease_token = NULL, finished_at = NULL
     WHERE id = $1`,
    [id],
  );
}

export interface AttemptRow {
  id: string;
  message_id: string;
  endpoint_id: string;
  number: number;
  started_at: string;
  duration_ms: number;
  succeeded: boolean;
  status: number | null;
  error_code: string | null;
  error: string | null;
  response_snippet: string | null;
}

const ATTEMPT_COLUMNS = `id, message_id, endpoint_id, number, started_at, duration_ms, succeeded, status, error_code, error, response_snippet`;

export interface AttemptFilter {
  endpoint_id?: string;
  message_id?: string;
  succeeded?: boolean | undefined;
}

export async function listAttempts(
  tx: Tx,
  filter: AttemptFilter,
  before: string | null,
  limit: number,
): Promise<AttemptRow[]> {
  return tx.query<AttemptRow>(
    `SELECT ${ATTEMPT_COLUMNS} FROM webhook_attempts
     WHERE ($1::uuid IS NULL OR id < $1) AND ($2::uuid IS NULL OR endpoint_id = $2) AND ($3::uuid IS NULL OR message_id = $3)
       AND ($4::boolean IS NULL OR succeeded = $4)
     ORDER BY id DESC LIMIT $5`,
    [before, filter.endpoint_id ?? null, filter.message_id ?? null, filter.succeeded ?? null, limit],
  );
}

export interface EndpointStats {
  pending: number;
  oldest_pending_at: string | null;
  delivered: number;
  failed: number;
  attempts: number;
  attempts_failed: number;
  duration_ms_median: number | null;
  duration_ms_p95: number | null;
}

/** What waits now, and what happened in the last `hours`. */
export async function endpointStats(tx: Tx, endpoint_id: string, hours: number): Promise<EndpointStats> {
  const [row] = await tx.query<EndpointStats>(
    `SELECT
       m.pending, m.oldest_pending_at, m.delivered, m.failed, a.attempts, a.attempts_failed, a.duration_ms_median, a.duration_ms_p95
     FROM (
       SELECT count(*) FILTER (WHERE state = 'pending')::int AS pending,
         min(created_at) FILTER (WHERE state = 'pending') AS oldest_pending_at,
         count(*) FILTER (WHERE state = 'delivered' AND finished_at > now() - $2 * interval '1 hour')::int AS delivered,
         count(*) FILTER (WHERE state = 'failed' AND finished_at > now() - $2 * interval '1 hour')::int AS failed
       FROM webhook_messages WHERE endpoint_id = $1
     ) m CROSS JOIN (
       SELECT count(*)::int AS attempts, count(*) FILTER (WHERE NOT succeeded)::int AS attempts_failed,
         (percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms))::int AS duration_ms_median,
         (percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms))::int AS duration_ms_p95
       FROM webhook_attempts WHERE endpoint_id = $1 AND started_at > now() - $2 * interval '1 hour'
     ) a`,
    [endpoint_id, hours],
  );
  return row!;
}
