/** What crosses over HTTP about scenarios; the definitions themselves have schemas of their own. */
import { type Static, Type } from "@sinclair/typebox";
import { Body, Nullable, OneOf, PageQuery, Timestamp, Uuid, VersionNumber } from "../http/schema";
import { Description, DisplayName } from "../project/schema";
import { Finding } from "./finding";
import { SCENARIO_LIMITS } from "./limits";

/** A definition inside a request or an answer may take this much; the document's own limits are told by validation. */
export const BODY_LIMIT_BYTES = SCENARIO_LIMITS.document_bytes.v2 + 65_536;

export const LOCK_TTL_S = { least: 1, most: 3_600, usual: 300 } as const;

const described = <Value>(schema: ReturnType<typeof Nullable>, description: string) =>
  Type.Unsafe<Value | null>({ ...schema, description });
const Person = Type.Object({ user_id: Uuid, name: Type.String() });
const Comment = Type.String({ maxLength: 2_000, description: "What changed, for people" });
const Definition = Type.Unknown({
  description: "A definition document; its schemas are at /scenarios/schemas/v1 and /scenarios/schemas/v2",
});
const Findings = Type.Array(Finding, { description: "Warnings about the definition; errors refuse it" });

const LockFields = {
  holder: Person,
  taken_at: Timestamp,
  expires_at: Timestamp,
};
const Lock = Type.Object(LockFields);
export type Lock = Static<typeof Lock>;

export const LockStateSchema = Type.Object({
  locked: Type.Boolean(),
  held_by_you: Type.Boolean(),
  lock: Type.Union([Lock, Type.Null()]),
});

const ScenarioFields = {
  id: Uuid,
  project_id: Uuid,
  callbot_id: Uuid,
  name: DisplayName,
  description: Description,
  latest_version: described<number>(Nullable(VersionNumber), "null: nothing was saved yet"),
  format: described<"v1" | "v2">(Nullable(Type.String()), "Of the latest version: v1 or v2"),
  published_version: described<number>(Nullable(VersionNumber), "What calls run; null: nothing is live"),
  published_at: Nullable(Timestamp),
  archived: Type.Boolean({ description: "Kept to be read; nothing in it can be changed" }),
  lock: Type.Union([Lock, Type.Null()], { description: "Who is editing" }),
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
};
export const ScenarioSchema = Type.Object(ScenarioFields);
export type Scenario = Static<typeof ScenarioSchema>;
export const ScenarioDetailSchema = Type.Object({ ...ScenarioFields, definition: Definition });
export const ScenarioSavedSchema = Type.Object({ ...ScenarioFields, definition: Definition, findings: Findings });

export const ORIGINS = ["save", "migrate-v2", "duplicate"] as const;
const VersionFields = {
  scenario_id: Uuid,
  version: VersionNumber,
  format: OneOf(["v1", "v2"]),
  comment: Type.String(),
  origin: OneOf(ORIGINS),
  origin_scenario_id: Nullable(Uuid),
  origin_version: Nullable(VersionNumber),
  published: Type.Boolean({ description: "Whether calls run this version now" }),
  created_by: Person,
  created_at: Timestamp,
};
export const VersionSchema = Type.Object(VersionFields);
export type Version = Static<typeof VersionSchema>;
export const VersionDetailSchema = Type.Object({ ...VersionFields, definition: Definition });
export const VersionSavedSchema = Type.Object({ ...VersionFields, findings: Findings });

export const ScenarioListQuery = Type.Object({
  ...PageQuery,
  callbot_id: Type.Optional(Uuid),
  project_id: Type.Optional(Uuid),
  name: Type.Optional(Type.String({ maxLength: 200, description: "Only those whose name has this in it" })),
  archived: Type.Boolean({ default: false, description: "The archived ones instead" }),
});
export const ScenarioCreate = Body({
  callbot_id: Uuid,
  name: DisplayName,
  description: Type.Optional(Description),
  definition: Type.Optional(Definition),
  comment: Type.Optional(Comment),
});
export const ScenarioChange = Body(
  {
    name: Type.Optional(DisplayName),
    description: Type.Optional(Description),
    archived: Type.Optional(
      Type.Boolean({ description: "true archives and takes it off the air, false brings it back unpublished" }),
    ),
  },
  { minProperties: 1 },
);
export const VersionSave = Body({ definition: Definition, comment: Type.Optional(Comment) });

/** The body of a POST that may be sent without one. */
const OptionalBody = <Properties extends Parameters<typeof Body>[0]>(properties: Properties) => {
  const body = Body(properties);
  return Type.Unsafe<Static<typeof body> | null | undefined>({ ...body, type: ["object", "null"] });
};
export const PublishBody = OptionalBody({
  version: Type.Optional(
    Type.Integer({ minimum: 1, description: "Default: the latest. An earlier one takes it back" }),
  ),
});
export const MigrateBody = OptionalBody({ comment: Type.Optional(Comment) });
export const DuplicateBody = OptionalBody({
  callbot_id: Type.Optional(
    Type.String({
      format: "uuid",
      description: "Where the copy goes, also in another project. Default: the same callbot",
    }),
  ),
  name: Type.Optional(Type.String({ ...DisplayName, description: "Default: the same with (copy)" })),
  version: Type.Optional({ ...VersionNumber, description: "What is copied. Default: the latest" }),
});
export const LockBody = OptionalBody({
  ttl_s: Type.Optional(
    Type.Integer({ minimum: LOCK_TTL_S.least, maximum: LOCK_TTL_S.most, description: `Default ${LOCK_TTL_S.usual}` }),
  ),
});
export const ForceQuery = Type.Object({
  force: Type.Boolean({ default: false, description: "Also from someone else; for administrators" }),
});

export const ValidateQuery = Type.Object({
  project_id: Type.Optional(
    Type.String({ format: "uuid", description: "Also tells intents that this project's library does not have" }),
  ),
});
export const ValidationSchema = Type.Object({
  valid: Type.Boolean({ description: "No finding is an error: the document can be saved" }),
  findings: Type.Array(Finding),
});
