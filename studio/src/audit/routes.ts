import { Type } from "@sinclair/typebox";
import { reaching, targetTenant } from "../admin/scope";
import { LOGIN_OUTCOMES } from "../auth/history_store";
import type { App } from "../http/app";
import { idCursor, pageById } from "../http/cursor";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { Nullable, OneOf, PageOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { listAudit, listLogins } from "./store";

const AuditSchema = Type.Object({
  id: Uuid,
  at: Timestamp,
  actor_id: Nullable(Uuid),
  actor_email: Type.String(),
  action: Type.String({ description: "What was written, such as user.update" }),
  resource_id: Nullable(Type.String()),
  detail: Type.Object({}, { additionalProperties: true }),
  request_id: Type.String({ description: "The x-request-id of the answer" }),
  address: Type.String(),
});

const LoginSchema = Type.Object({
  id: Uuid,
  at: Timestamp,
  user_id: Uuid,
  email: Type.String(),
  outcome: OneOf(LOGIN_OUTCOMES),
  address: Type.String(),
  user_agent: Type.String(),
});

const Span = {
  tenant_id: Type.Optional(Uuid),
  from: Type.Optional(Timestamp),
  to: Type.Optional({ ...Timestamp, description: "RFC 3339; not included" } as typeof Timestamp),
};

const common = { method: "GET", roles: ["STUDIO_ADMIN"], tag: "Administration: audit" } as const;

export function auditRoutes(app: App): void {
  route(
    app,
    {
      ...common,
      url: "/admin/audit",
      summary: "Who wrote what, newest first",
      query: Type.Object({
        ...PageQuery,
        ...Span,
        actor_id: Type.Optional(Uuid),
        action: Type.Optional(
          Type.String({ maxLength: 100, description: "Such as user.update, or user for all of its kind" }),
        ),
        resource_id: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      response: { 200: PageOf(AuditSchema) },
    },
    async (ctx, { query }) => {
      const tenant_id = await targetTenant(ctx, query.tenant_id);
      const before = idCursor("audit", query.cursor);
      const rows = await reaching(ctx, (tx) => listAudit(tx, { ...query, tenant_id }, before, query.limit + 1));
      return ok(pageById("audit", rows, query.limit));
    },
  );
  route(
    app,
    {
      ...common,
      url: "/admin/login-history",
      summary: "Log-ins of known accounts, newest first",
      query: Type.Object({
        ...PageQuery,
        ...Span,
        user_id: Type.Optional(Uuid),
        outcome: Type.Optional(OneOf(LOGIN_OUTCOMES)),
      }),
      response: { 200: PageOf(LoginSchema) },
    },
    async (ctx, { query }) => {
      const tenant_id = await targetTenant(ctx, query.tenant_id);
      const before = idCursor("logins", query.cursor);
      const rows = await reaching(ctx, (tx) => listLogins(tx, { ...query, tenant_id }, before, query.limit + 1));
      return ok(pageById("logins", rows, query.limit));
    },
  );
}
