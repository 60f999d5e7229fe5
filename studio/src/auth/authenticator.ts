import type { Db, Tx } from "../db/db";
import type { Authenticator, Claims, Principal, Role } from "../http/principal";
import { type Problem, problem } from "../http/problem";
import type { SecretBox } from "../secret/box";
import { SigningKeys } from "./signing_keys";
import { signAccess, verifyAccess } from "./token";

interface Row {
  email: string;
  name: string;
  roles: Role[];
  must_change_password: boolean;
  is_operator: boolean;
  time_zone: string;
  account_disabled: boolean;
  tenant_disabled: boolean;
  session_ended: boolean;
}

/** Tells who a request comes from. Tokens say who; the database says, at each request, whether that still counts and for what. */
export function createAuthenticator(parts: { db: Db; secrets: SecretBox; now: () => Date }): Authenticator {
  const keys = new SigningKeys(parts.db, parts.secrets, parts.now);
  const now_ms = () => parts.now().getTime();
  return {
    async verify(token) {
      const claims = await verifyAccess(keys, token, now_ms());
      if (typeof claims === "string") throw refused(claims);
      return claims;
    },
    load: (tx, claims) => load(tx, claims, parts.now()),
    issue: (claims) => signAccess(keys, claims, now_ms()),
    jwks: async () => ({ keys: await keys.publicKeys() }),
  };
}

async function load(tx: Tx, claims: Claims, now: Date): Promise<Principal> {
  const [row] = await tx.query<Row>(
    `SELECT u.email, u.name, u.roles, u.must_change_password, t.is_operator, t.time_zone,
            u.disabled_at IS NOT NULL AS account_disabled, t.disabled_at IS NOT NULL AS tenant_disabled,
            s.id IS NULL OR s.revoked_at IS NOT NULL OR s.expires_at <= $4 AS session_ended
     FROM users u JOIN tenants t ON t.id = u.tenant_id
     LEFT JOIN sessions s ON s.tenant_id = u.tenant_id AND s.user_id = u.id AND s.id = $3
     WHERE u.tenant_id = $1 AND u.id = $2`,
    [claims.tenant_id, claims.user_id, claims.session_id, now.toISOString()],
  );
  if (row === undefined) throw refused("TOKEN_REVOKED");
  if (row.account_disabled) throw problem("ACCOUNT_DISABLED");
  if (row.tenant_disabled) throw problem("ACCOUNT_DISABLED", { detail: "The tenant of this account is disabled" });
  if (row.session_ended) throw refused("TOKEN_REVOKED");
  return {
    ...claims,
    email: row.email,
    name: row.name,
    roles: row.roles,
    must_change_password: row.must_change_password,
    is_operator: row.is_operator,
    time_zone: row.time_zone,
  };
}

/** RFC 6750, 3.1: a token that does not count. */
export function refused(code: "TOKEN_INVALID" | "TOKEN_EXPIRED" | "TOKEN_REVOKED"): Problem {
  return problem(code, { headers: { "www-authenticate": 'Bearer error="invalid_token"' } });
}
