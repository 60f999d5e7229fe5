import type { Tx } from "../db/db";
import type { Authenticator, Claims, Principal } from "../http/principal";
import { problem } from "../http/problem";
import { mayReadNumbers } from "../phone/masking";
import { onlyMemberships } from "../project/membership";

/** Who may watch. */
export const WATCHERS = ["STUDIO_MONITORING", "STUDIO_PROJECT", "STUDIO_ADMIN"] as const;

/** What a socket's user may see now. */
export interface LiveAccess {
  user: Principal;
  /** Null: all projects of the tenant. */
  projects: ReadonlySet<string> | null;
  /** The same for all who see the same of the tenant's events. */
  view: string;
}

/** @throws Problem TOKEN_REVOKED, ACCOUNT_DISABLED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN */
export async function loadAccess(tx: Tx, authenticator: Authenticator, claims: Claims): Promise<LiveAccess> {
  const user = await authenticator.load(tx, claims);
  if (user.must_change_password) throw problem("PASSWORD_CHANGE_REQUIRED");
  if (!WATCHERS.some((role) => user.roles.includes(role))) throw problem("FORBIDDEN");
  const member_id = onlyMemberships({ user });
  if (member_id === null) return accessOf(user, null);
  const rows = await tx.query<{ project_id: string }>("SELECT project_id FROM project_members WHERE user_id = $1", [
    member_id,
  ]);
  return accessOf(
    user,
    rows.map((row) => row.project_id),
  );
}

function accessOf(user: Principal, projects: readonly string[] | null): LiveAccess {
  const which = projects === null ? "all" : [...projects].sort().join(" ");
  return {
    user,
    projects: projects === null ? null : new Set(projects),
    view: `${mayReadNumbers(user) ? "whole" : "masked"}: ${which}`,
  };
}
