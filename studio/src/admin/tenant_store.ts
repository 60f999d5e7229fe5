import type { Tx } from "../db/db";

export interface TenantRow {
  id: string;
  name: string;
  is_operator: boolean;
  time_zone: string;
  disabled: boolean;
  users: number;
  revision: number;
  created_at: string;
  updated_at: string;
}

const COLUMNS = `id, name, is_operator, time_zone, disabled_at IS NOT NULL AS disabled, revision, created_at, updated_at,
  (SELECT count(*) FROM users WHERE users.tenant_id = tenants.id) AS users`;

/** Those the transaction's role may see, newest first. */
export function listTenants(tx: Tx, before: string | null, limit: number): Promise<TenantRow[]> {
  return tx.query<TenantRow>(
    `SELECT ${COLUMNS} FROM tenants WHERE ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
    [before, limit],
  );
}

export async function findTenant(tx: Tx, id: string, lock = false): Promise<TenantRow | null> {
  const [row] = await tx.query<TenantRow>(`SELECT ${COLUMNS} FROM tenants WHERE id = $1 ${lock ? "FOR UPDATE" : ""}`, [
    id,
  ]);
  return row ?? null;
}

/** @returns false when the name is taken */
export async function insertTenant(tx: Tx, tenant: { id: string; name: string; time_zone: string }): Promise<boolean> {
  const rows = await tx.query(
    "INSERT INTO tenants (id, name, time_zone) VALUES ($1, $2, $3) ON CONFLICT (lower(name)) DO NOTHING RETURNING id",
    [tenant.id, tenant.name, tenant.time_zone],
  );
  return rows.length === 1;
}

export async function isTenantNameTaken(tx: Tx, name: string, except: string): Promise<boolean> {
  return (
    (await tx.query("SELECT 1 FROM tenants WHERE lower(name) = lower($1) AND id <> $2", [name, except])).length > 0
  );
}

export async function updateTenant(
  tx: Tx,
  id: string,
  change: { name?: string | undefined; time_zone?: string | undefined; disabled?: boolean | undefined },
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE tenants SET name = coalesce($2, name), time_zone = coalesce($3, time_zone),
       disabled_at = CASE WHEN $4::boolean IS NULL THEN disabled_at WHEN $4 THEN coalesce(disabled_at, $5) END,
       revision = revision + 1, updated_at = $5 WHERE id = $1`,
    [id, change.name ?? null, change.time_zone ?? null, change.disabled ?? null, now.toISOString()],
  );
}
