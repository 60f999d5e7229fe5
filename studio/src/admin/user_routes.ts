import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import { hashPassword, temporaryPassword } from "../auth/password";
import { endSessionsOf, tellAccessChanged } from "../auth/session_store";
import type { Tx } from "../db/db";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf } from "../http/schema";
import { auditInTenant, reaching, targetTenant } from "./scope";
import { NewUserBody, NewUserSchema, ResetSchema, UserChangeBody, UserQuery, UserSchema } from "./user_schema";
import {
  countAdmins,
  deleteUser,
  findUser,
  insertUser,
  listUsers,
  lockTenant,
  setTemporaryPassword,
  type UserRow,
  updateUser,
} from "./user_store";

const common = { roles: ["STUDIO_ADMIN"], tag: "Administration: users" } as const;

export function userRoutes(app: App): void {
  listAndCreate(app);
  readAndChange(app);
  endAndReset(app);
}

function listAndCreate(app: App): void {
  route(
    app,
    {
      ...common,
      method: "GET",
      url: "/admin/users",
      summary: "Users of the tenant, newest first",
      query: UserQuery,
      response: { 200: PageOf(UserSchema) },
    },
    async (ctx, { query }) => {
      const tenant_id = await targetTenant(ctx, query.tenant_id);
      const before = idCursor("users", query.cursor);
      const rows = await reaching(ctx, (tx) => listUsers(tx, { ...query, tenant_id }, before, query.limit + 1));
      return ok(pageById("users", rows, query.limit));
    },
  );
  route(
    app,
    {
      ...common,
      method: "POST",
      url: "/admin/users",
      summary: "Make a user with a temporary password",
      body: NewUserBody,
      response: { 201: NewUserSchema },
      audit: "user.create",
    },
    async (ctx, { body }) => {
      const tenant_id = await targetTenant(ctx, body.tenant_id);
      const id = uuid();
      const temporary_password = temporaryPassword();
      const password_hash = await hashPassword(temporary_password);
      const row = await reaching(ctx, async (tx) => {
        const user = { id, tenant_id, email: body.email, name: body.name.trim(), roles: body.roles, password_hash };
        if (!(await insertUser(tx, user))) throw problem("EMAIL_TAKEN");
        return found(await findUser(tx, id));
      });
      const detail = { email: row.email, roles: row.roles };
      await auditInTenant(ctx, tenant_id, { action: "user.create", resource_id: id, detail });
      return created({ ...row, temporary_password }, { etag: etagOf(row.revision), location: `/admin/users/${id}` });
    },
  );
}

function readAndChange(app: App): void {
  route(
    app,
    { ...common, method: "GET", url: "/admin/users/:id", summary: "One user", response: { 200: UserSchema } },
    async (ctx, { params }) => {
      const row = found(await reaching(ctx, (tx) => findUser(tx, params.id)));
      return ok(row, { etag: etagOf(row.revision) });
    },
  );
  route(
    app,
    {
      ...common,
      method: "PATCH",
      url: "/admin/users/:id",
      summary: "Change name or roles, disable or enable",
      description: "Counts at once: roles at the next request, and all sessions of a disabled user end.",
      body: UserChangeBody,
      response: { 200: UserSchema },
      audit: "user.update",
    },
    async (ctx, { params, body }) => {
      const row = await changing(ctx, params.id, async (tx, before) => {
        ctx.match(before.revision);
        await updateUser(tx, before.id, { ...body, name: body.name?.trim() }, ctx.now);
        if (body.disabled) await endSessionsOf(tx, before.id, "disabled", ctx.now);
        else await tellAccessChanged(tx, before.id);
        return found(await findUser(tx, before.id));
      });
      await auditInTenant(ctx, row.tenant_id, { action: "user.update", resource_id: row.id, detail: { ...body } });
      return ok(row, { etag: etagOf(row.revision) });
    },
  );
}

function endAndReset(app: App): void {
  route(
    app,
    {
      ...common,
      method: "DELETE",
      url: "/admin/users/:id",
      summary: "Remove a user; what they did stays in the audit",
      response: { 204: Type.Null() },
      audit: "user.delete",
    },
    async (ctx, { params }) => {
      const row = await changing(ctx, params.id, async (tx, before) => {
        ctx.match(before.revision);
        await endSessionsOf(tx, before.id, "ended_by_admin", ctx.now);
        await deleteUser(tx, before.id);
        return before;
      });
      const detail = { email: row.email };
      await auditInTenant(ctx, row.tenant_id, { action: "user.delete", resource_id: row.id, detail });
      return noContent();
    },
  );
  route(
    app,
    {
      ...common,
      method: "POST",
      url: "/admin/users/:id/reset-password",
      summary: "Give a user a new temporary password; all their sessions end",
      response: { 200: ResetSchema },
      audit: "user.reset_password",
    },
    async (ctx, { params }) => {
      const temporary_password = temporaryPassword();
      const password_hash = await hashPassword(temporary_password);
      const row = await reaching(ctx, async (tx) => {
        const user = found(await findUser(tx, params.id, true));
        await setTemporaryPassword(tx, user.id, password_hash, ctx.now);
        await endSessionsOf(tx, user.id, "password_reset", ctx.now);
        return user;
      });
      await auditInTenant(ctx, row.tenant_id, { action: "user.reset_password", resource_id: row.id });
      return ok({ temporary_password });
    },
  );
  route(
    app,
    {
      ...common,
      method: "DELETE",
      url: "/admin/users/:id/sessions",
      summary: "End all sessions of a user",
      response: { 204: Type.Null() },
      audit: "user.end_sessions",
    },
    async (ctx, { params }) => {
      const row = await reaching(ctx, async (tx) => {
        const user = found(await findUser(tx, params.id, true));
        await endSessionsOf(tx, user.id, "ended_by_admin", ctx.now);
        return user;
      });
      await auditInTenant(ctx, row.tenant_id, { action: "user.end_sessions", resource_id: row.id });
      return noContent();
    },
  );
}

/** A change that may take an administrator away: the tenant keeps one who can log in. @throws Problem NOT_FOUND, LAST_ADMIN */
function changing(ctx: Context, id: string, work: (tx: Tx, before: UserRow) => Promise<UserRow>): Promise<UserRow> {
  return reaching(ctx, async (tx) => {
    await lockTenant(tx, found(await findUser(tx, id)).tenant_id);
    const before = found(await findUser(tx, id, true));
    const admins = await countAdmins(tx, before.tenant_id);
    const after = await work(tx, before);
    if (admins > 0 && (await countAdmins(tx, before.tenant_id)) === 0) throw problem("LAST_ADMIN");
    return after;
  });
}

function found(row: UserRow | null): UserRow {
  if (row === null) throw problem("NOT_FOUND");
  return row;
}
