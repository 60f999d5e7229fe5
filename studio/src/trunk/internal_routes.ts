import { Type } from "@sinclair/typebox";
import { refused } from "../auth/authenticator";
import type { App } from "../http/app";
import type { BaseContext } from "../http/context";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { ok } from "../http/reply";
import { openRoute } from "../http/route";
import { Uuid } from "../http/schema";
import { GATEWAY_TOKEN_VARIABLE, sameToken, tenantOfToken } from "./credential";
import { jambonzTrunks } from "./jambonz";
import { JambonzTrunksSchema, OpenTrunkSchema } from "./schema";
import { readOpenTrunks } from "./store";

const HOUSE_TOKEN_MIN_LENGTH = 24;

const READ = {
  method: "GET",
  bare: true,
  access: "gateway",
  tag: "Voice gateway",
  query: Type.Object({ tenant_id: Type.Optional(Uuid) }),
} as const;

/** What the voice gateway reads, outside of the base path. */
export function internalRoutes(app: App): void {
  const house = app.services.environment[GATEWAY_TOKEN_VARIABLE];
  if (house && house.length < HOUSE_TOKEN_MIN_LENGTH) {
    throw new Error(
      `${GATEWAY_TOKEN_VARIABLE} must have at least ${HOUSE_TOKEN_MIN_LENGTH} characters: it opens every trunk password`,
    );
  }
  const read = async (ctx: BaseContext, wanted: string | undefined) => {
    const tenant_id = await tenantOf(ctx, wanted);
    const { secrets, db } = ctx.services;
    const { trunks, revision } = await db.asTenant(tenant_id, (tx) => readOpenTrunks(tx, secrets, tenant_id));
    const etag = etagOf(revision);
    return { tenant_id, trunks, etag, unchanged: ctx.request.headers["if-none-match"] === etag };
  };
  openRoute(
    app,
    {
      ...READ,
      url: "/internal/v1/telephony-trunks",
      summary: "The trunk document with its passwords",
      description: `A credential of /admin/gateway-credentials opens its tenant's document; ${GATEWAY_TOKEN_VARIABLE} opens that of the tenant named in the query. With If-None-Match an unchanged document answers 304.`,
      response: { 200: OpenTrunkSchema, 304: Type.Null() },
    },
    async (ctx, { query }) => {
      const { tenant_id, trunks, etag, unchanged } = await read(ctx, query.tenant_id);
      if (unchanged) return { status: 304, headers: { etag } };
      return ok({ tenant_id, ...trunks }, { etag });
    },
  );

  openRoute(
    app,
    {
      ...READ,
      url: "/internal/v1/telephony-trunks/jambonz",
      summary: "The trunk document as jambonz's carriers, SIP gateways and routes",
      description:
        "For whatever writes it into jambonz: the names of the fields are those of its API. `gaps` says what jambonz has no place for.",
      response: { 200: JambonzTrunksSchema, 304: Type.Null() },
    },
    async (ctx, { query }) => {
      const { tenant_id, trunks, etag, unchanged } = await read(ctx, query.tenant_id);
      if (unchanged) return { status: 304, headers: { etag } };
      const passwords = new Map(trunks.gateways.map(({ name, password }) => [name, password ?? ""]));
      return ok({ tenant_id, ...jambonzTrunks(trunks, passwords) }, { etag });
    },
  );
}

/** @throws Problem TOKEN_MISSING, TOKEN_INVALID, FORBIDDEN (a user's token, or another tenant's credential), VALIDATION_FAILED, NOT_FOUND */
async function tenantOf(ctx: BaseContext, wanted: string | undefined): Promise<string> {
  const { db, environment, authenticator } = ctx.services;
  const token = /^Bearer +(\S+)$/i.exec(ctx.request.headers.authorization ?? "")?.[1];
  if (token === undefined) throw problem("TOKEN_MISSING", { headers: { "www-authenticate": "Bearer" } });
  const house = environment[GATEWAY_TOKEN_VARIABLE];
  if (house && sameToken(token, house)) {
    if (wanted === undefined) {
      const finding = { nodeId: null, path: "/tenant_id", message: "is missing" };
      throw problem("VALIDATION_FAILED", { detail: "Say which tenant's document", findings: [finding] });
    }
    const found = await db.asSystem((tx) =>
      tx.query("SELECT 1 FROM tenants WHERE id = $1 AND disabled_at IS NULL", [wanted]),
    );
    if (found.length === 0) throw problem("NOT_FOUND");
    return wanted;
  }
  const tenant_id = await db.asSystem((tx) => tenantOfToken(tx, token, ctx.now));
  if (tenant_id !== null) {
    if (wanted !== undefined && wanted !== tenant_id)
      throw problem("FORBIDDEN", { detail: "This credential is another tenant's" });
    return tenant_id;
  }
  const is_user = await authenticator.verify(token).then(
    () => true,
    () => false,
  );
  if (is_user) throw problem("FORBIDDEN", { detail: "This is for voice gateways, with a credential of their own" });
  throw refused("TOKEN_INVALID");
}
