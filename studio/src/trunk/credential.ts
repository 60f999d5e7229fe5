import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { Tx } from "../db/db";

/** Opens any tenant's trunks to the gateway of a house that has one for all; the request names the tenant. */
export const GATEWAY_TOKEN_VARIABLE = "STUDIO_GATEWAY_TOKEN";

/** `last_used_at` is for people who clean up; it need not be written at each poll. */
const USED_EVERY_S = 60;

export interface CredentialRow {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** `dgg_<id>_<secret>`; what is stored is its SHA-256. */
export function freshCredential(id: string): { token: string; hash: Buffer } {
  const token = `dgg_${id}_${randomBytes(32).toString("base64url")}`;
  return { token, hash: hashOf(token) };
}

export function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Whether two tokens are the same, in a time that tells nothing about where they differ. */
export function sameToken(a: string, b: string): boolean {
  return timingSafeEqual(hashOf(a), hashOf(b));
}

export function listCredentials(
  tx: Tx,
  tenant_id: string,
  before: string | null,
  limit: number,
): Promise<CredentialRow[]> {
  return tx.query<CredentialRow>(
    `SELECT id, name, created_at, last_used_at FROM gateway_credentials
     WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [tenant_id, before, limit],
  );
}

/** @returns null when the name is taken */
export async function insertCredential(
  tx: Tx,
  credential: { id: string; tenant_id: string; name: string; hash: Buffer; now: Date },
): Promise<CredentialRow | null> {
  const [row] = await tx.query<CredentialRow>(
    `INSERT INTO gateway_credentials (id, tenant_id, name, token_hash, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, lower(name)) DO NOTHING RETURNING id, name, created_at, last_used_at`,
    [credential.id, credential.tenant_id, credential.name, credential.hash, credential.now.toISOString()],
  );
  return row ?? null;
}

export async function deleteCredential(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query("DELETE FROM gateway_credentials WHERE id = $1 RETURNING id", [id])).length === 1;
}

/** The tenant whose gateway shows this token, in a system transaction; null where it is nobody's or the tenant is disabled. */
export async function tenantOfToken(tx: Tx, token: string, now: Date): Promise<string | null> {
  const id = /^dgg_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_[A-Za-z0-9_-]{43}$/.exec(token)?.[1];
  if (id === undefined) return null;
  const [row] = await tx.query<{ tenant_id: string; token_hash: Uint8Array; last_used_at: string | null }>(
    `SELECT c.tenant_id, c.token_hash, c.last_used_at FROM gateway_credentials c JOIN tenants t ON t.id = c.tenant_id
     WHERE c.id = $1 AND t.disabled_at IS NULL`,
    [id],
  );
  if (row === undefined || !timingSafeEqual(row.token_hash, hashOf(token))) return null;
  if (row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) > USED_EVERY_S * 1000) {
    await tx.query("UPDATE gateway_credentials SET last_used_at = $2 WHERE id = $1", [id, now.toISOString()]);
  }
  return row.tenant_id;
}
