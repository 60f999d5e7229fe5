import { Type } from "@sinclair/typebox";
import { ROLES } from "../http/principal";
import { Body, Nullable, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";

const Roles = Type.Array(OneOf(ROLES), {
  uniqueItems: true,
  description: "Any combination; without one only the own account is open",
});

export const UserSchema = Type.Object({
  id: Uuid,
  tenant_id: Uuid,
  email: Type.String(),
  name: Type.String(),
  roles: Roles,
  disabled: Type.Boolean(),
  must_change_password: Type.Boolean(),
  last_login_at: Nullable(Timestamp),
  password_changed_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
});

const TemporaryPassword = Type.String({ description: "Shown this once; it must be changed at the first log-in" });

export const NewUserSchema = Type.Object({ ...UserSchema.properties, temporary_password: TemporaryPassword });
export const ResetSchema = Type.Object({ temporary_password: TemporaryPassword });

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" });

export const NewUserBody = Body({
  email: Type.String({ format: "email", maxLength: 254 }),
  name: Name,
  roles: Roles,
  tenant_id: Type.Optional(Uuid),
});

export const UserChangeBody = Body(
  { name: Type.Optional(Name), roles: Type.Optional(Roles), disabled: Type.Optional(Type.Boolean()) },
  { minProperties: 1 },
);

export const UserQuery = Type.Object({
  ...PageQuery,
  tenant_id: Type.Optional(Uuid),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 120, description: "Part of the name or e-mail address" }),
  ),
  role: Type.Optional(OneOf(ROLES)),
  disabled: Type.Optional(Type.Boolean()),
});
