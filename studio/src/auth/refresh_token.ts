import { createHash, randomBytes } from "node:crypto";

/** A session ends when it was not refreshed this long... */
export const REFRESH_IDLE_S = 14 * 86_400;
/** ...and this long after the log-in in any case. */
export const SESSION_LIFETIME_S = 30 * 86_400;
/** Used tokens a session remembers. At one refresh per access token that is two days; an older one is refused without further ado. */
export const REMEMBERED_TOKENS = 200;

const PREFIX = "dgr";
const SECRET_BYTES = 32;

export interface RefreshToken {
  readonly text: string;
  /** SHA-256 of the text: all that is stored. A random secret of 256 bits needs no slow hash. */
  readonly hash: Buffer;
}

/** An opaque token `dgr_<session id>_<secret>`. The prefix lets scanners find one that leaked into a repository. */
export function freshRefreshToken(session_id: string): RefreshToken {
  const text = `${PREFIX}_${session_id}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { text, hash: hashOf(text) };
}

/** @returns the session's id and the hash to look for, or null for what cannot be a refresh token */
export function readRefreshToken(text: string): { session_id: string; hash: Buffer } | null {
  const match = /^dgr_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[A-Za-z0-9_-]{43}$/.exec(text);
  return match === null ? null : { session_id: match[1]!, hash: hashOf(text) };
}

function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
