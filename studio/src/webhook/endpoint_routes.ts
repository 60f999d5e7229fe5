import { type Static, Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf, PageQuery } from "../http/schema";
import { urlFault, type WebhookConfig, webhookConfig } from "./config";
import { endpointStats } from "./delivery_store";
import {
  countEndpoints,
  currentSecret,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  replaceSecret,
  updateEndpoint,
} from "./endpoint_store";
import { EVENT_TYPES, webhookDocument } from "./events";
import {
  DEFAULT_OVERLAP_S,
  EndpointCreate,
  EndpointPatch,
  EndpointSchema,
  EndpointWithSecret,
  RotateSecret,
  STATS_HOURS,
  StatsSchema,
} from "./schema";
import { openSecrets, sealSecret } from "./secrets";
import { newSecret } from "./signature";

const tag = "Webhooks";
const roles = ["STUDIO_ADMIN"] as const;
const LIST = "webhook_endpoints";
/** Each endpoint has a claim to places at the workers: a tenant must not take them all. */
const MAX_ENDPOINTS = 20;

/** /webhook-endpoints: where a tenant's messages go. */
export function endpointRoutes(app: App): void {
  const config = webhookConfig(app.services.environment);
  Object.assign(app.webhooks, webhookDocument());

  route(
    app,
    {
      method: "GET",
      url: "/webhook-endpoints",
      roles,
      tag,
      summary: "List endpoints",
      query: Type.Object(PageQuery),
      response: { 200: PageOf(EndpointSchema) },
    },
    async (ctx, { query }) => {
      const rows = await listEndpoints(ctx.tx, idCursor(LIST, query.cursor), query.limit + 1);
      return ok(pageById(LIST, rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/webhook-endpoints",
      roles,
      tag,
      summary: "Create an endpoint",
      description: "The answer holds the signing secret; it is not shown again.",
      body: EndpointCreate,
      response: { 201: EndpointWithSecret },
      audit: "webhook_endpoint.create",
    },
    async (ctx, { body }) => {
      mustBeFine(body.url, config);
      if ((await countEndpoints(ctx.tx)) >= MAX_ENDPOINTS) {
        throw problem("LIMIT_REACHED", { detail: `A tenant has at most ${MAX_ENDPOINTS} endpoints` });
      }
      const id = uuid();
      const secret = newSecret();
      const endpoint = await insertEndpoint(ctx.tx, {
        id,
        tenant_id: ctx.tenant_id,
        url: body.url,
        description: body.description ?? "",
        event_types: body.event_types ?? EVENT_TYPES,
        enabled: body.enabled ?? true,
        secret_sealed: sealSecret(ctx.services.secrets, id, "secret_sealed", secret),
      });
      ctx.audit({ resource_id: id, detail: { host: new URL(body.url).host } });
      return created(
        { ...endpoint, secret },
        { etag: etagOf(endpoint.revision), location: `/webhook-endpoints/${id}` },
      );
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/webhook-endpoints/:id",
      roles,
      tag,
      summary: "Read an endpoint",
      response: { 200: EndpointSchema },
    },
    async (ctx, { params }) => shown(await existing(ctx, params.id)),
  );

  route(
    app,
    {
      method: "PATCH",
      url: "/webhook-endpoints/:id",
      roles,
      tag,
      summary: "Change, enable or disable an endpoint",
      description:
        "What waits for a disabled endpoint is kept, and sent when it is enabled again; nothing new is added meanwhile.",
      body: EndpointPatch,
      response: { 200: EndpointSchema },
      audit: "webhook_endpoint.update",
    },
    async (ctx, { params, body }) => {
      if (body.url !== undefined) mustBeFine(body.url, config);
      ctx.match((await existing(ctx, params.id, true)).revision);
      const { url, ...rest } = body;
      ctx.audit({ detail: { ...rest, ...(url === undefined ? {} : { host: new URL(url).host }) } });
      return shown(await updateEndpoint(ctx.tx, params.id, body));
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/webhook-endpoints/:id",
      roles,
      tag,
      summary: "Delete an endpoint with its messages and its log",
      response: { 204: Type.Null() },
      audit: "webhook_endpoint.delete",
    },
    async (ctx, { params }) => {
      ctx.match((await existing(ctx, params.id, true)).revision);
      await deleteEndpoint(ctx.tx, params.id);
      return noContent();
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/webhook-endpoints/:id/rotate-secret",
      roles,
      tag,
      summary: "Give an endpoint a new signing secret",
      description:
        "For `overlap_s` messages carry a signature of each secret, so that the receiver can change over. A secret before that is dropped.",
      body: RotateSecret,
      response: { 200: EndpointWithSecret },
      audit: "webhook_endpoint.rotate_secret",
    },
    async (ctx, { params, body }) => {
      const { id } = params;
      ctx.match((await existing(ctx, id, true)).revision);
      const { secrets } = ctx.services;
      const secret = newSecret();
      const sealed = {
        secret_sealed: await currentSecret(ctx.tx, id),
        previous_secret_sealed: null,
        previous_secret_until: null,
      };
      const [before] = openSecrets(secrets, id, sealed, ctx.now);
      const overlap_s = body.overlap_s ?? DEFAULT_OVERLAP_S;
      ctx.audit({ detail: { overlap_s } });
      const endpoint = await replaceSecret(ctx.tx, id, {
        secret_sealed: sealSecret(secrets, id, "secret_sealed", secret),
        previous_secret_sealed: sealSecret(secrets, id, "previous_secret_sealed", before!),
        overlap_s,
      });
      return ok({ ...endpoint, secret }, { etag: etagOf(endpoint.revision) });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/webhook-endpoints/:id/stats",
      roles,
      tag,
      summary: `What waits for an endpoint, and what happened in the last ${STATS_HOURS} hours`,
      response: { 200: StatsSchema },
    },
    async (ctx, { params }) => {
      await existing(ctx, params.id);
      return ok(await endpointStats(ctx.tx, params.id, STATS_HOURS));
    },
  );
}

/** @throws Problem NOT_FOUND */
export async function existing(ctx: Context, id: string, lock = false): Promise<EndpointRow> {
  const endpoint = await findEndpoint(ctx.tx, id, lock);
  if (endpoint === null) throw problem("NOT_FOUND");
  return endpoint;
}

const shown = (endpoint: Static<typeof EndpointSchema>) => ok(endpoint, { etag: etagOf(endpoint.revision) });

function mustBeFine(url: string, config: WebhookConfig): void {
  const fault = urlFault(url, config);
  if (fault === null) return;
  throw problem("VALIDATION_FAILED", { findings: [{ nodeId: null, path: "/url", message: fault }] });
}
