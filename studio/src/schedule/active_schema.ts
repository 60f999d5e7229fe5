import { type Static, Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp, Uuid } from "../http/schema";

export const ActiveQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      format: "date-time",
      description: "The instant asked about, RFC 3339, from 1970 on. Default: now",
    }),
  ),
});

export const ActiveSchema = Type.Object({
  callbot_id: Uuid,
  at: Timestamp,
  scenario_id: Type.Unsafe<string | null>({ ...Nullable(Uuid), description: "null: none is active" }),
  scenario_name: Nullable(Type.String()),
  published_version: Type.Unsafe<number | null>({
    ...Nullable(Type.Integer()),
    description: "What runs. null: nothing does, because the active scenario was not published",
  }),
  source: OneOf(["schedule", "default", "none"], { description: "What chose it" }),
  schedule_id: Nullable(Uuid),
  rule: Type.Unsafe<string | null>({
    ...Nullable(Type.String()),
    description: "JSON Pointer of the rule in its schedule",
  }),
  since: Type.Unsafe<string | null>({ ...Nullable(Timestamp), description: "null: for more than 400 days" }),
  until: Type.Unsafe<string | null>({
    ...Nullable(Timestamp),
    description: "When another rule, or none, comes into force; null: not within 400 days",
  }),
});
export type ActiveScenario = Static<typeof ActiveSchema>;
