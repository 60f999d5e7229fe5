/**
 * Who may do what in a project. Everything that belongs to a project asks here.
 * STUDIO_ADMIN may do everything in every project of the tenant. Others see the projects that they are members of: a viewer reads,
 * a member also writes, a manager also looks after the project and its members. Who has STUDIO_MONITORING and not STUDIO_PROJECT
 * reads only, whatever the membership says.
 */

import type { Tx } from "../db/db";
import type { Principal } from "../http/principal";
import { problem } from "../http/problem";

export const PROJECT_ROLES = ["manager", "member", "viewer"] as const;
export type ProjectRole = (typeof PROJECT_ROLES)[number];

export type Right = "read" | "write" | "manage";

const RIGHTS: Record<ProjectRole, readonly Right[]> = {
  viewer: ["read"],
  member: ["read", "write"],
  manager: ["read", "write", "manage"],
};

/** What is asked of a request's context. */
export interface Asker {
  user: Pick<Principal, "user_id" | "roles">;
}

/** A project that the user may see, and what as. */
export interface ProjectAccess {
  project_id: string;
  role: ProjectRole;
  archived: boolean;
}

export interface CallbotAccess extends ProjectAccess {
  callbot_id: string;
  default_scenario_id: string | null;
}

/**
 * The user to whose memberships a list must be held, or null for one who sees all of the tenant's projects.
 * In SQL: `AND ($n::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = … AND m.user_id = $n))`.
 */
export function onlyMemberships({ user }: Asker): string | null {
  return user.roles.includes("STUDIO_ADMIN") ? null : user.user_id;
}

/** What the user is in a project, given the row of the membership; null: the project is not there for this user. */
export function effectiveRole({ user }: Asker, member_role: ProjectRole | null): ProjectRole | null {
  if (user.roles.includes("STUDIO_ADMIN")) return "manager";
  if (member_role === null) return null;
  return user.roles.includes("STUDIO_PROJECT") ? member_role : "viewer";
}

/**
 * Lets a request go on that may use the project so.
 * @throws Problem NOT_FOUND where the user does not see the project, FORBIDDEN where the membership is not enough,
 *   ARCHIVED for a write to an archived project; "manage" is allowed there, so that it can be brought back
 */
export async function requireProject(tx: Tx, asker: Asker, project_id: string, right: Right): Promise<ProjectAccess> {
  const [row] = await tx.query<{ archived: boolean; role: ProjectRole | null }>(
    `SELECT p.archived_at IS NOT NULL AS archived, m.role
     FROM projects p LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = $2
     WHERE p.id = $1`,
    [project_id, asker.user.user_id],
  );
  const role = row === undefined ? null : effectiveRole(asker, row.role);
  if (row === undefined || role === null) throw problem("NOT_FOUND");
  allow(role, right);
  if (right === "write" && row.archived) throw problem("ARCHIVED", { detail: "The project is archived" });
  return { project_id, role, archived: row.archived };
}

/**
 * As `requireProject`, for the project of a callbot. `archived` is that of the callbot or of its project.
 * @throws Problem NOT_FOUND, FORBIDDEN, ARCHIVED
 */
export async function requireCallbot(tx: Tx, asker: Asker, callbot_id: string, right: Right): Promise<CallbotAccess> {
  const [row] = await tx.query<{
    project_id: string;
    default_scenario_id: string | null;
    callbot_archived: boolean;
    project_archived: boolean;
    role: ProjectRole | null;
  }>(
    `SELECT c.project_id, c.default_scenario_id, c.archived_at IS NOT NULL AS callbot_archived,
       p.archived_at IS NOT NULL AS project_archived, m.role
     FROM callbots c JOIN projects p ON p.id = c.project_id
     LEFT JOIN project_members m ON m.project_id = p.id AND m.user_id = $2
     WHERE c.id = $1`,
    [callbot_id, asker.user.user_id],
  );
  const role = row === undefined ? null : effectiveRole(asker, row.role);
  if (row === undefined || role === null) throw problem("NOT_FOUND");
  allow(role, right);
  const archived = row.callbot_archived || row.project_archived;
  if (right === "write" && archived) {
    throw problem("ARCHIVED", { detail: `The ${row.project_archived ? "project" : "callbot"} is archived` });
  }
  const { project_id, default_scenario_id } = row;
  return { callbot_id, project_id, default_scenario_id, role, archived };
}

function allow(role: ProjectRole, right: Right): void {
  if (RIGHTS[role].includes(right)) return;
  throw problem("FORBIDDEN", { detail: `You are ${role} of this project; this needs a ${neededFor(right)}` });
}

function neededFor(right: Right): ProjectRole {
  return right === "manage" ? "manager" : "member";
}
