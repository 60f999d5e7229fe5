import { v7 as uuid } from "uuid";
import type { Services } from "../http/principal";
import { hashPassword, temporaryPassword } from "./password";

/** Any number; processes that start at the same time wait for each other. */
const ADVISORY_LOCK = 29094;
const OPERATOR = "Operator";
const DEFAULT_EMAIL = "admin@studio.local";

/**
 * Makes the operator's tenant and its first administrator where there is none, and sees to it that secrets can be opened.
 * @returns the administrator with the password that is shown this once, or null where one was there
 * @throws SealError when the keys at hand are not those the database was written with
 */
export async function ensureOperator(services: Services): Promise<{ email: string; password: string } | null> {
  await services.authenticator.jwks();
  const { db } = services;
  const there = await db.asSystem((tx) => tx.query("SELECT 1 FROM tenants WHERE is_operator"));
  if (there.length > 0) return null;
  const email = services.environment["STUDIO_ADMIN_EMAIL"] || DEFAULT_EMAIL;
  const password = temporaryPassword();
  const password_hash = await hashPassword(password);
  const made = await db.asSystem(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
    const tenant_id = uuid();
    const tenants = await tx.query(
      `INSERT INTO tenants (id, name, is_operator) SELECT $1, $2, true
       WHERE NOT EXISTS (SELECT 1 FROM tenants WHERE is_operator) RETURNING id`,
      [tenant_id, OPERATOR],
    );
    if (tenants.length === 0) return false;
    await tx.query(
      `INSERT INTO users (id, tenant_id, email, name, password_hash, must_change_password, roles)
       VALUES ($1, $2, $3, 'First administrator', $4, true, ARRAY['STUDIO_ADMIN'])`,
      [uuid(), tenant_id, email, password_hash],
    );
    return true;
  });
  return made ? { email, password } : null;
}
