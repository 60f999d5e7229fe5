import type { Readable } from "node:stream";
import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../db/db";
import type { App } from "../http/app";
import { writeAudit } from "../http/audit";
import { idCursor, pageById } from "../http/cursor";
import type { Principal } from "../http/principal";
import { problem } from "../http/problem";
import { noContent, ok } from "../http/reply";
import { longRoute, route } from "../http/route";
import { PageOf } from "../http/schema";
import { maskNumber, maskVariables, mayReadNumbers } from "../phone/masking";
import { normalNumber } from "../phone/number";
import { requireCampaign } from "./access";
import { DIALER_CHANNEL } from "./channel";
import {
  type Contact,
  ContactDetail,
  ContactListQuery,
  ContactSchema,
  ContactsUpload,
  Duplicates,
  UploadResult,
} from "./contact_schema";
import {
  historyOf,
  holdOpen,
  insertContacts,
  listContacts,
  type NewContact,
  readContact,
  removeContact,
} from "./contacts_store";
import { readCsv } from "./csv";
import type { Campaign } from "./schema";
import { Upload } from "./upload";

const tag = "Campaigns";
const READERS = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
const WRITERS = ["STUDIO_PROJECT", "STUDIO_ADMIN"] as const;

/** A million rows of a hundred bytes, and some. */
const MAX_CSV_BYTES = 512 * 1024 * 1024;

/** /campaigns/{id}/contacts: upload, list, read with history, remove. */
export function contactRoutes(app: App): void {
  app.fastify.addContentTypeParser("text/csv", (_request, payload, done) => done(null, payload));

  route(
    app,
    {
      method: "POST",
      url: "/campaigns/:id/contacts",
      roles: WRITERS,
      tag,
      summary: "Add up to a thousand contacts",
      body: ContactsUpload,
      response: { 200: UploadResult },
      audit: "contacts.add",
    },
    async (ctx, { params, body }) => {
      const campaign = await toFill(ctx.tx, ctx, params.id);
      const place = { tenant_id: ctx.tenant_id, campaign_id: campaign.id };
      const duplicates = body.duplicates ?? "skip";
      const upload = new Upload({
        default_time_zone: campaign.default_time_zone,
        duplicates,
        write: (contacts) => addContacts(ctx.tx, place, contacts, duplicates),
      });
      for (const contact of body.contacts) await upload.add(contact);
      await upload.flush();
      await wakeDialer(ctx.tx, campaign.id, ctx.now);
      ctx.audit({ detail: counts(upload.result) });
      return ok(upload.result);
    },
  );

  longRoute(
    app,
    {
      method: "POST",
      url: "/campaigns/:id/contacts/upload",
      roles: WRITERS,
      tag,
      summary: "Add up to a million contacts as CSV",
      description:
        "The body is text/csv with a header line: number, and if wanted name, external_id, time_zone; every other column is a variable. " +
        "Rows are written as they come. When the connection breaks, those written stay; send the list again, and they are skipped.",
      query: Type.Object({ duplicates: Type.Optional(Duplicates) }),
      response: { 200: UploadResult },
      audit: "contacts.upload",
      body_limit_bytes: MAX_CSV_BYTES,
    },
    async (ctx, { params, query }) => {
      const stream = ctx.request.body as Readable | undefined;
      if (!ctx.request.headers["content-type"]?.startsWith("text/csv") || stream === undefined) {
        throw problem("UNSUPPORTED_MEDIA_TYPE", { detail: "Send the list as text/csv" });
      }
      const duplicates = query.duplicates ?? "skip";
      const inTenant = <T>(work: (tx: Tx) => Promise<T>) => ctx.db.asTenant(ctx.tenant_id, work);
      const campaign = await inTenant((tx) => toFill(tx, ctx, params.id));
      const place = { tenant_id: ctx.tenant_id, campaign_id: campaign.id };
      const upload = new Upload({
        default_time_zone: campaign.default_time_zone,
        duplicates,
        write: (contacts) => inTenant((tx) => addContacts(tx, place, contacts, duplicates)),
      });
      try {
        await readCsv(stream, upload);
      } finally {
        // What was written is there, whatever came of the rest.
        await inTenant(async (tx) => {
          await wakeDialer(tx, campaign.id, ctx.now);
          await writeAudit(tx, {
            tenant_id: ctx.tenant_id,
            actor_id: ctx.user.user_id,
            actor_email: ctx.user.email,
            action: "contacts.upload",
            resource_id: campaign.id,
            detail: counts(upload.result),
            request_id: ctx.request_id,
            address: ctx.address,
          });
        });
      }
      return ok(upload.result);
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/campaigns/:id/contacts",
      roles: READERS,
      tag,
      summary: "List the contacts of a campaign",
      query: ContactListQuery,
      response: { 200: PageOf(ContactSchema) },
    },
    async (ctx, { params, query }) => {
      await requireCampaign(ctx.tx, ctx, params.id, "read");
      // Who may not read numbers may not find out one by asking for it either.
      if (query.number !== undefined && !mayReadNumbers(ctx.user))
        throw problem("FORBIDDEN", { detail: "Your roles may not read numbers" });
      const rows = await listContacts(ctx.tx, {
        campaign_id: params.id,
        state: query.state ?? null,
        number: query.number === undefined ? null : (normalNumber(query.number) ?? query.number),
        before: idCursor("contacts", query.cursor),
        limit: query.limit,
      });
      const page = pageById("contacts", rows, query.limit);
      return ok({ ...page, items: page.items.map((contact) => seen(contact, ctx.user)) });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/campaigns/:id/contacts/:contact_id",
      roles: READERS,
      tag,
      summary: "Read a contact with its attempts",
      response: { 200: ContactDetail },
    },
    async (ctx, { params }) => {
      await requireCampaign(ctx.tx, ctx, params.id, "read");
      const contact = await readContact(ctx.tx, params.id, params.contact_id);
      if (contact === undefined) throw problem("NOT_FOUND");
      return ok({ ...seen(contact, ctx.user), history: await historyOf(ctx.tx, contact.id) });
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/campaigns/:id/contacts/:contact_id",
      roles: WRITERS,
      tag,
      summary: "Take a contact out: the number is not called any more",
      response: { 204: Type.Null() },
      audit: "contacts.remove",
    },
    async (ctx, { params }) => {
      await requireCampaign(ctx.tx, ctx, params.id, "write");
      const contact = await readContact(ctx.tx, params.id, params.contact_id);
      if (contact === undefined) throw problem("NOT_FOUND");
      await removeContact(ctx.tx, contact.id);
      ctx.audit({ resource_id: contact.id });
      return noContent();
    },
  );
}

/** A long list may still be coming when the campaign has called everybody else and ends. */
async function addContacts(
  tx: Tx,
  place: { tenant_id: string; campaign_id: string },
  contacts: readonly NewContact[],
  duplicates: "skip" | "update",
) {
  if (!(await holdOpen(tx, place.campaign_id))) throw finishedProblem();
  return insertContacts(tx, place, contacts, duplicates === "update");
}

const finishedProblem = () => problem("CAMPAIGN_STATE", { detail: "The campaign is finished" });

async function toFill(tx: Tx, asker: { user: Principal }, id: string): Promise<Campaign> {
  const campaign = await requireCampaign(tx, asker, id, "write");
  if (campaign.state === "finished") throw finishedProblem();
  return campaign;
}

async function wakeDialer(tx: Tx, campaign_id: string, now: Date): Promise<void> {
  await tx.query("UPDATE campaigns SET next_claim_at = least(next_claim_at, $2) WHERE id = $1 AND state = 'running'", [
    campaign_id,
    now,
  ]);
  await tx.query("SELECT pg_notify($1, '')", [DIALER_CHANNEL]);
}

function counts({ findings: _, ...numbers }: Static<typeof UploadResult>): Record<string, number> {
  return numbers;
}

const seen = (contact: Contact, user: Principal): Contact => ({
  ...contact,
  number: maskNumber(contact.number, user),
  variables: maskVariables(contact.variables, user),
});
