import { Type } from "@sinclair/typebox";
import { ROLES } from "../http/principal";
import { Body, OneOf, Timestamp, Uuid } from "../http/schema";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./password_policy";

/** What is compared with a stored password; longer than any that can be chosen, so that a policy of old still logs in. */
const Password = Type.String({ minLength: 1, maxLength: 1024, format: "password" });

export const LoginBody = Body({ email: Type.String({ minLength: 1, maxLength: 320 }), password: Password });

export const RefreshBody = Body({ refresh_token: Type.String({ minLength: 1, maxLength: 200 }) });

export const PasswordBody = Body({
  current_password: Password,
  new_password: Type.String({
    minLength: 1,
    maxLength: 1024,
    format: "password",
    description: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, not the e-mail address, not one of the passwords that are tried first`,
  }),
});

export const TokenSchema = Type.Object({
  access_token: Type.String({ description: "A JWT for the Authorization header, scheme Bearer" }),
  token_type: OneOf(["Bearer"]),
  expires_in: Type.Integer({ description: "Seconds until the access token runs out" }),
  refresh_token: Type.String({ description: "To be exchanged once; using it twice ends the session" }),
  refresh_expires_at: Timestamp,
  session_id: Uuid,
});

const AccountSchema = Type.Object({
  id: Uuid,
  email: Type.String(),
  name: Type.String(),
  roles: Type.Array(OneOf(ROLES)),
  tenant_id: Uuid,
});

export const LoginSchema = Type.Object({
  ...TokenSchema.properties,
  password_change_required: Type.Boolean({
    description: "Nothing but POST /auth/password is open until it is changed",
  }),
  user: AccountSchema,
});

export const SessionItemSchema = Type.Object({
  id: Uuid,
  current: Type.Boolean(),
  address: Type.String(),
  user_agent: Type.String(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
});

export const SessionSchema = Type.Object({
  session_id: Uuid,
  password_change_required: Type.Boolean(),
  user: AccountSchema,
  tenant: Type.Object({ id: Uuid, name: Type.String(), time_zone: Type.String(), is_operator: Type.Boolean() }),
});
