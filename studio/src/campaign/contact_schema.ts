import { type Static, Type } from "@sinclair/typebox";
import { Body, FindingSchema, Nullable, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { CONTACT_STATES } from "./schema";

/** Contacts that one JSON request may bring; longer lists come as CSV. */
export const MAX_JSON_CONTACTS = 1000;

export const ContactInput = Body({
  number: Type.String({ minLength: 1, maxLength: 40 }),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  external_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: "Your own reference; webhooks carry it" }),
  ),
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
  variables: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String({ maxLength: 2000 }), Type.Number(), Type.Boolean()])),
  ),
});
export type ContactInput = Static<typeof ContactInput>;

export const Duplicates = OneOf(["skip", "update"], {
  description:
    "A number that the campaign has: leave it as it is (default), or take over name, reference, zone and variables",
});
export const ContactsUpload = Body({
  contacts: Type.Array(ContactInput, { minItems: 1, maxItems: MAX_JSON_CONTACTS }),
  duplicates: Type.Optional(Duplicates),
});

export const UploadResult = Type.Object({
  rows: Type.Integer(),
  inserted: Type.Integer(),
  updated: Type.Integer(),
  duplicates: Type.Integer({ description: "Rows left out because the campaign has the number" }),
  rejected: Type.Integer(),
  findings: Type.Array(FindingSchema, {
    description: "The first thousand faults; /rows/N is the N-th row of the list, from 1",
  }),
});
export type UploadResult = Static<typeof UploadResult>;

export const ContactSchema = Type.Object({
  id: Uuid,
  campaign_id: Uuid,
  number: Type.String(),
  name: Type.String(),
  external_id: Nullable(Type.String()),
  time_zone: Type.String(),
  variables: Type.Record(Type.String(), Type.Unknown(), { description: "Who only watches gets their names" }),
  state: OneOf(CONTACT_STATES),
  attempts: Type.Integer(),
  last_result: Nullable(Type.String()),
  next_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Contact = Static<typeof ContactSchema>;

export const ContactDetail = Type.Object({
  ...ContactSchema.properties,
  history: Type.Array(
    Type.Object({
      call_id: Uuid,
      attempt: Type.Integer(),
      state: Type.String(),
      outcome: Nullable(Type.String()),
      scenario_outcome: Nullable(Type.String()),
      queued_at: Timestamp,
      ended_at: Nullable(Timestamp),
    }),
  ),
});

export const ContactListQuery = Type.Object({
  ...PageQuery,
  state: Type.Optional(OneOf(CONTACT_STATES)),
  number: Type.Optional(Type.String({ maxLength: 40 })),
});
