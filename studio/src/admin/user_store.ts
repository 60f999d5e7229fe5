import type { Tx } from "../db/db";
import type { Role } from "../http/principal";

export interface UserRow {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  roles: Role[];
  disabled: boolean;
  must_change_password: boolean;
  last_login_at: string | null;
  password_changed_at: string;
  revision: number;
  created_at: string;
  updated_at: string;
}

const COLUMNS = `id, tenant_id, email, name, roles, disabled_at IS NOT NULL AS disabled, must_change_password, last_login_at,
  password_changed_at, revision, created_at, updated_at`;

export interface UserFilter {
  tenant_id: string;
  /** Part of the name or the e-mail address. */
  search?: string | undefined;
  role?: string | undefined;
  disabled?: boolean | undefined;
}

export function listUsers(tx: Tx, filter: UserFilter, before: string | null, limit: number): Promise<UserRow[]> {
  return tx.query<UserRow>(
    `SELECT ${COLUMNS} FROM users WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2)
       AND ($3::text IS NULL OR strpos(lower(email), lower($3)) > 0 OR strpos(lower(name), lower($3)) > 0)
       AND ($4::text IS NULL OR $4 = ANY (roles)) AND ($5::boolean IS NULL OR (disabled_at IS NOT NULL) = $5)
     ORDER BY id DESC LIMIT $6`,
    [filter.tenant_id, before, filter.search ?? null, filter.role ?? null, filter.disabled ?? null, limit],
  );
}

export async function findUser(tx: Tx, id: string, lock = false): Promise<UserRow | null> {
  const [row] = await tx.query<UserRow>(`SELECT ${COLUMNS} FROM users WHERE id = $1 ${lock ? "FOR UPDATE" : ""}`, [id]);
  return row ?? null;
}

export interface NewUser {
  id: string;
  tenant_id: string;
  email: string;
  name: string;
  roles: readonly string[];
  password_hash: string;
}

/** @returns false when the e-mail address is taken, in whatever tenant */
export async function insertUser(tx: Tx, user: NewUser): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO users (id, tenant_id, email, name, roles, password_hash) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (lower(email)) DO NOTHING RETURNING id`,
    [user.id, user.tenant_id, user.email, user.name, [...user.roles], user.password_hash],
  );
  return rows.length === 1;
}

export async function updateUser(
  tx: Tx,
  id: string,
  change: { name?: string | undefined; roles?: readonly string[] | undefined; disabled?: boolean | undefined },
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE users SET name = coalesce($2, name), roles = coalesce($3, roles),
       disabled_at = CASE WHEN $4::boolean IS NULL THEN disabled_at WHEN $4 THEN coalesce(disabled_at, $5) END,
       revision = revision + 1, updated_at = $5 WHERE id = $1`,
    [
      id,
      change.name ?? null,
      change.roles === undefined ? null : [...change.roles],
      change.disabled ?? null,
      now.toISOString(),
    ],
  );
}

export async function setTemporaryPassword(tx: Tx, id: string, password_hash: string, now: Date): Promise<void> {
  await tx.query(
    `UPDATE users SET password_hash = $2, must_change_password = true, password_changed_at = $3, revision = revision + 1, updated_at = $3
     WHERE id = $1`,
    [id, password_hash, now.toISOString()],
  );
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.query("DELETE FROM users WHERE id = $1", [id]);
}

/** Holds the tenant until the transaction ends: of two who take each other's rights away, the second one sees what the first one did. */
export async function lockTenant(tx: Tx, tenant_id: string): Promise<void> {
  await tx.query("SELECT 1 FROM tenants WHERE id = $1 FOR UPDATE", [tenant_id]);
}

export async function countAdmins(tx: Tx, tenant_id: string): Promise<number> {
  const [row] = await tx.query<{ admins: number }>(
    "SELECT count(*) AS admins FROM users WHERE tenant_id = $1 AND disabled_at IS NULL AND 'STUDIO_ADMIN' = ANY (roles)",
    [tenant_id],
  );
  return row!.admins;
}
