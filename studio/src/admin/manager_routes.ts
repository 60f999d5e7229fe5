import { Type } from "@sinclair/typebox";
import { tellAccessChanged } from "../auth/session_store";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { problem } from "../http/problem";
import { noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { Body, PageOf, PageQuery, Uuid } from "../http/schema";
import { findManager, knownProjects, listManagers, type ManagerRow, setManagedProjects } from "./manager_store";
import { auditInTenant, reaching, targetTenant } from "./scope";
import { findUser, type UserRow } from "./user_store";

const ManagerSchema = Type.Object({
  id: Type.Unsafe<string>({ ...Uuid, description: "The user's id" }),
  email: Type.String(),
  name: Type.String(),
  disabled: Type.Boolean(),
  projects: Type.Array(Type.Object({ id: Uuid, name: Type.String() })),
});

const common = { roles: ["STUDIO_ADMIN"], tag: "Administration: users" } as const;

export function managerRoutes(app: App): void {
  route(
    app,
    {
      ...common,
      method: "GET",
      url: "/admin/managers",
      summary: "Users who are entrusted with projects, and with which",
      query: Type.Object({ ...PageQuery, tenant_id: Type.Optional(Uuid) }),
      response: { 200: PageOf(ManagerSchema) },
    },
    async (ctx, { query }) => {
      const tenant_id = await targetTenant(ctx, query.tenant_id);
      const before = idCursor("managers", query.cursor);
      const rows = await reaching(ctx, (tx) => listManagers(tx, tenant_id, before, query.limit + 1));
      return ok(pageById("managers", rows, query.limit));
    },
  );
  route(
    app,
    {
      ...common,
      method: "GET",
      url: "/admin/managers/:id",
      summary: "The projects a user is entrusted with",
      response: { 200: ManagerSchema },
    },
    async (ctx, { params }) =>
      ok(await reaching(ctx, async (tx) => managerOf(await findUser(tx, params.id), await findManager(tx, params.id)))),
  );
  route(
    app,
    {
      ...common,
      method: "PUT",
      url: "/admin/managers/:id",
      summary: "Entrust a user with exactly these projects",
      description: "The user needs the role STUDIO_PROJECT to make use of it.",
      body: Body({ project_ids: Type.Array(Uuid, { uniqueItems: true, maxItems: 500 }) }),
      response: { 200: ManagerSchema },
      audit: "manager.set",
    },
    async (ctx, { params, body }) => ok(await entrust(ctx, params.id, body.project_ids, "manager.set")),
  );
  route(
    app,
    {
      ...common,
      method: "DELETE",
      url: "/admin/managers/:id",
      summary: "Take all projects from a user",
      response: { 204: Type.Null() },
      audit: "manager.remove",
    },
    async (ctx, { params }) => {
      await entrust(ctx, params.id, [], "manager.remove");
      return noContent();
    },
  );
}

async function entrust(
  ctx: Context,
  user_id: string,
  project_ids: readonly string[],
  action: string,
): Promise<ManagerRow> {
  const { user, manager } = await reaching(ctx, async (tx) => {
    const user = await findUser(tx, user_id, true);
    if (user === null) throw problem("NOT_FOUND");
    const known = await knownProjects(tx, user.tenant_id, project_ids);
    const findings = project_ids.flatMap((id, i) =>
      known.has(id)
        ? []
        : [{ nodeId: null, path: `/project_ids/${i}`, message: "is not a project of the user's tenant" }],
    );
    if (findings.length > 0) throw problem("VALIDATION_FAILED", { detail: "There is no such project", findings });
    await setManagedProjects(tx, user.tenant_id, user_id, project_ids, ctx.now);
    await tellAccessChanged(tx, user_id);
    return { user, manager: managerOf(user, await findManager(tx, user_id)) };
  });
  await auditInTenant(ctx, user.tenant_id, { action, resource_id: user_id, detail: { project_ids } });
  return manager;
}

/** A user without any project is shown with an empty list. */
function managerOf(user: UserRow | null, manager: ManagerRow | null): ManagerRow {
  if (user === null) throw problem("NOT_FOUND");
  return manager ?? { id: user.id, email: user.email, name: user.name, disabled: user.disabled, projects: [] };
}
