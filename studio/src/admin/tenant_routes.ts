import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import { endSessionsOf } from "../auth/session_store";
import type { App } from "../http/app";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, ok } from "../http/reply";
import { route } from "../http/route";
import { Body, PageOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { timeZoneNamed } from "../time/zone";
import { auditInTenant, reaching, requireOperator } from "./scope";
import { findTenant, insertTenant, isTenantNameTaken, listTenants, type TenantRow, updateTenant } from "./tenant_store";

const TenantSchema = Type.Object({
  id: Uuid,
  name: Type.String(),
  is_operator: Type.Boolean({ description: "Its administrators look after all tenants" }),
  time_zone: Type.String({ description: "IANA name; a day of the tenant begins and ends here" }),
  disabled: Type.Boolean({ description: "Nobody of it can log in" }),
  users: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });
const TimeZone = Type.String({ minLength: 1, maxLength: 60, description: "IANA name, such as Europe/Berlin" });

const common = { roles: ["STUDIO_ADMIN"], tag: "Administration: tenants" } as const;

export function tenantRoutes(app: App): void {
  route(
    app,
    {
      ...common,
      method: "GET",
      url: "/admin/tenants",
      summary: "Tenants, newest first: all of them for the operator, else one's own",
      query: Type.Object(PageQuery),
      response: { 200: PageOf(TenantSchema) },
    },
    async (ctx, { query }) => {
      const before = idCursor("tenants", query.cursor);
      const rows = await reaching(ctx, (tx) => listTenants(tx, before, query.limit + 1));
      return ok(pageById("tenants", rows, query.limit));
    },
  );
  route(
    app,
    {
      ...common,
      method: "POST",
      url: "/admin/tenants",
      summary: "Make a tenant (operator)",
      body: Body({ name: Name, time_zone: Type.Optional(TimeZone) }),
      response: { 201: TenantSchema },
      audit: "tenant.create",
    },
    async (ctx, { body }) => {
      requireOperator(ctx);
      const id = uuid();
      const row = await reaching(ctx, async (tx) => {
        const time_zone = zone(body.time_zone ?? "UTC");
        if (!(await insertTenant(tx, { id, name: body.name.trim(), time_zone }))) throw problem("NAME_TAKEN");
        return found(await findTenant(tx, id));
      });
      await auditInTenant(ctx, id, { action: "tenant.create", resource_id: id, detail: { name: row.name } });
      return created(row, { etag: etagOf(row.revision), location: `/admin/tenants/${id}` });
    },
  );
  route(
    app,
    { ...common, method: "GET", url: "/admin/tenants/:id", summary: "One tenant", response: { 200: TenantSchema } },
    async (ctx, { params }) => {
      const row = found(await reaching(ctx, (tx) => findTenant(tx, params.id)));
      return ok(row, { etag: etagOf(row.revision) });
    },
  );
  route(
    app,
    {
      ...common,
      method: "PATCH",
      url: "/admin/tenants/:id",
      summary: "Rename a tenant, set its time zone, or (operator) disable it",
      body: Body(
        { name: Type.Optional(Name), time_zone: Type.Optional(TimeZone), disabled: Type.Optional(Type.Boolean()) },
        { minProperties: 1 },
      ),
      response: { 200: TenantSchema },
      audit: "tenant.update",
    },
    async (ctx, { params, body }) => {
      const row = await reaching(ctx, async (tx) => {
        const before = found(await findTenant(tx, params.id, true));
        if (body.disabled !== undefined && body.disabled !== before.disabled) requireOperator(ctx);
        if (body.disabled && before.is_operator)
          throw problem("CONFLICT", { detail: "The operator's tenant stays enabled" });
        ctx.match(before.revision);
        const name = body.name?.trim();
        if (name !== undefined && (await isTenantNameTaken(tx, name, params.id))) throw problem("NAME_TAKEN");
        const time_zone = body.time_zone === undefined ? undefined : zone(body.time_zone);
        await updateTenant(tx, params.id, { name, time_zone, disabled: body.disabled }, ctx.now);
        if (body.disabled) await endAllSessions(tx, params.id, ctx.now);
        return found(await findTenant(tx, params.id));
      });
      await auditInTenant(ctx, params.id, { action: "tenant.update", resource_id: params.id, detail: { ...body } });
      return ok(row, { etag: etagOf(row.revision) });
    },
  );
}

async function endAllSessions(tx: Parameters<typeof endSessionsOf>[0], tenant_id: string, now: Date): Promise<void> {
  const users = await tx.query<{ id: string }>("SELECT id FROM users WHERE tenant_id = $1", [tenant_id]);
  for (const { id } of users) await endSessionsOf(tx, id, "disabled", now);
}

function found(row: TenantRow | null): TenantRow {
  if (row === null) throw problem("NOT_FOUND");
  return row;
}

function zone(name: string): string {
  const canonical = timeZoneNamed(name);
  if (canonical !== null) return canonical;
  throw problem("VALIDATION_FAILED", {
    detail: "time_zone is not the name of a time zone",
    findings: [{ nodeId: null, path: "/time_zone", message: "is not an IANA time zone" }],
  });
}
