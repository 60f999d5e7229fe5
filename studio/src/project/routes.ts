import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import { isUniqueViolation } from "../db/violation";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf } from "../http/schema";
import { requireProject } from "./membership";
import { type Project, ProjectChange, ProjectCreate, ProjectListQuery, ProjectSchema } from "./schema";
import { insertProject, listProjects, lockProject, readProject, setMember, updateProject } from "./store";

const tag = "Projects";
const ARCHIVING =
  "Nothing is lost by it: what an archived project has can be read, and a PATCH with archived=false brings it back.";

/** /projects: list, create, read, change, archive. */
export function projectRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/projects",
      roles: ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"],
      tag,
      summary: "List the projects that you see",
      description: "Administrators see all of them, others those that they are members of.",
      query: ProjectListQuery,
      response: { 200: PageOf(ProjectSchema) },
    },
    async (ctx, { query }) => {
      const list = `projects ${query.archived}`;
      const before = idCursor(list, query.cursor);
      const rows = await listProjects(ctx.tx, ctx, { archived: query.archived, before, limit: query.limit });
      return ok(pageById(list, rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/projects",
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      tag,
      summary: "Create a project",
      description: "You become its manager.",
      body: ProjectCreate,
      response: { 201: ProjectSchema },
      audit: "project.create",
    },
    async (ctx, { body }) => {
      const [id, { tenant_id }] = [uuid(), ctx];
      const { name, description = "" } = body;
      await named(insertProject(ctx.tx, { id, tenant_id, name, description }));
      await setMember(ctx.tx, { tenant_id, project_id: id, user_id: ctx.user.user_id, role: "manager" });
      ctx.audit({ resource_id: id, detail: { name } });
      const project = await readProject(ctx.tx, ctx, id);
      return created(project, { etag: etagOf(project.revision), location: `/projects/${id}` });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/projects/:id",
      roles: ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"],
      tag,
      summary: "Read a project",
      response: { 200: ProjectSchema },
    },
    async (ctx, { params }) => {
      await requireProject(ctx.tx, ctx, params.id, "read");
      return shown(await readProject(ctx.tx, ctx, params.id));
    },
  );

  route(
    app,
    {
      method: "PATCH",
      url: "/projects/:id",
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      tag,
      summary: "Rename, describe, archive or bring back a project",
      description: `For its managers. ${ARCHIVING}`,
      body: ProjectChange,
      response: { 200: ProjectSchema },
      audit: "project.update",
    },
    async (ctx, { params, body }) => {
      const { archived } = await toManage(ctx, params.id);
      if (archived && body.archived !== false) throw problem("ARCHIVED", { detail: "The project is archived" });
      await named(updateProject(ctx.tx, params.id, body));
      ctx.audit({ detail: body });
      return shown(await readProject(ctx.tx, ctx, params.id));
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/projects/:id",
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      tag,
      summary: "Archive a project",
      description: `For its managers. ${ARCHIVING}`,
      response: { 204: Type.Null() },
      audit: "project.archive",
    },
    async (ctx, { params }) => {
      const { archived } = await toManage(ctx, params.id);
      if (!archived) await updateProject(ctx.tx, params.id, { archived: true });
      return noContent();
    },
  );
}

const shown = (project: Project) => ok(project, { etag: etagOf(project.revision) });

async function toManage(ctx: Context, project_id: string) {
  await requireProject(ctx.tx, ctx, project_id, "manage");
  ctx.match(await lockProject(ctx.tx, project_id));
  // Asked again under the lock: another request may have archived it meanwhile.
  return requireProject(ctx.tx, ctx, project_id, "manage");
}

async function named(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem("NAME_TAKEN", { findings: [{ nodeId: null, path: "/name", message: "another project has it" }] });
  }
}
