/** Signatures of outgoing messages as the Standard Webhooks specification 1.0 has them (symmetric, version `v1`). */
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
/** The specification asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A fresh secret: `whsec_` and 32 random bytes in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

export interface SignedMessage {
  /** Stays the same over all attempts, so that the receiver can tell a repetition. */
  readonly webhook_id: string;
  /** The instant of this attempt, Unix time; the receiver refuses old ones. */
  readonly timestamp_s: number;
  /** The body, byte for byte as it is sent. */
  readonly body: string;
}

/**
 * The three header fields of one attempt.
 * @param secrets the present one first; during a rotation the one before it as well, so that either verifies
 */
export function signatureHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
  return {
    "webhook-id": message.webhook_id,
    "webhook-timestamp": String(message.timestamp_s),
    "webhook-signature": secrets.map((secret) => sign(message, secret)).join(" "),
  };
}

function sign({ webhook_id, timestamp_s, body }: SignedMessage, secret: string): string {
  if (!secret.startsWith(PREFIX)) throw new TypeError("a webhook secret begins with whsec_");
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${webhook_id}.${timestamp_s}.${body}`).digest("base64")}`;
}
