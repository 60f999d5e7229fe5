import type { Tx } from "../db/db";

export interface AuditRow {
  id: string;
  at: string;
  actor_id: string | null;
  actor_email: string;
  action: string;
  resource_id: string | null;
  detail: Record<string, unknown>;
  request_id: string;
  address: string;
}

export interface AuditFilter {
  tenant_id: string;
  actor_id?: string | undefined;
  /** An action such as `user.update`, or the part in front of the dot for all of its kind. */
  action?: string | undefined;
  resource_id?: string | undefined;
  /** [from, to) as instants. */
  from?: string | undefined;
  to?: string | undefined;
}

export function listAudit(tx: Tx, filter: AuditFilter, before: string | null, limit: number): Promise<AuditRow[]> {
  return tx.query<AuditRow>(
    `SELECT id, at, actor_id, actor_email, action, resource_id, detail, request_id, address FROM audit_records
     WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) AND ($3::uuid IS NULL OR actor_id = $3)
       AND ($4::text IS NULL OR action = $4 OR starts_with(action, $4 || '.')) AND ($5::text IS NULL OR resource_id = $5)
       AND ($6::timestamptz IS NULL OR at >= $6) AND ($7::timestamptz IS NULL OR at < $7)
     ORDER BY id DESC LIMIT $8`,
    [
      filter.tenant_id,
      before,
      filter.actor_id ?? null,
      filter.action ?? null,
      filter.resource_id ?? null,
      filter.from ?? null,
      filter.to ?? null,
      limit,
    ],
  );
}

export interface LoginRow {
  id: string;
  at: string;
  user_id: string;
  email: string;
  outcome: string;
  address: string;
  user_agent: string;
}

export interface LoginFilter {
  tenant_id: string;
  user_id?: string | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export function listLogins(tx: Tx, filter: LoginFilter, before: string | null, limit: number): Promise<LoginRow[]> {
  return tx.query<LoginRow>(
    `SELECT l.id, l.at, l.user_id, u.email, l.outcome, l.address, l.user_agent
     FROM login_history l JOIN users u ON u.tenant_id = l.tenant_id AND u.id = l.user_id
     WHERE l.tenant_id = $1 AND ($2::uuid IS NULL OR l.id < $2) AND ($3::uuid IS NULL OR l.user_id = $3)
       AND ($4::text IS NULL OR l.outcome = $4) AND ($5::timestamptz IS NULL OR l.at >= $5) AND ($6::timestamptz IS NULL OR l.at < $6)
     ORDER BY l.id DESC LIMIT $7`,
    [
      filter.tenant_id,
      before,
      filter.user_id ?? null,
      filter.outcome ?? null,
      filter.from ?? null,
      filter.to ?? null,
      limit,
    ],
  );
}
