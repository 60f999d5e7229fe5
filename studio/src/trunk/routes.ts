import { Type } from "@sinclair/typebox";
import { lockTenant } from "../admin/user_store";
import type { Tx } from "../db/db";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { Nullable } from "../http/schema";
import type { TrunkDocument } from "./document";
import { routeOf } from "./routing";
import { documentOf, FindingsSchema, TrunkBody, type TrunkInput, TrunkSchema } from "./schema";
import { deletePassword, findTrunks, gatewaysWithPassword, keepPasswordsOf, writePassword, writeTrunks } from "./store";
import { type TrunkFinding, validateTrunks } from "./validate";

const URL_PATH = "/admin/telephony-trunks";
const common = { roles: ["STUDIO_ADMIN"], tag: "Administration: telephony" } as const;

export function trunkRoutes(app: App): void {
  route(
    app,
    {
      ...common,
      method: "GET",
      url: URL_PATH,
      summary: "The trunk document, without its passwords",
      response: { 200: TrunkSchema },
    },
    async (ctx) => answer(ctx),
  );
  route(
    app,
    {
      ...common,
      method: "PUT",
      url: URL_PATH,
      summary: "Replace the trunk document",
      description: "Needs If-Match. The password of a gateway stays where it is left out, and goes with its gateway.",
      body: TrunkBody,
      response: { 200: TrunkSchema },
      audit: "trunks.update",
    },
    async (ctx, { body }) => {
      const { tx, tenant_id } = ctx;
      // Two who write the first document at once have no row of their own to wait at.
      await lockTenant(tx, tenant_id);
      ctx.match((await findTrunks(tx, tenant_id)).revision, true);
      const { document, findings } = await judged(tx, tenant_id, body);
      if (findings.some(({ severity }) => severity === "error")) {
        throw problem("INVALID_TRUNKS", { detail: "The trunk document has errors", findings });
      }
      await writeTrunks(tx, tenant_id, document, ctx.now);
      const passwords = await writePasswords(ctx, body);
      ctx.audit({
        resource_id: tenant_id,
        detail: {
          gateways: document.gateways.map(({ name }) => name),
          acl: document.acl.length,
          prefix_routes: document.prefix_routes.length,
          passwords,
        },
      });
      return answer(ctx);
    },
  );
  route(
    app,
    {
      ...common,
      method: "POST",
      url: `${URL_PATH}/validate`,
      summary: "Check a trunk document without storing it",
      body: TrunkBody,
      response: { 200: FindingsSchema },
      audit: false,
    },
    async ({ tx, tenant_id }, { body }) => {
      const { findings } = await judged(tx, tenant_id, body);
      return ok({ valid: findings.every(({ severity }) => severity === "warning"), findings });
    },
  );
  route(
    app,
    {
      ...common,
      method: "GET",
      url: `${URL_PATH}/route`,
      summary: "How a number would be called",
      query: Type.Object({ number: Type.String({ pattern: "^\\+[1-9][0-9]{1,14}$", description: "E.164" }) }),
      response: {
        200: Type.Object({
          prefix: Nullable(Type.String({ description: "null: no route leads there" })),
          gateways: Type.Array(Type.String(), { description: "In the order in which they are tried" }),
          dialled: Nullable(Type.String()),
          caller_id: Nullable(Type.String()),
        }),
      },
    },
    async ({ tx, tenant_id }, { query }) => {
      const choice = routeOf((await findTrunks(tx, tenant_id)).document, query.number);
      return ok({
        prefix: choice?.prefix ?? null,
        gateways: choice?.gateways.map(({ name }) => name) ?? [],
        dialled: choice?.dialled ?? null,
        caller_id: choice?.caller_id ?? null,
      });
    },
  );
}

async function judged(
  tx: Tx,
  tenant_id: string,
  body: TrunkInput,
): Promise<{ document: TrunkDocument; findings: TrunkFinding[] }> {
  const document = documentOf(body);
  const kept = await gatewaysWithPassword(tx, tenant_id);
  const given = new Map(body.gateways.map(({ name, password }) => [name, password]));
  const has_password = (name: string) => {
    const password = given.get(name);
    return password === undefined ? kept.has(name) : password !== null;
  };
  return { document, findings: validateTrunks(document, has_password) };
}

/** @returns which passwords were set and which removed, for the audit */
async function writePasswords({ tx, tenant_id, services, now }: Context, body: TrunkInput) {
  const set: string[] = [];
  const removed: string[] = [];
  for (const { name, password } of body.gateways) {
    if (password === undefined) continue;
    if (password === null) await deletePassword(tx, tenant_id, name);
    else await writePassword(tx, services.secrets, tenant_id, name, password, now);
    (password === null ? removed : set).push(name);
  }
  await keepPasswordsOf(
    tx,
    tenant_id,
    body.gateways.map(({ name }) => name),
  );
  return { set, removed };
}

async function answer({ tx, tenant_id }: Context) {
  const { document, revision, updated_at } = await findTrunks(tx, tenant_id);
  const with_password = await gatewaysWithPassword(tx, tenant_id);
  const has_password = (name: string) => with_password.has(name);
  const gateways = document.gateways.map((gateway) => ({ ...gateway, password_set: has_password(gateway.name) }));
  const findings = validateTrunks(document, has_password);
  return ok({ ...document, gateways, updated_at, findings }, { etag: etagOf(revision) });
}
