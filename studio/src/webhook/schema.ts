import { Type } from "@sinclair/typebox";
import { Body, Nullable, OneOf, PageQuery, Timestamp, Uuid } from "../http/schema";
import { EVENT_TYPES } from "./events";

const Url = Type.String({ minLength: 1, description: "Where messages are posted to; https" });
const Description = Type.String({ maxLength: 500 });
const EventTypes = Type.Array(OneOf(EVENT_TYPES), { minItems: 1, uniqueItems: true });
/** So long both secrets sign; a week is ample for changing a receiver's configuration. */
const MAX_OVERLAP_S = 7 * 86_400;
export const DEFAULT_OVERLAP_S = 86_400;

export const EndpointSchema = Type.Object({
  id: Uuid,
  url: Type.String(),
  description: Type.String(),
  event_types: Type.Array(OneOf(EVENT_TYPES)),
  enabled: Type.Boolean(),
  disabled_because: Type.Unsafe<"gone" | "user" | null>({
    type: ["string", "null"],
    enum: ["gone", "user", null],
    description: "gone: the endpoint answered 410; user: it was switched off",
  }),
  previous_secret_until: Nullable(
    Type.String({ description: "Until then messages are signed with the secret before as well" }),
  ),
  consecutive_failures: Type.Integer(),
  last_success_at: Nullable(Timestamp),
  last_failure_at: Nullable(Timestamp),
  revision: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Secret = Type.String({ description: "Begins with whsec_; verify signatures with it. Shown this once" });
export const EndpointWithSecret = Type.Intersect([EndpointSchema, Type.Object({ secret: Secret })]);

export const EndpointCreate = Body({
  url: Url,
  description: Type.Optional(Description),
  event_types: Type.Optional(
    Type.Array(OneOf(EVENT_TYPES), { minItems: 1, uniqueItems: true, description: "Default: all" }),
  ),
  enabled: Type.Optional(Type.Boolean()),
});

export const EndpointPatch = Body(
  {
    url: Type.Optional(Url),
    description: Type.Optional(Description),
    event_types: Type.Optional(EventTypes),
    enabled: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
);

export const RotateSecret = Body({
  overlap_s: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_S,
      description: `Both secrets sign for so long; default ${DEFAULT_OVERLAP_S}, 0 drops the old one at once`,
    }),
  ),
});

export const SendExample = Body({ type: OneOf(EVENT_TYPES) });

const delivery = {
  id: Type.String({ format: "uuid", description: "Also the webhook-id that the receiver sees" }),
  endpoint_id: Uuid,
  type: OneOf(EVENT_TYPES),
  is_example: Type.Boolean(),
  state: OneOf(["pending", "delivered", "failed"]),
  attempts: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
};
export const DeliverySchema = Type.Object(delivery);
export const DeliveryWithPayload = Type.Object({
  ...delivery,
  payload: Type.Object({ type: Type.String(), timestamp: Timestamp }, { additionalProperties: true }),
});

export const DeliveryQuery = Type.Object({
  ...PageQuery,
  endpoint_id: Type.Optional(Uuid),
  state: Type.Optional(OneOf(["pending", "delivered", "failed"])),
  type: Type.Optional(OneOf(EVENT_TYPES)),
});

export const AttemptSchema = Type.Object({
  id: Uuid,
  message_id: Uuid,
  endpoint_id: Uuid,
  number: Type.Integer({ minimum: 1 }),
  started_at: Timestamp,
  duration_ms: Type.Integer(),
  succeeded: Type.Boolean(),
  status: Nullable(Type.Integer({ description: "Null where no answer came" })),
  error_code: Nullable(
    Type.String({ description: "ADDRESS_REFUSED, BAD_REQUEST, CONNECTION, DNS, SECRET_UNREADABLE, TIMEOUT, TLS" }),
  ),
  error: Nullable(Type.String()),
  response_snippet: Nullable(Type.String({ description: "The first kilobyte of the answer's body" })),
});

export const AttemptQuery = Type.Object({ ...PageQuery, succeeded: Type.Optional(Type.Boolean()) });

export const STATS_HOURS = 24;
export const StatsSchema = Type.Object({
  pending: Type.Integer({ description: "Messages that wait now" }),
  oldest_pending_at: Nullable(Timestamp),
  delivered: Type.Integer({ description: `Messages of the last ${STATS_HOURS} hours` }),
  failed: Type.Integer(),
  attempts: Type.Integer(),
  attempts_failed: Type.Integer(),
  duration_ms_median: Nullable(Type.Integer()),
  duration_ms_p95: Nullable(Type.Integer()),
});
