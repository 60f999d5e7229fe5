/** What webhooks tell: the types, and the JSON schema of each one's payload (`{ type, timestamp, data }` as Standard Webhooks has it). */
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { Nullable, Timestamp, Uuid } from "../http/schema";
import { RUN_OUTCOMES } from "../runtime/trace";
import { CALL_OUTCOMES } from "../voice/gateway";

const OneOfText = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: "string", enum: [...values], description });

const Count = (description: string) => Type.Integer({ minimum: 0, description });

/** A call that is over, whatever became of it. */
export const CallFinishedData = Type.Object({
  call_id: Uuid,
  project_id: Uuid,
  callbot_id: Uuid,
  scenario_id: Uuid,
  scenario_version: Type.Integer({ minimum: 1 }),
  campaign_id: Nullable(Uuid),
  contact_id: Nullable(Uuid),
  contact_reference: Nullable(
    Type.String({ description: "The contact's own reference from the upload, if it had one" }),
  ),
  attempt: Nullable(Type.Integer({ minimum: 1, description: "Number of this attempt at the contact" })),
  is_test: Type.Boolean({ description: "A test call from the studio" }),
  number: Type.String({ description: "The number that was called, as it is stored" }),
  outcome: OneOfText(
    [...CALL_OUTCOMES, "interrupted"],
    "What became of the attempt to reach somebody; interrupted: the process that carried the call died",
  ),
  scenario_outcome: Type.Unsafe<(typeof RUN_OUTCOMES)[number] | null>({
    type: ["string", "null"],
    enum: [...RUN_OUTCOMES, null],
    description: "How the scenario ended; null where nobody answered",
  }),
  disposition: Nullable(Type.String({ description: "The outcome that the scenario's author named" })),
  tags: Type.Array(Type.String()),
  started_at: Timestamp,
  answered_at: Nullable(Timestamp),
  ended_at: Timestamp,
  ringing_ms: Count("Milliseconds until the answer, or until giving up"),
  duration_ms: Count("Milliseconds from the answer to the end; 0 where nobody answered"),
  has_recording: Type.Boolean(),
});

/** A campaign that has nothing left to do, or was finished by hand. */
export const CampaignFinishedData = Type.Object({
  campaign_id: Uuid,
  project_id: Uuid,
  callbot_id: Uuid,
  name: Type.String(),
  reason: OneOfText(["completed", "stopped"], "completed: no contact was left to call; stopped: somebody finished it"),
  started_at: Nullable(Timestamp),
  finished_at: Timestamp,
  contacts: Type.Object({
    total: Count("All contacts of the campaign"),
    reached: Count("Contacts that were reached"),
    unreached: Count("Contacts that were called as often as the policy says, without success"),
    not_called: Count("Contacts that were never called"),
  }),
  calls: Count("Calls placed"),
});

const DATA = {
  "call.finished": CallFinishedData,
  "campaign.finished": CampaignFinishedData,
} as const satisfies Record<string, TObject>;

export type EventType = keyof typeof DATA;
export const EVENT_TYPES = Object.keys(DATA) as readonly EventType[];
export type EventData<T extends EventType> = Static<(typeof DATA)[T]>;

/** One fact to tell. `at` is when it came true. */
export type WebhookEvent = {
  [T in EventType]: { readonly type: T; readonly at: Date; readonly data: EventData<T> };
}[EventType];

/** The body that is sent, byte for byte. */
export function payloadOf(event: { type: string; at: Date; data: unknown }): string {
  return JSON.stringify({ type: event.type, timestamp: event.at.toISOString(), data: event.data });
}

/** The schema of a type's whole payload. */
export function payloadSchema(type: EventType) {
  return Type.Object({
    type: Type.Literal(type),
    timestamp: { ...Timestamp, description: "When it happened; attempts carry their own time in webhook-timestamp" },
    data: DATA[type],
  });
}

const SUMMARIES: Readonly<Record<EventType, string>> = {
  "call.finished": "A call is over",
  "campaign.finished": "A campaign is over",
};

/** The requests that webhooks make, as OpenAPI 3.1 describes them. */
export function webhookDocument(): Record<string, object> {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  const item = (type: EventType) => ({
    post: {
      tags: ["Webhooks"],
      summary: SUMMARIES[type],
      parameters: [
        header("webhook-id", "The same in every attempt: de-duplicate by it"),
        header("webhook-timestamp", "Unix time of this attempt in seconds: refuse what is older than five minutes"),
        header(
          "webhook-signature",
          "v1,BASE64 of HMAC-SHA256 over ID.TIMESTAMP.BODY; several while a secret is rotated",
        ),
      ],
      requestBody: { required: true, content: { "application/json": { schema: payloadSchema(type) } } },
      responses: {
        "2XX": {
          description: "Taken. Anything else, a redirect included, is tried again: ten attempts over about three days",
        },
        "410": { description: "The endpoint is gone: it is disabled" },
      },
    },
  });
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, item(type)]));
}
