import type { Tx } from "../db/db";

export interface ManagerRow {
  id: string;
  email: string;
  name: string;
  disabled: boolean;
  projects: { id: string; name: string }[];
}

const MANAGERS = `SELECT u.id, u.email, u.name, u.disabled_at IS NOT NULL AS disabled,
    jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY lower(p.name), p.id) AS projects
  FROM users u
  JOIN project_members m ON m.tenant_id = u.tenant_id AND m.user_id = u.id AND m.role = 'manager'
  JOIN projects p ON p.tenant_id = m.tenant_id AND p.id = m.project_id`;

/** Users who are entrusted with at least one project, newest user first. */
export function listManagers(tx: Tx, tenant_id: string, before: string | null, limit: number): Promise<ManagerRow[]> {
  return tx.query<ManagerRow>(
    `${MANAGERS} WHERE u.tenant_id = $1 AND ($2::uuid IS NULL OR u.id < $2) GROUP BY u.id ORDER BY u.id DESC LIMIT $3`,
    [tenant_id, before, limit],
  );
}

export async function findManager(tx: Tx, user_id: string): Promise<ManagerRow | null> {
  const [row] = await tx.query<ManagerRow>(`${MANAGERS} WHERE u.id = $1 GROUP BY u.id`, [user_id]);
  return row ?? null;
}

/** Those of the ids that are projects of the tenant. */
export async function knownProjects(tx: Tx, tenant_id: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM projects WHERE tenant_id = $1 AND id = ANY ($2::uuid[])",
    [tenant_id, [...ids]],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Makes the user manager of exactly these projects. Who was member or viewer of one of them is raised. */
export async function setManagedProjects(
  tx: Tx,
  tenant_id: string,
  user_id: string,
  project_ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx.query(
    "DELETE FROM project_members WHERE tenant_id = $1 AND user_id = $2 AND role = 'manager' AND NOT project_id = ANY ($3::uuid[])",
    [tenant_id, user_id, [...project_ids]],
  );
  await tx.query(
    `INSERT INTO project_members (tenant_id, user_id, project_id, role)
     SELECT $1, $2, unnest($3::uuid[]), 'manager'
     ON CONFLICT (tenant_id, project_id, user_id) DO UPDATE SET role = 'manager', updated_at = $4 WHERE project_members.role <> 'manager'`,
    [tenant_id, user_id, [...project_ids], now.toISOString()],
  );
}
