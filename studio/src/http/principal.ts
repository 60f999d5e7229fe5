import type { Db, Tx } from "../db/db";
import type { SecretBox } from "../secret/box";

export const ROLES = ["STUDIO_ADMIN", "STUDIO_PROJECT", "STUDIO_MONITORING"] as const;
export type Role = (typeof ROLES)[number];

/** Who a request comes from, read in the request's own transaction: a disabled user is out at once. */
export interface Principal {
  user_id: string;
  tenant_id: string;
  session_id: string;
  email: string;
  name: string;
  roles: readonly Role[];
  must_change_password: boolean;
  /** The tenant that looks after all the others. */
  is_operator: boolean;
  time_zone: string;
}

export interface Claims {
  user_id: string;
  tenant_id: string;
  session_id: string;
}

/** Implemented by `auth`; `http` knows no more of it. */
export interface Authenticator {
  /** @throws Problem TOKEN_INVALID or TOKEN_EXPIRED. Asks the database only for signing keys that it has not seen. */
  verify(token: string): Promise<Claims>;
  /** In a transaction of the claims' tenant. @throws Problem TOKEN_REVOKED, ACCOUNT_DISABLED. */
  load(tx: Tx, claims: Claims): Promise<Principal>;
  /** A fresh access token. Not inside a transaction: it may have to make a signing key. */
  issue(claims: Claims): Promise<string>;
  /** The public keys that tokens verify with now, as a JWK Set. */
  jwks(): Promise<{ keys: Record<string, unknown>[] }>;
}

/** What routes need of the rest of the studio. */
export interface Services {
  db: Db;
  authenticator: Authenticator;
  secrets: SecretBox;
  now(): Date;
  /** Folder for files that do not belong in the database, such as recordings. */
  data: string;
  environment: NodeJS.ProcessEnv;
}
