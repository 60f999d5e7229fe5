import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import { problem } from "../http/problem";
import { noContent, ok } from "../http/reply";
import { longRoute, openRoute, route } from "../http/route";
import { changePassword } from "./change_password";
import { type Grant, logIn, refreshSession } from "./login";
import {
  LoginBody,
  LoginSchema,
  PasswordBody,
  RefreshBody,
  SessionItemSchema,
  SessionSchema,
  TokenSchema,
} from "./schema";
import { endSession, liveSessions } from "./session_store";
import { ACCESS_LIFETIME_S } from "./token";

const TAG = "Authentication";

export function authRoutes(app: App): void {
  tokenRoutes(app);
  sessionRoutes(app);
}

function tokenRoutes(app: App): void {
  const { authenticator } = app.services;
  const tokens = async (grant: Grant) => ({
    access_token: await authenticator.issue(grant.claims),
    token_type: "Bearer",
    expires_in: ACCESS_LIFETIME_S,
    refresh_token: grant.refresh_token,
    refresh_expires_at: grant.refresh_expires_at.toISOString(),
    session_id: grant.claims.session_id,
  });

  openRoute(
    app,
    {
      method: "POST",
      url: "/auth/login",
      access: "public",
      tag: TAG,
      summary: "Log in with e-mail address and password",
      description: "Failed attempts slow down further ones (429 LOGIN_THROTTLED with Retry-After).",
      body: LoginBody,
      response: { 200: LoginSchema },
      audit: false,
    },
    async (ctx, { body }) => {
      const grant = await logIn(ctx, body.email, body.password);
      const { id, email, name, roles, tenant_id, must_change_password } = grant.account;
      return ok({
        ...(await tokens(grant)),
        password_change_required: must_change_password,
        user: { id, email, name, roles, tenant_id },
      });
    },
  );
  openRoute(
    app,
    {
      method: "POST",
      url: "/auth/refresh",
      access: "public",
      tag: TAG,
      summary: "Exchange a refresh token for fresh tokens",
      description: "Each refresh token is good for one exchange. One that is used again ends its session.",
      body: RefreshBody,
      response: { 200: TokenSchema },
      audit: false,
    },
    async (ctx, { body }) => ok(await tokens(await refreshSession(ctx, body.refresh_token))),
  );
  openRoute(
    app,
    {
      method: "GET",
      url: "/.well-known/jwks.json",
      bare: true,
      access: "public",
      tag: TAG,
      summary: "The public keys of access tokens",
      response: { 200: Type.Object({ keys: Type.Array(Type.Object({}, { additionalProperties: true })) }) },
    },
    async () => ok(await authenticator.jwks()),
  );
}

function sessionRoutes(app: App): void {
  const mine = { roles: "any", tag: TAG, before_password_change: true } as const;
  longRoute(
    app,
    {
      ...mine,
      method: "POST",
      url: "/auth/password",
      summary: "Change one's own password; all sessions end, this one too",
      body: PasswordBody,
      response: { 204: Type.Null() },
      audit: "password.change",
    },
    async (ctx, { body }) => {
      await changePassword(ctx, body.current_password, body.new_password);
      return noContent();
    },
  );
  route(
    app,
    {
      ...mine,
      method: "GET",
      url: "/auth/session",
      summary: "Who one is and what one may do",
      response: { 200: SessionSchema },
    },
    async ({ tx, user }) => {
      const [tenant] = await tx.query<{ name: string }>("SELECT name FROM tenants WHERE id = $1", [user.tenant_id]);
      return ok({
        session_id: user.session_id,
        password_change_required: user.must_change_password,
        user: { id: user.user_id, email: user.email, name: user.name, roles: user.roles, tenant_id: user.tenant_id },
        tenant: { id: user.tenant_id, name: tenant!.name, time_zone: user.time_zone, is_operator: user.is_operator },
      });
    },
  );
  route(
    app,
    {
      ...mine,
      method: "GET",
      url: "/auth/sessions",
      summary: "One's own sessions",
      response: { 200: Type.Object({ items: Type.Array(SessionItemSchema) }) },
    },
    async ({ tx, user, now }) => {
      const items = await liveSessions(tx, user.user_id, now);
      return ok({ items: items.map((item) => ({ ...item, current: item.id === user.session_id })) });
    },
  );
  route(
    app,
    {
      ...mine,
      method: "DELETE",
      url: "/auth/sessions/:id",
      summary: "End one of one's own sessions",
      response: { 204: Type.Null() },
      audit: "session.end",
    },
    async ({ tx, user, now }, { params }) => {
      const sessions = await liveSessions(tx, user.user_id, now);
      if (!sessions.some(({ id }) => id === params.id)) throw problem("NOT_FOUND");
      await endSession(tx, params.id, "logout", now);
      return noContent();
    },
  );
  route(
    app,
    {
      ...mine,
      method: "POST",
      url: "/auth/logout",
      summary: "End this session",
      response: { 204: Type.Null() },
      audit: "session.logout",
    },
    async ({ tx, user, now, audit }) => {
      await endSession(tx, user.session_id, "logout", now);
      audit({ resource_id: user.session_id });
      return noContent();
    },
  );
}
