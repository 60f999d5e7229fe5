import { v7 as uuid } from "uuid";
import type { BaseContext } from "../http/context";
import type { Claims } from "../http/principal";
import { problem } from "../http/problem";
import { refused } from "./authenticator";
import { isKnownAddress, type LoginOutcome, writeLogin } from "./history_store";
import { checkPassword, hashPassword } from "./password";
import { freshRefreshToken, REFRESH_IDLE_S, readRefreshToken, SESSION_LIFETIME_S } from "./refresh_token";
import {
  type AccountRow,
  accountOf,
  endSession,
  exchangeRefresh,
  insertSession,
  lockForRefresh,
} from "./session_store";
import { chargeAttempt, refundAttempt } from "./throttle";
import { type Counter, countersOf } from "./throttle_policy";

export interface Grant {
  claims: Claims;
  refresh_token: string;
  refresh_expires_at: Date;
}

/**
 * Opens a session for an e-mail address and a password. The password is looked at between two transactions: hashing is slow on purpose.
 * @throws Problem LOGIN_THROTTLED, INVALID_CREDENTIALS, ACCOUNT_DISABLED (the last only to who knows the password)
 */
export async function logIn(
  ctx: BaseContext,
  email: string,
  password: string,
): Promise<Grant & { account: AccountRow }> {
  const { db } = ctx.services;
  const { account, counters, wait_ms } = await db.asSystem(async (tx) => {
    const account = await accountOf(tx, email);
    const known = account !== null && (await isKnownAddress(tx, account.id, ctx.address, ctx.now));
    const counters = countersOf(email, ctx.address, known);
    return { account, counters, wait_ms: await chargeAttempt(tx, counters, ctx.now) };
  });
  if (wait_ms > 0) throw throttled(wait_ms);
  const check = await checkPassword(account?.password_hash ?? null, password);
  const fresh_hash = check.ok && check.outdated ? await hashPassword(password) : null;
  const grant = await db.asSystem(async (tx) => {
    const present = await accountOf(tx, email, true);
    // Between the two transactions the password may have been changed or the account disabled.
    const right = check.ok && present !== null && present.password_hash === account?.password_hash;
    const outcome: LoginOutcome = !right ? "wrong_password" : present.disabled ? "account_disabled" : "success";
    if (present !== null) {
      const { id: user_id, tenant_id } = present;
      await writeLogin(tx, {
        tenant_id,
        user_id,
        outcome,
        address: ctx.address,
        user_agent: ctx.user_agent,
        now: ctx.now,
      });
    }
    if (present === null || outcome !== "success") return outcome;
    await refundAttempt(tx, counters as Counter[], ctx.now);
    await tx.query("UPDATE users SET last_login_at = $2, password_hash = coalesce($3, password_hash) WHERE id = $1", [
      present.id,
      ctx.now.toISOString(),
      fresh_hash,
    ]);
    const claims = { user_id: present.id, tenant_id: present.tenant_id, session_id: uuid() };
    const refresh = freshRefreshToken(claims.session_id);
    const expires_at = new Date(ctx.now.getTime() + REFRESH_IDLE_S * 1000);
    await insertSession(tx, {
      id: claims.session_id,
      tenant_id: claims.tenant_id,
      user_id: claims.user_id,
      refresh_hash: refresh.hash,
      address: ctx.address,
      user_agent: ctx.user_agent,
      now: ctx.now,
      expires_at,
    });
    return { claims, refresh_token: refresh.text, refresh_expires_at: expires_at, account: present };
  });
  if (grant === "account_disabled") throw problem("ACCOUNT_DISABLED");
  if (typeof grant === "string") throw problem("INVALID_CREDENTIALS");
  return grant;
}

export function throttled(wait_ms: number) {
  const wait_s = Math.ceil(wait_ms / 1000);
  return problem("LOGIN_THROTTLED", { detail: `Try again in ${wait_s} s`, headers: { "retry-after": String(wait_s) } });
}

/**
 * Exchanges a refresh token for a new one. A token that was exchanged before ends its session: one of the two who have it is a thief.
 * @throws Problem TOKEN_INVALID, TOKEN_REVOKED, ACCOUNT_DISABLED
 */
export async function refreshSession(ctx: BaseContext, text: string): Promise<Grant> {
  const token = readRefreshToken(text);
  if (token === null) throw refused("TOKEN_INVALID");
  const grant = await ctx.services.db.asSystem(async (tx) => {
    const row = await lockForRefresh(tx, token.session_id, token.hash, ctx.now);
    if (row === null || (!row.is_current && !row.was_used)) return "TOKEN_INVALID";
    if (!row.ended && !row.is_current) await endSession(tx, token.session_id, "token_reused", ctx.now);
    if (row.disabled) return "ACCOUNT_DISABLED";
    if (row.ended || !row.is_current) return "TOKEN_REVOKED";
    const next = freshRefreshToken(token.session_id);
    const expires_at = new Date(
      Math.min(ctx.now.getTime() + REFRESH_IDLE_S * 1000, Date.parse(row.created_at) + SESSION_LIFETIME_S * 1000),
    );
    await exchangeRefresh(tx, token.session_id, next.hash, ctx.now, expires_at);
    const claims = { user_id: row.user_id, tenant_id: row.tenant_id, session_id: token.session_id };
    return { claims, refresh_token: next.text, refresh_expires_at: expires_at };
  });
  if (grant === "ACCOUNT_DISABLED") throw problem(grant);
  if (typeof grant === "string") throw refused(grant);
  return grant;
}
