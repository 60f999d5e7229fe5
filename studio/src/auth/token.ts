import { errors, jwtVerify, type KeyLike, SignJWT } from "jose";

/** RFC 8037: Ed25519; no curve to choose wrongly, and signatures of 64 bytes. */
export const ALGORITHM = "EdDSA";
export const ISSUER = "drowsyguard-studio";
export const AUDIENCE = "drowsyguard-studio-api";
/** RFC 9068: an access token says what it is, so that no other kind of token passes for one. */
const TYPE = "at+jwt";
export const ACCESS_LIFETIME_S = 900;
/** Between clocks of the studio's machines. */
export const CLOCK_LEEWAY_S = 5;

export interface AccessClaims {
  readonly user_id: string;
  readonly tenant_id: string;
  readonly session_id: string;
}

/** Where keys come from; several processes share them. */
export interface KeySource {
  /** The key that signs now. */
  signing(): Promise<{ readonly kid: string; readonly private_key: KeyLike }>;
  /** The public half of a key that may still verify, or null. */
  verifying(kid: string): Promise<KeyLike | null>;
}

/**
 * A token holds who it is for, never what they may do: roles are read from the database at each request, so that a change counts at once.
 * @returns a JWT that is valid for ACCESS_LIFETIME_S
 */
export async function signAccess(keys: KeySource, claims: AccessClaims, now_ms: number): Promise<string> {
  const { kid, private_key } = await keys.signing();
  const now_s = Math.floor(now_ms / 1000);
  return new SignJWT({ tid: claims.tenant_id, sid: claims.session_id })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(claims.user_id)
    .setIssuedAt(now_s)
    .setExpirationTime(now_s + ACCESS_LIFETIME_S)
    .sign(private_key);
}

export type TokenFault = "TOKEN_EXPIRED" | "TOKEN_INVALID";

/** @returns the claims, or why the token does not count. Never throws for a bad token. */
export async function verifyAccess(keys: KeySource, token: string, now_ms: number): Promise<AccessClaims | TokenFault> {
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const key = header.kid === undefined ? null : await keys.verifying(header.kid);
        if (key === null) throw new errors.JWSInvalid("unknown kid");
        return key;
      },
      {
        algorithms: [ALGORITHM],
        typ: TYPE,
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ["sub", "exp", "iat"],
        clockTolerance: CLOCK_LEEWAY_S,
        currentDate: new Date(now_ms),
      },
    );
    const { sub, tid, sid } = payload;
    if (!isUuid(sub) || !isUuid(tid) || !isUuid(sid)) return "TOKEN_INVALID";
    return { user_id: sub, tenant_id: tid, session_id: sid };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return "TOKEN_EXPIRED";
    if (error instanceof errors.JOSEError) return "TOKEN_INVALID";
    throw error;
  }
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}
