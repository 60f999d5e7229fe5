import { type Static, type TOptional, type TSchema, Type } from "@sinclair/typebox";
import { Body, Nullable, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { DisplayName } from "../project/schema";
import { CallingWindow } from "../schedule/document";
import { RetryPolicy, type RetryPolicy as RetryPolicyValue } from "./retry_policy";

export const CAMPAIGN_STATES = ["draft", "running", "paused", "finished"] as const;
export const CONTACT_STATES = ["waiting", "calling", "reached", "exhausted", "removed"] as const;

const Number164 = Type.String({ minLength: 7, maxLength: 30, description: "International number, +…" });
const Zone = Type.String({ maxLength: 64, description: "IANA time zone of contacts that name none" });
const WindowOrNull = Type.Union([CallingWindow, Type.Null()], {
  description: "Hours in which people may be called, by the clock on their own wall; null: at any time",
});

/** How the people behave whom the simulated gateway calls. */
export const Simulation = Type.Object(
  {
    speed: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), Type.Literal("fast")], {
      description: "Simulated seconds in a real one; fast: as fast as the machine can think",
    }),
    seed: Type.String({ minLength: 1, maxLength: 100, description: "The same seed gives the same people" }),
  },
  { additionalProperties: false },
);
export type Simulation = Static<typeof Simulation>;

const settings = {
  name: DisplayName,
  scenario_id: Nullable(
    Type.String({ format: "uuid", description: "Null: whichever scenario of the callbot is active" }),
  ),
  group_id: Nullable(Uuid),
  gateway: OneOf(["simulated", "jambonz"]),
  trunk: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: "A gateway of the trunk document; null: its routes choose",
    }),
  ),
  caller_number: Number164,
  max_concurrent: Type.Integer({ minimum: 1, maximum: 1000, description: "Calls at the same time" }),
  calls_per_minute: Nullable(Type.Integer({ minimum: 1, maximum: 60_000, description: "Null: no limit of its own" })),
  ring_timeout_s: Type.Integer({ minimum: 5, maximum: 120 }),
  default_time_zone: Zone,
  calling_window: WindowOrNull,
  retry_policy: Type.Unsafe<RetryPolicyValue>(RetryPolicy),
  simulation: Type.Union([Simulation, Type.Null()]),
  record_calls: Type.Boolean(),
};

export const CampaignSchema = Type.Object({
  id: Uuid,
  project_id: Uuid,
  callbot_id: Uuid,
  state: OneOf(CAMPAIGN_STATES),
  ...settings,
  finished_because: Type.Unsafe<string | null>({ type: ["string", "null"], enum: ["all_contacts_done", "user", null] }),
  revision: Type.Integer(),
  started_at: Nullable(Timestamp),
  finished_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Campaign = Static<typeof CampaignSchema>;

const optional = <S extends Record<string, TSchema>>(of: S) =>
  Object.fromEntries(Object.entries(of).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof S]: TOptional<S[K]>;
  };

const { name, caller_number, ...rest } = settings;
export const CampaignCreate = Body({ callbot_id: Uuid, name, caller_number, ...optional(rest) });
export type CampaignCreate = Static<typeof CampaignCreate>;
export const CampaignChange = Body(optional(settings), { minProperties: 1 });
export type CampaignChange = Static<typeof CampaignChange>;

export const CampaignListQuery = Type.Object({
  ...PageQuery,
  project_id: Type.Optional(Uuid),
  callbot_id: Type.Optional(Uuid),
  group_id: Type.Optional(Uuid),
  state: Type.Optional(OneOf(CAMPAIGN_STATES)),
});

export const ProgressSchema = Type.Object({
  total: Type.Integer(),
  waiting: Type.Integer(),
  calling: Type.Integer(),
  reached: Type.Integer(),
  exhausted: Type.Integer(),
  removed: Type.Integer(),
  attempts: Type.Integer({ description: "Calls placed, those under way included" }),
  next_call_at: Nullable(Timestamp),
  deleted: Type.Integer({ description: "Contacts that were deleted because their time was over; not in the total" }),
});

export const GroupSchema = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: DisplayName,
  max_concurrent: Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Group = Static<typeof GroupSchema>;
export const GroupCreate = Body({
  project_id: Uuid,
  name: DisplayName,
  max_concurrent: Type.Optional(GroupSchema.properties.max_concurrent),
});
export const GroupChange = Body(
  { name: Type.Optional(DisplayName), max_concurrent: Type.Optional(GroupSchema.properties.max_concurrent) },
  { minProperties: 1 },
);
