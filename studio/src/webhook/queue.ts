/** The outbox as the delivery workers see it: claim what is due, settle what was tried. Several processes share it. */
import type { Db } from "../db/db";
import type { FailureCode } from "../net/client";
import type { SealedSecrets } from "./secrets";

/** Messages in the hands of one process at once, for one endpoint. */
export const IN_HAND = { healthy: 64, unproven: 4, failing: 4 } as const;
/** So many failures without a success between them make an endpoint a failing one. */
export const FAILING_AFTER = 3;
/** Endpoints looked at in one claim. */
const CLAIM_ENDPOINTS = 200;

export interface Claimed extends SealedSecrets {
  readonly id: string;
  readonly tenant_id: string;
  readonly endpoint_id: string;
  readonly payload: string;
  readonly is_example: boolean;
  readonly attempts: number;
  readonly series_attempts: number;
  readonly url: string;
  readonly failing: boolean;
}

export interface ClaimOptions {
  /** Marks what this claim took. */
  readonly lease_token: string;
  /** When nobody settles a message for so long, it is due again. */
  readonly lease_ms: number;
  readonly room: number;
  /** At most so many endpoints that keep failing. */
  readonly failing_endpoints: number;
  /** What this process has in hand already, by endpoint. */
  readonly in_hand: ReadonlyMap<string, number>;
}

/** Takes due messages, at most `room`, with a lease on each. What another process is claiming at the same time is left to it. */
export function claim(db: Db, options: ClaimOptions): Promise<Claimed[]> {
  const in_hand = Array.from(options.in_hand, ([endpoint_id, count]) => ({ endpoint_id, count }));
  return db.asSystem((tx) =>
    tx.query<Claimed>(
      `WITH due AS (
         SELECT e.id, e.consecutive_failures >= $1 AS failing,
           CASE WHEN e.consecutive_failures >= $1 THEN $2::int WHEN e.last_success_at IS NULL THEN $3::int ELSE $4::int END
             - coalesce(h.count, 0) AS room
         FROM webhook_endpoints e LEFT JOIN jsonb_to_recordset($5::jsonb) AS h (endpoint_id uuid, count integer) ON h.endpoint_id = e.id
         WHERE e.enabled AND EXISTS (
           SELECT 1 FROM webhook_messages m WHERE m.endpoint_id = e.id AND m.state = 'pending' AND m.next_attempt_at <= now())
       ), chosen AS (
         SELECT id, failing, room, row_number() OVER (PARTITION BY failing ORDER BY random()) AS place FROM due WHERE room > 0
       ), picked AS (
         SELECT m.id FROM (SELECT id, room FROM chosen WHERE place <= CASE WHEN failing THEN $6::int ELSE $7::int END ORDER BY place) d
         CROSS JOIN LATERAL (
           SELECT id FROM webhook_messages
           WHERE endpoint_id = d.id AND state = 'pending' AND next_attempt_at <= now()
           ORDER BY next_attempt_at LIMIT d.room FOR UPDATE SKIP LOCKED) m
         LIMIT $8
       )
       UPDATE webhook_messages m SET lease_token = $9, next_attempt_at = now() + $10 * interval '1 millisecond'
       FROM picked p, webhook_endpoints e
       WHERE m.id = p.id AND e.id = m.endpoint_id
       RETURNING m.id, m.tenant_id, m.endpoint_id, m.payload, m.is_example, m.attempts, m.series_attempts, e.url,
         e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until, e.consecutive_failures >= $1 AS failing`,
      [
        FAILING_AFTER,
        IN_HAND.failing,
        IN_HAND.unproven,
        IN_HAND.healthy,
        JSON.stringify(in_hand),
        options.failing_endpoints,
        CLAIM_ENDPOINTS,
        options.room,
        options.lease_token,
        options.lease_ms,
      ],
    ),
  );
}

/** One attempt that is over, and what follows from it. */
export interface Settled {
  readonly attempt_id: string;
  readonly message_id: string;
  readonly endpoint_id: string;
  readonly lease_token: string;
  readonly url: string;
  readonly number: number;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly succeeded: boolean;
  readonly status: number | null;
  readonly error_code: FailureCode | "SECRET_UNREADABLE" | null;
  readonly error: string | null;
  readonly response_snippet: string | null;
  readonly state: "pending" | "delivered" | "failed";
  readonly delay_s: number;
  readonly gone: boolean;
}

/** Writes what became of attempts, all in one transaction. A message whose lease was lost meanwhile keeps the state it has. */
export async function settle(db: Db, settled: readonly Settled[]): Promise<void> {
  const health = JSON.stringify(healthOf(settled));
  const rows = JSON.stringify(settled);
  const failed = settled.some(({ succeeded }) => !succeeded);
  await db.asSystem(async (tx) => {
    // Endpoints before messages, as a claim and a deletion lock them; in the order of their ids, as other processes do.
    if (failed) {
      await tx.query(
        `SELECT e.id FROM webhook_endpoints e WHERE e.id IN (SELECT h.id FROM jsonb_to_recordset($1::jsonb) AS h (id uuid, failures_since integer)
         WHERE h.failures_since > 0) ORDER BY e.id FOR NO KEY UPDATE`,
        [health],
      );
    }
    await tx.query(
      `UPDATE webhook_endpoints e SET
         consecutive_failures = CASE WHEN h.succeeded THEN h.failures_since ELSE e.consecutive_failures + h.failures_since END,
         last_success_at = CASE WHEN h.succeeded THEN now() ELSE e.last_success_at END,
         last_failure_at = CASE WHEN h.failed THEN now() ELSE e.last_failure_at END,
         disabled_because = CASE WHEN e.enabled AND h.gone_url = e.url THEN 'gone' ELSE e.disabled_because END,
         enabled = e.enabled AND h.gone_url IS DISTINCT FROM e.url,
         revision = e.revision + CASE WHEN e.enabled AND h.gone_url = e.url THEN 1 ELSE 0 END
       FROM jsonb_to_recordset($1::jsonb) AS h (id uuid, succeeded boolean, failed boolean, failures_since integer, gone_url text)
       WHERE e.id = h.id AND (h.failed OR e.consecutive_failures > 0 OR e.last_success_at IS NULL
         OR e.last_success_at < now() - interval '10 seconds')`,
      [health],
    );
    await tx.query(
      `WITH s AS (
         SELECT * FROM jsonb_to_recordset($1::jsonb) AS s (attempt_id uuid, message_id uuid, lease_token uuid, number integer,
           started_at timestamptz, duration_ms integer, succeeded boolean, status integer, error_code text, error text,
           response_snippet text, state text, delay_s double precision)
       ), settled AS (
         UPDATE webhook_messages m SET state = s.state, attempts = m.attempts + 1, series_attempts = m.series_attempts + 1,
           lease_token = NULL,
           next_attempt_at = CASE WHEN s.state = 'pending' THEN now() + s.delay_s * interval '1 second' ELSE m.next_attempt_at END,
           finished_at = CASE WHEN s.state = 'pending' THEN NULL ELSE now() END
         FROM s WHERE m.id = s.message_id AND m.lease_token = s.lease_token
       )
       INSERT INTO webhook_attempts (id, tenant_id, endpoint_id, message_id, number, started_at, duration_ms, succeeded,
         status, error_code, error, response_snippet)
       SELECT s.attempt_id, m.tenant_id, m.endpoint_id, m.id, s.number, s.started_at, s.duration_ms, s.succeeded,
         s.status, s.error_code, s.error, s.response_snippet
       FROM s JOIN webhook_messages m ON m.id = s.message_id`,
      [rows],
    );
  });
}

/** Per endpoint: was there a success, and how many failures came after the last one. */
function healthOf(settled: readonly Settled[]) {
  const by_id = new Map<
    string,
    { succeeded: boolean; failed: boolean; failures_since: number; gone_url: string | null }
  >();
  for (const one of settled) {
    const health = by_id.get(one.endpoint_id) ?? { succeeded: false, failed: false, failures_since: 0, gone_url: null };
    if (one.succeeded) {
      health.succeeded = true;
      health.failures_since = 0;
    } else {
      health.failed = true;
      health.failures_since += 1;
    }
    if (one.gone) health.gone_url = one.url;
    by_id.set(one.endpoint_id, health);
  }
  return [...by_id].map(([id, health]) => ({ id, ...health }));
}

/** Gives claimed messages back untried: another process may take them at once. */
export async function release(db: Db, message_ids: readonly string[], lease_tokens: readonly string[]): Promise<void> {
  if (message_ids.length === 0) return;
  await db.asSystem((tx) =>
    tx.query(
      `UPDATE webhook_messages SET lease_token = NULL, next_attempt_at = now()
       WHERE id = ANY ($1::uuid[]) AND lease_token = ANY ($2::uuid[])`,
      [message_ids, lease_tokens],
    ),
  );
}

/** Deletes messages and their attempts that are older than the log is kept. @returns how many; call again while it is `batch` */
export async function sweep(db: Db, keep_days: number, batch: number): Promise<number> {
  const rows = await db.asSystem((tx) =>
    tx.query(
      `DELETE FROM webhook_messages WHERE id IN (
         SELECT id FROM webhook_messages WHERE created_at < now() - $1 * interval '1 day' ORDER BY created_at LIMIT $2
         FOR UPDATE SKIP LOCKED) RETURNING 1`,
      [keep_days, batch],
    ),
  );
  return rows.length;
}
