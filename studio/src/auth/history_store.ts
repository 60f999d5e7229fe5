import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import { KNOWN_ADDRESS_DAYS, network } from "./throttle_policy";

export const LOGIN_OUTCOMES = ["success", "wrong_password", "account_disabled"] as const;
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number];

export async function writeLogin(
  tx: Tx,
  login: { tenant_id: string; user_id: string; outcome: LoginOutcome; address: string; user_agent: string; now: Date },
): Promise<void> {
  await tx.query(
    "INSERT INTO login_history (id, tenant_id, user_id, at, outcome, address, user_agent) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    [uuid(), login.tenant_id, login.user_id, login.now.toISOString(), login.outcome, login.address, login.user_agent],
  );
}

/** Whether the user has logged in from this network lately. */
export async function isKnownAddress(tx: Tx, user_id: string, address: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - KNOWN_ADDRESS_DAYS * 86_400_000).toISOString();
  const rows = await tx.query<{ address: string }>(
    "SELECT DISTINCT address FROM login_history WHERE user_id = $1 AND outcome = 'success' AND at > $2 LIMIT 1000",
    [user_id, since],
  );
  const here = network(address);
  return rows.some((row) => network(row.address) === here);
}
