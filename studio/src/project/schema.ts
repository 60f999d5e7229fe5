import { type Static, Type } from "@sinclair/typebox";
import { Body, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { PROJECT_ROLES } from "./membership";

/** Names are for people: anything printable, but not empty. */
export const DisplayName = Type.String({ minLength: 1, maxLength: 200, pattern: "\\S" });
export const Description = Type.String({ maxLength: 2_000 });
const Role = OneOf(PROJECT_ROLES, { description: "viewer reads, member also writes, manager also looks after it" });

export const ProjectSchema = Type.Object({
  id: Uuid,
  name: DisplayName,
  description: Description,
  archived: Type.Boolean({ description: "Kept to be read; nothing in it can be changed" }),
  role: OneOf(PROJECT_ROLES, { description: "What the asking user is in it" }),
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Project = Static<typeof ProjectSchema>;

export const ProjectListQuery = Type.Object({
  ...PageQuery,
  archived: Type.Boolean({ default: false, description: "The archived ones instead" }),
});

export const ProjectCreate = Body({ name: DisplayName, description: Type.Optional(Description) });

export const ProjectChange = Body(
  {
    name: Type.Optional(DisplayName),
    description: Type.Optional(Description),
    archived: Type.Optional(Type.Boolean({ description: "true archives, false brings it back" })),
  },
  { minProperties: 1 },
);

export const MemberSchema = Type.Object({
  user_id: Uuid,
  name: Type.String(),
  email: Type.String(),
  role: Role,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Member = Static<typeof MemberSchema>;

export const MemberSet = Body({ role: Role });
