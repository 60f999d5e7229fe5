import type { Tx } from "../db/db";
import { type Asker, effectiveRole, onlyMemberships, type ProjectRole } from "./membership";
import type { Member, Project } from "./schema";

type ProjectRow = Omit<Project, "role"> & { role: ProjectRole | null };

const COLUMNS = `p.id, p.name, p.description, p.archived_at IS NOT NULL AS archived, p.revision, p.created_at, p.updated_at, m.role`;

function projectOf(asker: Asker, row: ProjectRow): Project {
  return { ...row, role: effectiveRole(asker, row.role) ?? "viewer" };
}

/** Projects that the user may see, newest first: one more than `limit`, to tell whether there is a next page. */
export async function listProjects(
  tx: Tx,
  asker: Asker,
  { archived, before, limit }: { archived: boolean; before: string | null; limit: number },
): Promise<Project[]> {
  const rows = await tx.query<ProjectRow>(
    `SELECT ${COLUMNS} FROM projects p LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = $1
     WHERE ($2::uuid IS NULL OR m.user_id IS NOT NULL) AND (p.archived_at IS NOT NULL) = $3 AND ($4::uuid IS NULL OR p.id < $4)
     ORDER BY p.id DESC LIMIT $5`,
    [asker.user.user_id, onlyMemberships(asker), archived, before, limit + 1],
  );
  return rows.map((row) => projectOf(asker, row));
}

/** The project as the user sees it; the caller has made sure that it is there. */
export async function readProject(tx: Tx, asker: Asker, id: string): Promise<Project> {
  const [row] = await tx.query<ProjectRow>(
    `SELECT ${COLUMNS} FROM projects p LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = $2 WHERE p.id = $1`,
    [id, asker.user.user_id],
  );
  return projectOf(asker, row!);
}

/** Holds the project against other writers until the transaction ends, and gives its revision. */
export async function lockProject(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.query<{ revision: number }>("SELECT revision FROM projects WHERE id = $1 FOR UPDATE", [id]);
  return row!.revision;
}

export async function insertProject(
  tx: Tx,
  project: { id: string; tenant_id: string; name: string; description: string },
): Promise<void> {
  await tx.query("INSERT INTO projects (id, tenant_id, name, description) VALUES ($1, $2, $3, $4)", [
    project.id,
    project.tenant_id,
    project.name,
    project.description,
  ]);
}

export async function updateProject(
  tx: Tx,
  id: string,
  change: { name?: string | undefined; description?: string | undefined; archived?: boolean | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE projects SET name = coalesce($2, name), description = coalesce($3, description),
       archived_at = CASE WHEN $4::boolean IS NULL THEN archived_at WHEN $4 THEN coalesce(archived_at, now()) END,
       revision = revision + 1, updated_at = now()
     WHERE id = $1`,
    [id, change.name ?? null, change.description ?? null, change.archived ?? null],
  );
}

const MEMBER_COLUMNS = "m.user_id, u.name, u.email, m.role, m.created_at, m.updated_at";

/** Members by id of the user, newest users first: one more than `limit`. */
export function listMembers(tx: Tx, project_id: string, before: string | null, limit: number): Promise<Member[]> {
  return tx.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM project_members m JOIN users u ON u.id = m.user_id
     WHERE m.project_id = $1 AND ($2::uuid IS NULL OR m.user_id < $2) ORDER BY m.user_id DESC LIMIT $3`,
    [project_id, before, limit + 1],
  );
}

/** Makes a user of the tenant a member, or changes what as; null where the tenant has no such user. */
export async function setMember(
  tx: Tx,
  member: { tenant_id: string; project_id: string; user_id: string; role: ProjectRole },
): Promise<Member | null> {
  const written = await tx.query(
    `INSERT INTO project_members (tenant_id, project_id, user_id, role)
     SELECT $1, $2, id, $4 FROM users WHERE id = $3
     ON CONFLICT (tenant_id, project_id, user_id) DO UPDATE SET role = excluded.role, updated_at = now() RETURNING user_id`,
    [member.tenant_id, member.project_id, member.user_id, member.role],
  );
  if (written.length === 0) return null;
  const [row] = await tx.query<Member>(
    `SELECT ${MEMBER_COLUMNS} FROM project_members m JOIN users u ON u.id = m.user_id WHERE m.project_id = $1 AND m.user_id = $2`,
    [member.project_id, member.user_id],
  );
  return row!;
}

/** Whether the user was a member. */
export async function removeMember(tx: Tx, project_id: string, user_id: string): Promise<boolean> {
  const rows = await tx.query("DELETE FROM project_members WHERE project_id = $1 AND user_id = $2 RETURNING user_id", [
    project_id,
    user_id,
  ]);
  return rows.length > 0;
}
