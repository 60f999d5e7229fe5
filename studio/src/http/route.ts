import type { Static, TSchema } from "@sinclair/typebox";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Access, App } from "./app";
import { writeAudit } from "./audit";
import { type BaseContext, baseContext, type Context, type LongContext, matcherOf } from "./context";
import { once } from "./idempotency";
import type { Claims, Principal, Role } from "./principal";
import { problem } from "./problem";
import { BASE_PATH, type Reply } from "./reply";
import { type RouteSchemas, schemaOf } from "./route_schema";

type ParamNames<Url extends string> = Url extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Url extends `${string}:${infer Name}`
    ? Name
    : never;

type Input<Url extends string, Query, Body> = {
  params: Record<ParamNames<Url>, string>;
  query: Query extends TSchema ? Static<Query> : Record<string, never>;
  body: Body extends TSchema ? Static<Body> : undefined;
};

export interface RouteSpec<Url extends string, Query, Body> extends RouteSchemas<Query, Body> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Beneath the base path. `:id` and `:…_id` are UUIDs, `:n` a number from 1; anything malformed answers 404. */
  url: Url;
  /** Any of these roles, or any signed-in user. */
  roles: readonly Role[] | "any";
  /** What the audit record is called; `false` for a POST that writes nothing. Must be said for every method but GET. */
  audit?: string | false;
  body_limit_bytes?: number;
  /** Open to a user who must change the password first. */
  before_password_change?: boolean;
  rate_limit_per_min?: number;
}

/** A route of a signed-in user whose whole request is one transaction: authentication, handler, audit and idempotency together. */
export function route<const Url extends string, Query, Body>(
  app: App,
  spec: RouteSpec<Url, Query, Body>,
  handler: (ctx: Context, input: Input<Url, Query, Body>) => Promise<Reply>,
): void {
  register(app, spec, spec.roles, async (request, base) => {
    const claims = claimsOf(request);
    return app.services.db.asTenant(claims.tenant_id, async (tx) => {
      const user = await admit(app, tx, claims, spec);
      const entry: { resource_id?: string; detail?: Record<string, unknown> } = {};
      const ctx: Context = {
        ...base,
        tx,
        user,
        tenant_id: user.tenant_id,
        audit: (more) => void Object.assign(entry, more),
        match: matcherOf(request),
      };
      return once(ctx, request, async () => {
        const reply = await handler(ctx, inputOf(request));
        if (spec.audit) {
          const params = request.params as Record<string, string>;
          await writeAudit(tx, {
            tenant_id: user.tenant_id,
            actor_id: user.user_id,
            actor_email: user.email,
            action: spec.audit,
            resource_id: entry.resource_id ?? params["id"] ?? null,
            detail: entry.detail ?? {},
            request_id: base.request_id,
            address: base.address,
          });
        }
        return reply;
      });
    });
  });
}

/** A route of a signed-in user that streams or takes long. The user is admitted in a short transaction; the handler opens its own. */
export function longRoute<const Url extends string, Query, Body>(
  app: App,
  spec: RouteSpec<Url, Query, Body>,
  handler: (ctx: LongContext, input: Input<Url, Query, Body>, reply: FastifyReply) => Promise<Reply | undefined>,
): void {
  register(app, spec, spec.roles, async (request, base, reply) => {
    const claims = claimsOf(request);
    const { db } = app.services;
    const user = await db.asTenant(claims.tenant_id, (tx) => admit(app, tx, claims, spec));
    return handler({ ...base, db, user, tenant_id: user.tenant_id }, inputOf(request), reply);
  });
}

/** A route without a signed-in user. `access` "gateway" says that the handler checks a credential of its own. */
export function openRoute<const Url extends string, Query, Body>(
  app: App,
  spec: Omit<RouteSpec<Url, Query, Body>, "roles" | "before_password_change"> & {
    access: "public" | "gateway";
    /** Outside of the base path. */
    bare?: boolean;
  },
  handler: (ctx: BaseContext, input: Input<Url, Query, Body>, reply: FastifyReply) => Promise<Reply | undefined>,
): void {
  register(app, spec, spec.access, (request, base, reply) => handler(base, inputOf(request), reply));
}

type AnySpec = Omit<RouteSpec<string, unknown, unknown>, "roles"> & { bare?: boolean };

function register(
  app: App,
  spec: AnySpec,
  access: Access,
  run: (request: FastifyRequest, base: BaseContext, reply: FastifyReply) => Promise<Reply | undefined>,
): void {
  const path = spec.bare ? spec.url : `${BASE_PATH}${spec.url}`;
  if (spec.method !== "GET" && spec.audit === undefined)
    throw new Error(`${spec.method} ${path} must say what it audits`);
  app.routes.push({ method: spec.method, path, access, audit: spec.audit || null, summary: spec.summary });
  app.fastify.route({
    method: spec.method,
    url: path,
    schema: schemaOf(spec, path, access),
    ...(spec.body_limit_bytes === undefined ? {} : { bodyLimit: spec.body_limit_bytes }),
    config: {
      ...(spec.rate_limit_per_min === undefined
        ? {}
        : { rateLimit: { max: spec.rate_limit_per_min, timeWindow: 60_000 } }),
    },
    // Before the body is read: a stranger learns nothing of what a route takes. After the rate limit, which counts strangers as well.
    preParsing: async (request) => {
      if (access !== "public" && access !== "gateway") claimsOf(request);
    },
    handler: async (request, reply) => {
      const result = await run(request, baseContext(app.services, request), reply);
      if (result === undefined) return reply;
      reply.code(result.status);
      for (const [name, value] of Object.entries(result.headers ?? {})) reply.header(name, value);
      return reply.send(result.body);
    },
  });
}

/** Set by the hook that looks at every request's Authorization header: who it says it is, or why it does not count. */
export interface Bearer {
  claims: Claims | null;
  fault: Error | null;
}

function claimsOf(request: FastifyRequest): Claims {
  const { claims, fault } = (request as FastifyRequest & { bearer: Bearer }).bearer;
  if (claims !== null) return claims;
  throw fault ?? problem("TOKEN_MISSING", { headers: { "www-authenticate": "Bearer" } });
}

async function admit(
  app: App,
  tx: Context["tx"],
  claims: Claims,
  spec: Pick<RouteSpec<string, unknown, unknown>, "roles" | "before_password_change">,
): Promise<Principal> {
  const user = await app.services.authenticator.load(tx, claims);
  if (user.must_change_password && !spec.before_password_change) throw problem("PASSWORD_CHANGE_REQUIRED");
  const { roles } = spec;
  if (roles !== "any" && !roles.some((role) => user.roles.includes(role))) {
    throw problem("FORBIDDEN", { detail: `This needs the role ${roles.join(" or ")}` });
  }
  return user;
}

function inputOf<Url extends string, Query, Body>(request: FastifyRequest): Input<Url, Query, Body> {
  return { params: request.params, query: request.query, body: request.body } as Input<Url, Query, Body>;
}
