import { type Static, Type } from "@sinclair/typebox";
import { Body, Nullable, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { RUN_OUTCOMES } from "../runtime/trace";
import { CALL_OUTCOMES } from "../voice/gateway";

export const CALL_STATES = ["queued", "dialing", "in_progress", "ended"] as const;
export const CALL_ENDINGS = [...CALL_OUTCOMES, "interrupted"] as const;

const Tag = Type.String({ minLength: 1, maxLength: 64, pattern: "\\S" });
const oneOfOrNull = (values: readonly string[], description: string) =>
  Type.Unsafe<string | null>({ type: ["string", "null"], enum: [...values, null], description });

export const CallSchema = Type.Object({
  id: Uuid,
  project_id: Uuid,
  callbot_id: Uuid,
  kind: OneOf(["campaign", "test"]),
  campaign_id: Nullable(Uuid),
  contact_id: Nullable(Uuid),
  attempt: Nullable(Type.Integer()),
  scenario_id: Uuid,
  scenario_version: Type.Integer(),
  gateway: Type.String(),
  trunk: Nullable(Type.String()),
  to_number: Type.String({ description: "Masked for those who only watch" }),
  from_number: Type.String(),
  state: OneOf(CALL_STATES),
  outcome: oneOfOrNull(CALL_ENDINGS, "What became of the attempt; null while it lasts"),
  scenario_outcome: oneOfOrNull(RUN_OUTCOMES, "How the scenario ended; null where nobody answered"),
  disposition: Nullable(Type.String({ description: "The outcome that the scenario's author named" })),
  reason: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  turns: Type.Integer({ description: "Questions asked" }),
  ringing_ms: Nullable(Type.Integer()),
  duration_ms: Nullable(Type.Integer()),
  has_recording: Type.Boolean(),
  queued_at: Timestamp,
  dialed_at: Nullable(Timestamp),
  answered_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
});
export type Call = Static<typeof CallSchema>;

export const CallDetail = Type.Object({
  ...CallSchema.properties,
  variables: Type.Record(Type.String(), Type.Unknown(), {
    description: "The scenario's variables at the end; who only watches gets their names",
  }),
});

export const CallListQuery = Type.Object({
  ...PageQuery,
  from: Type.Optional({ ...Timestamp, description: "Queued at or after" }),
  to: Type.Optional({ ...Timestamp, description: "Queued before" }),
  project_id: Type.Optional(Uuid),
  callbot_id: Type.Optional(Uuid),
  campaign_id: Type.Optional(Uuid),
  scenario_id: Type.Optional(Uuid),
  kind: Type.Optional(OneOf(["campaign", "test"])),
  state: Type.Optional(OneOf(CALL_STATES)),
  outcome: Type.Optional(OneOf(CALL_ENDINGS)),
  scenario_outcome: Type.Optional(OneOf(RUN_OUTCOMES)),
  tag: Type.Optional(Tag),
  number: Type.Optional(Type.String({ minLength: 3, maxLength: 40 })),
  q: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Words that were said; "a phrase", or, -without' }),
  ),
});
export type CallFilter = Omit<Static<typeof CallListQuery>, "limit" | "cursor">;

export const TranscriptEntry = Type.Object({
  seq: Type.Integer(),
  at_ms: Type.Integer({ description: "Milliseconds since the answer" }),
  to_ms: Nullable(Type.Integer()),
  by: OneOf(["bot", "caller"]),
  kind: OneOf(["said", "heard", "digits", "silence"]),
  text: Type.String({ description: "Keys are shown as dots to those who only watch" }),
  node_id: Type.String(),
  flow: Nullable(Type.String()),
  intent: Nullable(Type.String()),
  confidence: Nullable(Type.Number({ description: "How sure the matcher was of the intent" })),
  interrupted: Nullable(Type.String()),
});

export const Transcript = Type.Object({
  call_id: Uuid,
  complete: Type.Boolean(),
  entries: Type.Array(TranscriptEntry),
});

export const Tags = Body({ tags: Type.Array(Tag, { maxItems: 20, uniqueItems: true }) });
