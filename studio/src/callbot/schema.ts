import { type Static, Type } from "@sinclair/typebox";
import { Body, Nullable, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { Description, DisplayName } from "../project/schema";

export const CallbotSchema = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: DisplayName,
  description: Description,
  default_scenario_id: Nullable(Uuid),
  archived: Type.Boolean({ description: "Kept to be read; nothing in it can be changed" }),
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Callbot = Static<typeof CallbotSchema>;

const archived = Type.Boolean({ default: false, description: "The archived ones instead" });

export const ProjectCallbotsQuery = Type.Object({ ...PageQuery, archived });
export const CallbotListQuery = Type.Object({ ...PageQuery, archived, project_id: Type.Optional(Uuid) });

export const CallbotCreate = Body({ project_id: Uuid, name: DisplayName, description: Type.Optional(Description) });

export const CallbotChange = Body(
  {
    name: Type.Optional(DisplayName),
    description: Type.Optional(Description),
    default_scenario_id: Type.Optional(
      Type.Unsafe<string | null>({
        ...Nullable(Uuid),
        description: "A scenario of this callbot; it is active where no schedule names another",
      }),
    ),
    archived: Type.Optional(Type.Boolean({ description: "true archives, false brings it back" })),
  },
  { minProperties: 1 },
);

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
  since: Type.Unsafe<string | null>({ ...Nullable(Timestamp), description: "null: for more than two years" }),
  until: Type.Unsafe<string | null>({
    ...Nullable(Timestamp),
    description: "When another rule, or none, comes into force; null: not within two years",
  }),
});
export type ActiveScenario = Static<typeof ActiveSchema>;
