import { writeAudit } from "../http/audit";
import type { LongContext } from "../http/context";
import { problem } from "../http/problem";
import { throttled } from "./login";
import { checkPassword, hashPassword } from "./password";
import { passwordFault } from "./password_policy";
import { endSessionsOf } from "./session_store";
import { chargeAttempt, refundAttempt } from "./throttle";
import { countersOf } from "./throttle_policy";

/**
 * Changes the caller's own password and ends all sessions of theirs, this one too.
 * @throws Problem INVALID_CREDENTIALS (the current password is wrong), LOGIN_THROTTLED, PASSWORD_REFUSED, CONFLICT
 */
export async function changePassword(ctx: LongContext, current: string, wanted: string): Promise<void> {
  const { db, user, now } = ctx;
  // A stolen token must not be a way to guess the password at full speed.
  const counters = countersOf(user.email, ctx.address, true);
  const wait_ms = await db.asSystem((tx) => chargeAttempt(tx, counters, now));
  if (wait_ms > 0) throw throttled(wait_ms);
  const stored = await db.asTenant(user.tenant_id, async (tx) => {
    const [row] = await tx.query<{ password_hash: string }>("SELECT password_hash FROM users WHERE id = $1", [
      user.user_id,
    ]);
    return row?.password_hash ?? null;
  });
  if (!(await checkPassword(stored, current)).ok) {
    throw problem("INVALID_CREDENTIALS", { detail: "The current password is wrong" });
  }
  await db.asSystem((tx) => refundAttempt(tx, counters, now));
  const fault = wanted === current ? "must differ from the current one" : passwordFault(wanted, user.email);
  if (fault !== null) {
    throw problem("PASSWORD_REFUSED", {
      detail: `The new password ${fault}`,
      findings: [{ nodeId: null, path: "/new_password", message: fault }],
    });
  }
  const fresh = await hashPassword(wanted);
  await db.asTenant(user.tenant_id, async (tx) => {
    const changed = await tx.query(
      `UPDATE users SET password_hash = $3, must_change_password = false, password_changed_at = $4, updated_at = $4, revision = revision + 1
       WHERE id = $1 AND password_hash = $2 RETURNING id`,
      [user.user_id, stored, fresh, now.toISOString()],
    );
    if (changed.length === 0) throw problem("CONFLICT", { detail: "The password was changed meanwhile" });
    await endSessionsOf(tx, user.user_id, "password_changed", now);
    await writeAudit(tx, {
      tenant_id: user.tenant_id,
      actor_id: user.user_id,
      actor_email: user.email,
      action: "password.change",
      resource_id: user.user_id,
      detail: {},
      request_id: ctx.request_id,
      address: ctx.address,
    });
  });
}
