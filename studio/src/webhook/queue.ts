/** The outbox as the delivery workers see it: claim what is due, settle what was tried. Several processes share it. */
import type { Db, Tx } from "../db/db";
import type { FailureCode } from "../net/client";
import type { SealedSecrets } from "./secrets";

/** Attempts under way at once to one endpoint, over all processes. */
export const ENDPOINT_LIMITS = { healthy: 16, unproven: 4, failing: 4 } as const;
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
  /** Of `room`, at most so many for endpoints that keep failing. */
  readonly failing_room: number;
}

/** Takes due messages, at most `room`, with a lease on each. An endpoint that another process is claiming for is left to that one. */
export async function claim(db: Db, options: ClaimOptions): Promise<Claimed[]> {
  return db.asSystem(async (tx) => {
    // Two statements: the count of what is under way must be taken after the lock, or two processes would both use the last room.
    const endpoints = await tx.query<{ id: string; failing: boolean; proven: boolean }>(
      `SELECT e.id, e.consecutive_failures >= $1 AS failing, e.last_success_at IS NOT NULL AS proven
       FROM webhook_endpoints e
       WHERE e.enabled AND (e.consecutive_failures < $1 OR $2 > 0) AND EXISTS (
         SELECT 1 FROM webhook_messages m WHERE m.endpoint_id = e.id AND m.state = 'pending' AND m.next_attempt_at <= now())
       ORDER BY random() LIMIT $3 FOR NO KEY UPDATE OF e SKIP LOCKED`,
      [FAILING_AFTER, options.failing_room, CLAIM_ENDPOINTS],
    );
    if (endpoints.length === 0) return [];
    return take(tx, shares(endpoints, options), options);
  });
}

interface Share {
  endpoint_id: string;
  /** Attempts under way at once, over all processes. */
  under_way: number;
  /** New ones, now. */
  take: number;
}

function shares(
  endpoints: readonly { id: string; failing: boolean; proven: boolean }[],
  options: ClaimOptions,
): Share[] {
  let failing_room = options.failing_room;
  return endpoints.map(({ id, failing, proven }) => {
    if (!failing) {
      return {
        endpoint_id: id,
        under_way: proven ? ENDPOINT_LIMITS.healthy : ENDPOINT_LIMITS.unproven,
        take: options.room,
      };
    }
    const share = Math.min(failing_room, ENDPOINT_LIMITS.failing);
    failing_room -= share;
    return { endpoint_id: id, under_way: ENDPOINT_LIMITS.failing, take: share };
  });
}

function take(tx: Tx, wanted: readonly Share[], options: ClaimOptions): Promise<Claimed[]> {
  return tx.query<Claimed>(
    `WITH wanted AS (
       SELECT w.endpoint_id, least(w.take, w.under_way - (
         SELECT count(*) FROM webhook_messages f
         WHERE f.endpoint_id = w.endpoint_id AND f.lease_token IS NOT NULL AND f.next_attempt_at > now())) AS room
       FROM jsonb_to_recordset($1::jsonb) AS w (endpoint_id uuid, under_way integer, take integer)
     ), picked AS (
       SELECT m.id FROM wanted w CROSS JOIN LATERAL (
         SELECT id FROM webhook_messages
         WHERE endpoint_id = w.endpoint_id AND state = 'pending' AND next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT greatest(w.room, 0) FOR UPDATE SKIP LOCKED) m
       LIMIT $2
     )
     UPDATE webhook_messages m SET lease_token = $3, next_attempt_at = now() + $4 * interval '1 millisecond'
     FROM picked p, webhook_endpoints e
     WHERE m.id = p.id AND e.id = m.endpoint_id
     RETURNING m.id, m.tenant_id, m.endpoint_id, m.payload, m.is_example, m.attempts, m.series_attempts, e.url,
       e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until, e.consecutive_failures >= $5 AS failing`,
    [JSON.stringify(wanted), options.room, options.lease_token, options.lease_ms, FAILING_AFTER],
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
  await db.asSystem(async (tx) => {
    // Endpoints before messages, as a claim and a deletion lock them; in the order of their ids, as other processes do.
    await tx.query(
      `SELECT e.id FROM webhook_endpoints e WHERE e.id IN (SELECT h.id FROM jsonb_to_recordset($1::jsonb) AS h (id uuid, failures_since integer)
         WHERE h.failures_since > 0) ORDER BY e.id FOR NO KEY UPDATE`,
      [health],
    );
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
      `UPDATE webhook_messages m SET state = s.state, attempts = m.attempts + 1, series_attempts = m.series_attempts + 1, lease_token = NULL,
         next_attempt_at = CASE WHEN s.state = 'pending' THEN now() + s.delay_s * interval '1 second' ELSE m.next_attempt_at END,
         finished_at = CASE WHEN s.state = 'pending' THEN NULL ELSE now() END
       FROM jsonb_to_recordset($1::jsonb) AS s (message_id uuid, lease_token uuid, state text, delay_s double precision)
       WHERE m.id = s.message_id AND m.lease_token = s.lease_token`,
      [rows],
    );
    await tx.query(
      `INSERT INTO webhook_attempts (id, tenant_id, endpoint_id, message_id, number, started_at, duration_ms, succeeded,
         status, error_code, error, response_snippet)
       SELECT s.attempt_id, m.tenant_id, m.endpoint_id, m.id, s.number, s.started_at, s.duration_ms, s.succeeded,
         s.status, s.error_code, s.error, s.response_snippet
       FROM jsonb_to_recordset($1::jsonb) AS s (attempt_id uuid, message_id uuid, number integer, started_at timestamptz,
         duration_ms integer, succeeded boolean, status integer, error_code text, error text, response_snippet text)
       JOIN webhook_messages m ON m.id = s.message_id`,
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
