import { v7 as uuid } from "uuid";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { problem } from "../http/problem";
import { accepted, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf } from "../http/schema";
import { findDelivery, listAttempts, listDeliveries, sendAgain } from "./delivery_store";
import { existing } from "./endpoint_routes";
import type { EndpointRow } from "./endpoint_store";
import { payloadOf } from "./events";
import { exampleEvent } from "./example";
import { insertMessages, wakeWorkers } from "./outbox";
import { AttemptQuery, AttemptSchema, DeliveryQuery, DeliverySchema, DeliveryWithPayload, SendExample } from "./schema";

const tag = "Webhooks";
const roles = ["STUDIO_ADMIN"] as const;
const DELIVERIES = "webhook_deliveries";
const ATTEMPTS = "webhook_attempts";

/** /webhook-deliveries and the log of attempts: what was sent, what came back, and sending it again. */
export function deliveryRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/webhook-deliveries",
      roles,
      tag,
      summary: "List messages, newest first",
      query: DeliveryQuery,
      response: { 200: PageOf(DeliverySchema) },
    },
    async (ctx, { query }) => {
      const rows = await listDeliveries(ctx.tx, query, idCursor(DELIVERIES, query.cursor), query.limit + 1);
      return ok(pageById(DELIVERIES, rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/webhook-deliveries/:id",
      roles,
      tag,
      summary: "Read a message with its payload",
      response: { 200: DeliveryWithPayload },
    },
    async (ctx, { params }) => {
      const { payload, in_hand: _in_hand, ...delivery } = await message(ctx, params.id);
      return ok({ ...delivery, payload: JSON.parse(payload) });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/webhook-deliveries/:id/attempts",
      roles,
      tag,
      summary: "List the attempts at a message, newest first",
      query: AttemptQuery,
      response: { 200: PageOf(AttemptSchema) },
    },
    async (ctx, { params, query }) => {
      await message(ctx, params.id);
      const filter = { message_id: params.id, succeeded: query.succeeded };
      const rows = await listAttempts(ctx.tx, filter, idCursor(ATTEMPTS, query.cursor), query.limit + 1);
      return ok(pageById(ATTEMPTS, rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/webhook-endpoints/:id/attempts",
      roles,
      tag,
      summary: "List the attempts at an endpoint, newest first",
      query: AttemptQuery,
      response: { 200: PageOf(AttemptSchema) },
    },
    async (ctx, { params, query }) => {
      await existing(ctx, params.id);
      const filter = { endpoint_id: params.id, succeeded: query.succeeded };
      const rows = await listAttempts(ctx.tx, filter, idCursor(ATTEMPTS, query.cursor), query.limit + 1);
      return ok(pageById(ATTEMPTS, rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/webhook-deliveries/:id/resend",
      roles,
      tag,
      summary: "Send a message again",
      description: "The same webhook-id and body. The message is due at once and gets a whole new series of attempts.",
      response: { 202: DeliverySchema },
      audit: "webhook_delivery.resend",
    },
    async (ctx, { params }) => {
      const found = await message(ctx, params.id, true);
      mustBeEnabled(await existing(ctx, found.endpoint_id));
      // One that is being sent right now is let be: its receiver is about to get it anyway.
      if (!found.in_hand) {
        await sendAgain(ctx.tx, params.id);
        await wakeWorkers(ctx.tx);
      }
      return accepted(await shown(ctx, params.id));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/webhook-endpoints/:id/send-example",
      roles,
      tag,
      summary: "Send an endpoint a made-up message",
      description: "Signed and sent like any other, tried once. Follow it at /webhook-deliveries/{id}.",
      body: SendExample,
      response: { 202: DeliverySchema },
      audit: "webhook_endpoint.send_example",
    },
    async (ctx, { params, body }) => {
      mustBeEnabled(await existing(ctx, params.id));
      const id = uuid();
      const payload = payloadOf(exampleEvent(body.type, ctx.now));
      await insertMessages(ctx.tx, ctx.tenant_id, [
        { id, endpoint_id: params.id, type: body.type, payload, is_example: true },
      ]);
      ctx.audit({ detail: { type: body.type } });
      return accepted(await shown(ctx, id));
    },
  );
}

/** @throws Problem NOT_FOUND */
async function message(ctx: Context, id: string, lock = false) {
  const found = await findDelivery(ctx.tx, id, lock);
  if (found === null) throw problem("NOT_FOUND");
  return found;
}

async function shown(ctx: Context, id: string) {
  const { payload: _payload, in_hand: _in_hand, ...delivery } = await message(ctx, id);
  return delivery;
}

function mustBeEnabled(endpoint: EndpointRow): void {
  if (!endpoint.enabled) throw problem("WEBHOOK_ENDPOINT_DISABLED", { detail: "Enable the endpoint first" });
}
