import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import { idCursor, page } from "../http/cursor";
import { problem } from "../http/problem";
import { noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf, PageQuery } from "../http/schema";
import { requireProject } from "./membership";
import { MemberSchema, MemberSet } from "./schema";
import { listMembers, removeMember, setMember } from "./store";

const tag = "Projects";

/** /projects/{id}/members: who may do what in a project. */
export function memberRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/projects/:id/members",
      roles: ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"],
      tag,
      summary: "List the members of a project",
      query: Type.Object(PageQuery),
      response: { 200: PageOf(MemberSchema) },
    },
    async (ctx, { params, query }) => {
      await requireProject(ctx.tx, ctx, params.id, "read");
      const list = `members ${params.id}`;
      const rows = await listMembers(ctx.tx, params.id, idCursor(list, query.cursor), query.limit);
      return ok(page(list, rows, query.limit, (row) => [row.user_id]));
    },
  );

  route(
    app,
    {
      method: "PUT",
      url: "/projects/:id/members/:user_id",
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      tag,
      summary: "Make a user a member, or change what as",
      description: "For managers of the project.",
      body: MemberSet,
      response: { 200: MemberSchema },
      audit: "project.member.set",
    },
    async (ctx, { params, body }) => {
      await requireProject(ctx.tx, ctx, params.id, "manage");
      const { tenant_id } = ctx;
      const { id: project_id, user_id } = params;
      const member = await setMember(ctx.tx, { tenant_id, project_id, user_id, role: body.role });
      if (member === null) throw problem("NOT_FOUND", { detail: "There is no such user" });
      ctx.audit({ detail: { user_id, role: body.role } });
      return ok(member);
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/projects/:id/members/:user_id",
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      tag,
      summary: "Take a user out of a project",
      description: "For managers of the project. Administrators still see it, so a project is never out of reach.",
      response: { 204: Type.Null() },
      audit: "project.member.remove",
    },
    async (ctx, { params }) => {
      await requireProject(ctx.tx, ctx, params.id, "manage");
      const { id: project_id, user_id } = params;
      if (!(await removeMember(ctx.tx, project_id, user_id))) throw problem("NOT_FOUND");
      ctx.audit({ detail: { user_id } });
      return noContent();
    },
  );
}
