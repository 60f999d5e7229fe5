import { v7 as uuid } from "uuid";
import { hashPassword, temporaryPassword } from "../auth/password";
import { freshRefreshToken } from "../auth/refresh_token";
import { insertSession } from "../auth/session_store";
import { writeAudit } from "../http/audit";
import type { Role, Services } from "../http/principal";

/** Always the same, so that the demo is known again whatever it was renamed to. */
export const DEMO_TENANT_ID = "0de30000-0000-7000-8000-000000000000";
const TENANT_NAME = "Demo";
const TIME_ZONE = "Europe/Berlin";
const MADE = "demo.made";

const PEOPLE: readonly { email: string; name: string; roles: readonly Role[] }[] = [
  { email: "admin@demo.studio.local", name: "Ada (administrator)", roles: ["STUDIO_ADMIN"] },
  { email: "builder@demo.studio.local", name: "Ben (builds)", roles: ["STUDIO_PROJECT"] },
  { email: "watcher@demo.studio.local", name: "Mia (watches)", roles: ["STUDIO_MONITORING"] },
];

export interface DemoLogin {
  email: string;
  password: string;
  roles: readonly Role[];
}

/**
 * Makes the demo tenant and its people in one transaction.
 * @returns how they log in; empty where the tenant was there, also where another process makes it at this moment
 */
export async function makeDemoTenant({ db }: Services): Promise<DemoLogin[]> {
  const there = await db.asSystem((tx) => tx.query("SELECT 1 FROM tenants WHERE id = $1", [DEMO_TENANT_ID]));
  if (there.length > 0) return [];
  const logins = PEOPLE.map(({ email, roles }) => ({ email, roles, password: temporaryPassword() }));
  const hashes = await Promise.all(logins.map(({ password }) => hashPassword(password)));
  return db.asSystem(async (tx) => {
    const made = await tx.query(
      "INSERT INTO tenants (id, name, time_zone) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING RETURNING id",
      [DEMO_TENANT_ID, TENANT_NAME, TIME_ZONE],
    );
    if (made.length === 0) return [];
    for (const [at, { email, name, roles }] of PEOPLE.entries()) {
      // Nothing in here is worth a password change before one has looked around.
      await tx.query(
        `INSERT INTO users (id, tenant_id, email, name, password_hash, must_change_password, roles)
         VALUES ($1, $2, $3, $4, $5, false, $6)`,
        [uuid(), DEMO_TENANT_ID, email, name, hashes[at], roles],
      );
    }
    return logins;
  });
}

/** Whether the tenant was filled to the end once; what is taken out of it later is not put back. */
export async function demoIsComplete({ db }: Services): Promise<boolean> {
  const rows = await db.asSystem((tx) =>
    tx.query("SELECT 1 FROM audit_records WHERE tenant_id = $1 AND action = $2 LIMIT 1", [DEMO_TENANT_ID, MADE]),
  );
  return rows.length > 0;
}

export async function noteDemoComplete({ db }: Services): Promise<void> {
  await db.asSystem((tx) =>
    writeAudit(tx, {
      tenant_id: DEMO_TENANT_ID,
      actor_id: null,
      actor_email: "studio",
      action: MADE,
      resource_id: DEMO_TENANT_ID,
      detail: {},
      request_id: uuid(),
      address: "",
    }),
  );
}

const SESSION_MS = 10 * 60_000;

/** An access token of the demo's administrator for the length of the filling. */
export async function demoToken({ db, authenticator, now }: Services): Promise<string> {
  const session_id = uuid();
  const user_id = await db.asSystem(async (tx) => {
    const [user] = await tx.query<{ id: string }>(
      `SELECT id FROM users WHERE tenant_id = $1 AND 'STUDIO_ADMIN' = ANY (roles) AND disabled_at IS NULL ORDER BY id LIMIT 1`,
      [DEMO_TENANT_ID],
    );
    if (user === undefined) throw new Error("the demo tenant has no administrator");
    await insertSession(tx, {
      id: session_id,
      tenant_id: DEMO_TENANT_ID,
      user_id: user.id,
      // Nobody is given the refresh token.
      refresh_hash: freshRefreshToken(session_id).hash,
      address: "",
      user_agent: "studio --demo",
      now: now(),
      expires_at: new Date(now().getTime() + SESSION_MS),
    });
    return user.id;
  });
  return authenticator.issue({ user_id, tenant_id: DEMO_TENANT_ID, session_id });
}
