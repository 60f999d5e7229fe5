import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import type { App } from "../http/app";
import { idCursor, pageById } from "../http/cursor";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf, PageQuery } from "../http/schema";
import { deleteCredential, freshCredential, insertCredential, listCredentials } from "./credential";
import { CredentialBody, CredentialSchema, NewCredentialSchema } from "./schema";

const common = { roles: ["STUDIO_ADMIN"], tag: "Administration: telephony" } as const;

export function credentialRoutes(app: App): void {
  route(
    app,
    {
      ...common,
      method: "GET",
      url: "/admin/gateway-credentials",
      summary: "Credentials of the tenant's voice gateways, newest first",
      query: Type.Object(PageQuery),
      response: { 200: PageOf(CredentialSchema) },
    },
    async ({ tx, tenant_id }, { query }) => {
      const rows = await listCredentials(tx, tenant_id, idCursor("credentials", query.cursor), query.limit + 1);
      return ok(pageById("credentials", rows, query.limit));
    },
  );
  route(
    app,
    {
      ...common,
      method: "POST",
      url: "/admin/gateway-credentials",
      summary: "Give a voice gateway a credential",
      body: CredentialBody,
      response: { 201: NewCredentialSchema },
      audit: "gateway_credential.create",
    },
    async (ctx, { body }) => {
      const id = uuid();
      const { token, hash } = freshCredential(id);
      const name = body.name.trim();
      const row = await insertCredential(ctx.tx, { id, tenant_id: ctx.tenant_id, name, hash, now: ctx.now });
      if (row === null) throw problem("NAME_TAKEN");
      ctx.audit({ resource_id: id, detail: { name } });
      return created({ ...row, token });
    },
  );
  route(
    app,
    {
      ...common,
      method: "DELETE",
      url: "/admin/gateway-credentials/:id",
      summary: "Take a voice gateway's credential away, at once",
      response: { 204: Type.Null() },
      audit: "gateway_credential.delete",
    },
    async ({ tx }, { params }) => {
      if (!(await deleteCredential(tx, params.id))) throw problem("NOT_FOUND");
      return noContent();
    },
  );
}
