import { type Static, Type } from "@sinclair/typebox";
import { Body, Nullable, PageQuery, Timestamp, Uuid } from "../http/schema";
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
