import type { Tx } from "../db/db";
import type { Role } from "../http/principal";
import { REMEMBERED_TOKENS } from "./refresh_token";

/** Why a session ended; shown in the session's row, not to whoever still holds its tokens. */
export type SessionEnd =
  | "logout"
  | "password_changed"
  | "password_reset"
  | "disabled"
  | "ended_by_admin"
  | "token_reused";

/** Told `user id` when a user's sessions end or rights change, so that open connections can look again. */
export const ACCESS_CHANGED_CHANNEL = "studio_access_changed";

export interface NewSession {
  id: string;
  tenant_id: string;
  user_id: string;
  refresh_hash: Buffer;
  address: string;
  user_agent: string;
  now: Date;
  expires_at: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.query(
    `INSERT INTO sessions (id, tenant_id, user_id, refresh_hash, address, user_agent, created_at, last_used_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`,
    [
      session.id,
      session.tenant_id,
      session.user_id,
      session.refresh_hash,
      session.address,
      session.user_agent,
      session.now.toISOString(),
      session.expires_at.toISOString(),
    ],
  );
}

export interface RefreshRow {
  tenant_id: string;
  user_id: string;
  created_at: string;
  is_current: boolean;
  was_used: boolean;
  ended: boolean;
  disabled: boolean;
}

/** The session that a refresh token names, locked: of two who bring the same token only one can have it exchanged. */
export async function lockForRefresh(tx: Tx, session_id: string, hash: Buffer, now: Date): Promise<RefreshRow | null> {
  const [row] = await tx.query<RefreshRow>(
    `SELECT s.tenant_id, s.user_id, s.created_at, s.refresh_hash = $2 AS is_current, $2 = ANY (s.previous_hashes) AS was_used,
            s.revoked_at IS NOT NULL OR s.expires_at <= $3 AS ended,
            u.disabled_at IS NOT NULL OR t.disabled_at IS NOT NULL AS disabled
     FROM sessions s JOIN users u ON u.id = s.user_id JOIN tenants t ON t.id = s.tenant_id
     WHERE s.id = $1 FOR UPDATE OF s`,
    [session_id, hash, now.toISOString()],
  );
  return row ?? null;
}

export async function exchangeRefresh(
  tx: Tx,
  session_id: string,
  hash: Buffer,
  now: Date,
  expires_at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE sessions SET refresh_hash = $2, last_used_at = $3, expires_at = $4,
       previous_hashes = (ARRAY[refresh_hash] || previous_hashes)[1:${REMEMBERED_TOKENS}]
     WHERE id = $1`,
    [session_id, hash, now.toISOString(), expires_at.toISOString()],
  );
}

export async function endSession(tx: Tx, session_id: string, because: SessionEnd, now: Date): Promise<void> {
  const ended = await tx.query<{ user_id: string }>(
    "UPDATE sessions SET revoked_at = $3, revoked_because = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING user_id",
    [session_id, because, now.toISOString()],
  );
  for (const { user_id } of ended) await tellAccessChanged(tx, user_id);
}

export async function endSessionsOf(tx: Tx, user_id: string, because: SessionEnd, now: Date): Promise<void> {
  await tx.query(
    "UPDATE sessions SET revoked_at = $3, revoked_because = $2 WHERE user_id = $1 AND revoked_at IS NULL",
    [user_id, because, now.toISOString()],
  );
  await tellAccessChanged(tx, user_id);
}

export async function tellAccessChanged(tx: Tx, user_id: string): Promise<void> {
  await tx.query(`SELECT pg_notify('${ACCESS_CHANGED_CHANNEL}', $1)`, [user_id]);
}

export interface SessionRow {
  id: string;
  address: string;
  user_agent: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

/** A user's sessions that count, newest first. */
export function liveSessions(tx: Tx, user_id: string, now: Date): Promise<SessionRow[]> {
  return tx.query<SessionRow>(
    `SELECT id, address, user_agent, created_at, last_used_at, expires_at FROM sessions
     WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY id DESC LIMIT 200`,
    [user_id, now.toISOString()],
  );
}

export interface AccountRow {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  password_hash: string;
  must_change_password: boolean;
  roles: Role[];
  disabled: boolean;
}

/**
 * The account of an e-mail address, whichever tenant it is in.
 * @param lock holds off a change of the password or a disabling until the transaction ends: neither may miss a session that is being made
 */
export async function accountOf(tx: Tx, email: string, lock = false): Promise<AccountRow | null> {
  const [row] = await tx.query<AccountRow>(
    `SELECT u.id, u.tenant_id, u.email, u.name, u.password_hash, u.must_change_password, u.roles,
            u.disabled_at IS NOT NULL OR t.disabled_at IS NOT NULL AS disabled
     FROM users u JOIN tenants t ON t.id = u.tenant_id WHERE lower(u.email) = lower($1) ${lock ? "FOR UPDATE OF u" : ""}`,
    [email],
  );
  return row ?? null;
}
