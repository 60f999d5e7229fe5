import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import { isUniqueViolation } from "../db/violation";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf, PageQuery, Uuid } from "../http/schema";
import { onlyMemberships, type Right, requireProject } from "../project/membership";
import { type Group, GroupChange, GroupCreate, GroupSchema } from "./schema";

const tag = "Campaigns";
const READERS = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
const WRITERS = ["STUDIO_PROJECT", "STUDIO_ADMIN"] as const;
const COLUMNS = "id, project_id, name, max_concurrent, revision, created_at, updated_at";

/** /campaign-groups: campaigns that share a limit of calls at the same time. */
export function campaignGroupRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/campaign-groups",
      roles: READERS,
      tag,
      summary: "List campaign groups",
      query: Type.Object({ ...PageQuery, project_id: Type.Optional(Uuid) }),
      response: { 200: PageOf(GroupSchema) },
    },
    async (ctx, { query }) => {
      const rows = await ctx.tx.query<Group>(
        `SELECT ${COLUMNS} FROM campaign_groups g
         WHERE ($1::uuid IS NULL OR EXISTS (SELECT 1 FROM project_members m WHERE m.project_id = g.project_id AND m.user_id = $1))
           AND ($2::uuid IS NULL OR project_id = $2) AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
        [onlyMemberships(ctx), query.project_id ?? null, idCursor("campaign-groups", query.cursor), query.limit + 1],
      );
      return ok(pageById("campaign-groups", rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/campaign-groups",
      roles: WRITERS,
      tag,
      summary: "Create a campaign group",
      body: GroupCreate,
      response: { 201: GroupSchema },
      audit: "campaign_group.create",
    },
    async (ctx, { body }) => {
      await requireProject(ctx.tx, ctx, body.project_id, "write");
      const id = uuid();
      await named(
        ctx.tx.query(
          "INSERT INTO campaign_groups (id, tenant_id, project_id, name, max_concurrent) VALUES ($1, $2, $3, $4, $5)",
          [id, ctx.tenant_id, body.project_id, body.name, body.max_concurrent ?? null],
        ),
      );
      ctx.audit({ resource_id: id, detail: { name: body.name } });
      const group = await readGroup(ctx.tx, id);
      return created(group, { etag: etagOf(group!.revision), location: `/campaign-groups/${id}` });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/campaign-groups/:id",
      roles: READERS,
      tag,
      summary: "Read a campaign group",
      response: { 200: GroupSchema },
    },
    async (ctx, { params }) => {
      const group = await requireGroup(ctx, params.id, "read");
      return ok(group, { etag: etagOf(group.revision) });
    },
  );

  route(
    app,
    {
      method: "PATCH",
      url: "/campaign-groups/:id",
      roles: WRITERS,
      tag,
      summary: "Change a campaign group",
      body: GroupChange,
      response: { 200: GroupSchema },
      audit: "campaign_group.update",
    },
    async (ctx, { params, body }) => {
      const group = await requireGroup(ctx, params.id, "write");
      ctx.match(group.revision);
      const { name = group.name, max_concurrent = group.max_concurrent } = body;
      await named(
        ctx.tx.query(
          "UPDATE campaign_groups SET name = $2, max_concurrent = $3, revision = revision + 1, updated_at = now() WHERE id = $1",
          [params.id, name, max_concurrent],
        ),
      );
      ctx.audit({ detail: body });
      const changed = (await readGroup(ctx.tx, params.id))!;
      return ok(changed, { etag: etagOf(changed.revision) });
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/campaign-groups/:id",
      roles: WRITERS,
      tag,
      summary: "Dissolve a campaign group",
      description: "Its campaigns stay, without a group.",
      response: { 204: Type.Null() },
      audit: "campaign_group.delete",
    },
    async (ctx, { params }) => {
      const group = await requireGroup(ctx, params.id, "write");
      ctx.match(group.revision);
      await ctx.tx.query("UPDATE campaigns SET group_id = NULL WHERE group_id = $1", [params.id]);
      await ctx.tx.query("DELETE FROM campaign_groups WHERE id = $1", [params.id]);
      return noContent();
    },
  );
}

async function readGroup(tx: Tx, id: string, lock = ""): Promise<Group | undefined> {
  const [group] = await tx.query<Group>(`SELECT ${COLUMNS} FROM campaign_groups WHERE id = $1 ${lock}`, [id]);
  return group;
}

async function requireGroup(ctx: Context, id: string, right: Right): Promise<Group> {
  const group = await readGroup(ctx.tx, id, right === "read" ? "" : "FOR UPDATE");
  if (group === undefined) throw problem("NOT_FOUND");
  await requireProject(ctx.tx, ctx, group.project_id, right);
  return group;
}

async function named(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem("NAME_TAKEN", { findings: [{ nodeId: null, path: "/name", message: "another group has it" }] });
  }
}
