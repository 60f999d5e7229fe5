import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";

export interface AuditEntry {
  tenant_id: string;
  actor_id: string | null;
  actor_email: string;
  action: string;
  resource_id: string | null;
  detail: Record<string, unknown>;
  request_id: string;
  address: string;
}

/** Writes one audit record in the transaction of what it is about, so that neither is there without the other. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.query(
    `INSERT INTO audit_records (id, tenant_id, actor_id, actor_email, action, resource_id, detail, request_id, address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      uuid(),
      entry.tenant_id,
      entry.actor_id,
      entry.actor_email,
      entry.action,
      entry.resource_id,
      JSON.stringify(entry.detail),
      entry.request_id,
      entry.address,
    ],
  );
}
