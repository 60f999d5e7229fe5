import type { App } from "../http/app";
import type { Context } from "../http/context";
import { etagOf } from "../http/etag";
import { ok, type Reply } from "../http/reply";
import { route } from "../http/route";
import { requireProject } from "../project/membership";
import { effectiveLimits, findPolicy, type Place, writePolicy } from "./policy_store";
import { RetentionLimits, RetentionSchema } from "./schema";

const LATER = "What is over its time is deleted within the hour, and cannot be brought back.";

/** /admin/retention and /projects/{id}/retention: how long calls, recordings and contacts are kept. */
export function retentionRoutes(app: App): void {
  tenantRoutes(app);
  projectRoutes(app);
}

function tenantRoutes(app: App): void {
  const common = { url: "/admin/retention", roles: ["STUDIO_ADMIN"], tag: "Administration: settings" } as const;
  route(
    app,
    {
      ...common,
      method: "GET",
      summary: "How long calls, recordings and contacts are kept",
      response: { 200: RetentionSchema },
    },
    async (ctx) => answer(ctx, null),
  );
  route(
    app,
    {
      ...common,
      method: "PUT",
      summary: "Say how long calls, recordings and contacts are kept",
      description: LATER,
      body: RetentionLimits,
      response: { 200: RetentionSchema },
      audit: "retention.update",
    },
    async (ctx, { body }) => {
      ctx.audit({ resource_id: ctx.tenant_id, detail: { ...body } });
      return change(ctx, null, body);
    },
  );
}

function projectRoutes(app: App): void {
  const common = { url: "/projects/:id/retention", tag: "Projects" } as const;
  route(
    app,
    {
      ...common,
      method: "GET",
      roles: ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"],
      summary: "How long a project's calls, recordings and contacts are kept",
      response: { 200: RetentionSchema },
    },
    async (ctx, { params }) => {
      await requireProject(ctx.tx, ctx, params.id, "read");
      return answer(ctx, params.id);
    },
  );
  route(
    app,
    {
      ...common,
      method: "PUT",
      roles: ["STUDIO_ADMIN"],
      summary: "Keep a project's calls, recordings and contacts for a shorter time than the tenant's",
      description: LATER,
      body: RetentionLimits,
      response: { 200: RetentionSchema },
      audit: "project.retention.update",
    },
    async (ctx, { params, body }) => {
      await requireProject(ctx.tx, ctx, params.id, "manage");
      ctx.audit({ detail: { ...body } });
      return change(ctx, params.id, body);
    },
  );
}

async function change(ctx: Context, project_id: string | null, limits: RetentionLimits): Promise<Reply> {
  const place: Place = { tenant_id: ctx.tenant_id, project_id };
  ctx.match((await findPolicy(ctx.tx, place, true)).revision);
  await writePolicy(ctx.tx, place, limits, ctx.now);
  return answer(ctx, project_id);
}

async function answer({ tx, tenant_id }: Context, project_id: string | null): Promise<Reply> {
  const tenant = await findPolicy(tx, { tenant_id, project_id: null });
  const { revision, ...own } = project_id === null ? tenant : await findPolicy(tx, { tenant_id, project_id });
  return ok({ ...own, effective: effectiveLimits(tenant, own) }, { etag: etagOf(revision) });
}
