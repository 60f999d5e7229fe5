import { type Static, Type } from "@sinclair/typebox";
import { Ajv } from "ajv";
import { jsonFaults } from "../json/sound";

/** Why the studio closes a socket. From 4400 on it is 4000 and the HTTP status of the same fault; the reason is the code of that problem. */
export const CLOSE = {
  /** The studio stops: come back with the last cursor. */
  going_away: 1001,
  fault: 1011,
  /** Too many sockets here: come back later. */
  try_later: 1013,
  /** A message that is not of the form that is taken here, or a cursor that no stream gave. */
  bad_message: 4400,
  /** No authenticate message in time. */
  timeout: 4408,
  /** Events were not read as fast as they came: come back with the last cursor. */
  too_slow: 4429,
} as const;

/** The first message, and the only one that a client sends. */
export const Authenticate = Type.Object(
  {
    type: Type.Literal("authenticate"),
    token: Type.String({ minLength: 1, maxLength: 8192, description: "An access token" }),
    cursor: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "Of the last message that was received; without it only new events come",
      }),
    ),
  },
  { additionalProperties: false },
);
export type Authenticate = Static<typeof Authenticate>;

const isAuthenticate = new Ajv().compile<Authenticate>(Authenticate);

/** A client's message. Null: not of the form that is taken here. */
export function readMessage(text: string): Authenticate | null {
  try {
    const value: unknown = JSON.parse(text);
    return jsonFaults(value, 4).length === 0 && isAuthenticate(value) ? value : null;
  } catch {
    return null;
  }
}

/** For the OpenAPI document, which cannot describe what a WebSocket carries. */
export const PROTOCOL = `A WebSocket (RFC 6455) that carries JSON in text messages.

**The first message** is the client's, within ten seconds: \`{"type": "authenticate", "token": "<access token>", "cursor": "<optional>"}\`. No Authorization header is needed, and no token belongs in the URL. The answer is \`{"type": "ready", "cursor", "complete"}\`; after that the client sends nothing more.

**Events** follow: \`{"type", "cursor", "at", "data"}\` with the types call.dialing, call.answered, call.said, call.ended, campaign.started, campaign.paused and campaign.finished. They come in the order of their transactions, each once. Who is no administrator sees the events of the own projects; who may not read numbers sees them masked. Every 30 seconds there is \`{"type": "heartbeat", "cursor", "at"}\`.

**To go on after a break** send the cursor of the last message as \`cursor\`. Events are kept for a day; \`complete: false\` says that some between that cursor and now are gone.

**The socket outlives the access token**, but not the session: log-out, a lost role, a disabled account and a lost membership count at once.

**Close codes**: 1001 the studio stops, 1011 a fault of ours, 1013 too many sockets, 4400 a message or cursor that is not taken here, 4401 and 4403 not signed in or not allowed, 4408 no authenticate message in time, 4429 events were not read as fast as they came. The reason is a problem's code. After 1001, 1006, 1011, 1013 and 4429 come back with the last cursor.`;
