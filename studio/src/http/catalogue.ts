/**
 * Every code an answer can carry, with its status and title. One line each, in alphabetical order; a code never changes its meaning.
 * Where a problem has `findings`, each has nodeId, path and message.
 */
export const CATALOGUE = {
  ACCOUNT_DISABLED: [403, "This account is disabled"],
  ARCHIVED: [409, "It is archived; bring it back before changing it"],
  CAMPAIGN_STATE: [409, "The campaign's present state does not allow this"],
  CONFLICT: [409, "The request conflicts with the present state"],
  CSV_INVALID: [422, "The list cannot be read"],
  CURSOR_INVALID: [400, "The cursor is not one that this list gave"],
  EMAIL_TAKEN: [409, "That e-mail address is taken"],
  FORBIDDEN: [403, "Your roles do not allow this"],
  IDEMPOTENCY_KEY_INVALID: [400, "The Idempotency-Key header must have 1 to 255 printable characters"],
  IDEMPOTENCY_KEY_REUSED: [422, "This Idempotency-Key was used for another request"],
  INTERNAL: [500, "Something went wrong on our side"],
  INVALID_CREDENTIALS: [401, "The e-mail address or the password is wrong"],
  INVALID_JSON: [400, "The body is not valid JSON"],
  LAST_ADMIN: [409, "A tenant must keep an administrator who can log in"],
  LIMIT_REACHED: [409, "There cannot be more of these"],
  LOGIN_THROTTLED: [429, "Too many failed log-ins"],
  METHOD_NOT_ALLOWED: [405, "This resource does not know that method"],
  NAME_TAKEN: [409, "That name is taken"],
  NOT_ACCEPTABLE: [406, "The request asks for something that cannot be given"],
  NOT_FOUND: [404, "There is no such resource"],
  OPERATOR_REQUIRED: [403, "Only the operator's administrators may do this"],
  PASSWORD_CHANGE_REQUIRED: [403, "The password must be changed first"],
  PASSWORD_REFUSED: [422, "The new password may not be chosen"],
  PAYLOAD_TOO_LARGE: [413, "The body is too large"],
  PRECONDITION_FAILED: [412, "The resource has changed since it was read"],
  PRECONDITION_REQUIRED: [428, "This write needs If-Match with the ETag that was read"],
  RATE_LIMITED: [429, "Too many requests"],
  SCHEDULE_INVALID: [422, "The schedule has faults"],
  SHUTTING_DOWN: [503, "The studio is shutting down"],
  TOKEN_EXPIRED: [401, "The access token has run out"],
  TOKEN_INVALID: [401, "The access token is not valid"],
  TOKEN_MISSING: [401, "This needs an Authorization header with a Bearer token"],
  TOKEN_REVOKED: [401, "The session has ended"],
  UNSUPPORTED_MEDIA_TYPE: [415, "The body is of a kind that is not taken here"],
  VALIDATION_FAILED: [400, "The request is not of the form that is taken here"],
} as const satisfies Record<string, readonly [status: number, title: string]>;

export type Code = keyof typeof CATALOGUE;
