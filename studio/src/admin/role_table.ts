import type { Access, App, RouteRecord } from "../http/app";
import { ROLES, type Role } from "../http/principal";

/** What the roles are for, in a sentence each. What they may do is read from the routes. */
export const ROLE_PURPOSES: Record<Role, string> = {
  STUDIO_ADMIN:
    "Looks after the tenant: users, roles, trunks, settings, audit; may force an edit lock and place test calls",
  STUDIO_PROJECT: "Builds: projects, callbots, scenarios, campaigns, within the projects it is a member of",
  STUDIO_MONITORING: "Watches: calls, campaigns and live events; changes nothing",
};

export interface Permission {
  method: string;
  path: string;
  summary: string;
}

export function opensTo(access: Access, role: Role): boolean {
  return access === "any" || (Array.isArray(access) && access.includes(role));
}

/** Every route that a role opens, in the order of their paths; those that anyone signed in may use are among them. */
export function permissionsOf(routes: readonly RouteRecord[], role: Role): Permission[] {
  return sorted(routes)
    .filter(({ access }) => opensTo(access, role))
    .map(({ method, path, summary }) => ({ method, path: displayed(path), summary }));
}

/** The table of `docs/studio.md`, in Markdown: one line for each route. */
export function roleTable({ routes }: Pick<App, "routes">): string {
  const lines = sorted(routes).map(({ method, path, access, summary }) => {
    const marks = ROLES.map((role) => (opensTo(access, role) ? "✓" : ""));
    return `| ${method} | \`${displayed(path)}\` | ${marks.join(" | ")} | ${others(access)} | ${summary} |`;
  });
  const heads = ROLES.map((role) => role.replace("STUDIO_", ""));
  return [
    `| method | path | ${heads.join(" | ")} | else | what it does |`,
    "|---|---|:-:|:-:|:-:|---|---|",
    ...lines,
  ].join("\n");
}

function others(access: Access): string {
  if (access === "public") return "everyone";
  if (access === "gateway") return "voice gateway";
  return access === "any" ? "any signed-in user" : "";
}

const ORDER = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function sorted(routes: readonly RouteRecord[]): RouteRecord[] {
  return [...routes].sort(
    (a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || ORDER.indexOf(a.method) - ORDER.indexOf(b.method),
  );
}

/** `:id` as the OpenAPI document writes it. */
function displayed(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}
