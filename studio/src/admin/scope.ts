import type { Tx } from "../db/db";
import { ENTER_SYSTEM } from "../db/db";
import { writeAudit } from "../http/audit";
import type { Context } from "../http/context";
import { problem } from "../http/problem";

/**
 * Runs `work` with the rights of the caller: the operator's administrators reach the rows of every tenant, all others those of their own.
 * It is the request's own transaction either way, so that audit and idempotency stay with it.
 */
export async function reaching<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!ctx.user.is_operator) return work(ctx.tx);
  await ctx.tx.query(ENTER_SYSTEM);
  const result = await work(ctx.tx);
  // What was thrown rolls everything back; only a success goes on in this transaction.
  await ctx.tx.query("SET LOCAL ROLE studio_app");
  return result;
}

/** The tenant that a request is about: the one it names, else the caller's own. @throws Problem NOT_FOUND for one out of reach */
export async function targetTenant(ctx: Context, tenant_id: string | undefined): Promise<string> {
  if (tenant_id === undefined || tenant_id === ctx.tenant_id) return ctx.tenant_id;
  const rows = await reaching(ctx, (tx) => tx.query("SELECT 1 FROM tenants WHERE id = $1", [tenant_id]));
  if (rows.length === 0) throw problem("NOT_FOUND", { detail: "There is no such tenant" });
  return tenant_id;
}

/** @throws Problem OPERATOR_REQUIRED */
export function requireOperator(ctx: Context): void {
  if (!ctx.user.is_operator) throw problem("OPERATOR_REQUIRED");
}

/** What the operator does in another tenant stands in that tenant's audit too, besides the operator's own. */
export async function auditInTenant(
  ctx: Context,
  tenant_id: string,
  entry: { action: string; resource_id: string; detail?: Record<string, unknown> },
): Promise<void> {
  ctx.audit({
    resource_id: entry.resource_id,
    detail: { ...entry.detail, ...(tenant_id === ctx.tenant_id ? {} : { tenant_id }) },
  });
  if (tenant_id === ctx.tenant_id) return;
  await reaching(ctx, (tx) =>
    writeAudit(tx, {
      tenant_id,
      actor_id: ctx.user.user_id,
      actor_email: ctx.user.email,
      action: entry.action,
      resource_id: entry.resource_id,
      detail: { ...entry.detail, by_operator: true },
      request_id: ctx.request_id,
      address: ctx.address,
    }),
  );
}
