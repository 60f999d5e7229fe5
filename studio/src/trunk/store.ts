import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import type { SealContext, SecretBox } from "../secret/box";
import { EMPTY_TRUNKS, type Gateway, type TrunkDocument } from "./document";

export interface StoredTrunks {
  document: TrunkDocument;
  revision: number;
  updated_at: string | null;
}

/** A tenant's document; revision 0 where none was written yet. */
export async function findTrunks(tx: Tx, tenant_id: string): Promise<StoredTrunks> {
  const [row] = await tx.query<StoredTrunks>(
    "SELECT document, revision, updated_at FROM trunk_documents WHERE tenant_id = $1",
    [tenant_id],
  );
  return row ?? { document: EMPTY_TRUNKS, revision: 0, updated_at: null };
}

export async function writeTrunks(tx: Tx, tenant_id: string, document: TrunkDocument, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO trunk_documents (tenant_id, document, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (tenant_id) DO UPDATE SET document = excluded.document, revision = trunk_documents.revision + 1, updated_at = excluded.updated_at`,
    [tenant_id, JSON.stringify(document), now.toISOString()],
  );
}

/** Names of the gateways that have a password. */
export async function gatewaysWithPassword(tx: Tx, tenant_id: string): Promise<Set<string>> {
  const rows = await tx.query<{ gateway: string }>("SELECT gateway FROM trunk_passwords WHERE tenant_id = $1", [
    tenant_id,
  ]);
  return new Set(rows.map(({ gateway }) => gateway));
}

export async function writePassword(
  tx: Tx,
  secrets: SecretBox,
  tenant_id: string,
  gateway: string,
  password: string,
  now: Date,
): Promise<void> {
  await deletePassword(tx, tenant_id, gateway);
  const id = uuid();
  await tx.query(
    "INSERT INTO trunk_passwords (id, tenant_id, gateway, password_sealed, updated_at) VALUES ($1, $2, $3, $4, $5)",
    [id, tenant_id, gateway, secrets.seal(sealContext(id), password), now.toISOString()],
  );
}

export async function deletePassword(tx: Tx, tenant_id: string, gateway: string): Promise<void> {
  await tx.query("DELETE FROM trunk_passwords WHERE tenant_id = $1 AND gateway = $2", [tenant_id, gateway]);
}

/** Forgets the passwords of gateways that are not in the document any more. */
export async function keepPasswordsOf(tx: Tx, tenant_id: string, gateways: readonly string[]): Promise<void> {
  await tx.query("DELETE FROM trunk_passwords WHERE tenant_id = $1 AND NOT gateway = ANY ($2::text[])", [
    tenant_id,
    [...gateways],
  ]);
}

export interface OpenTrunks extends TrunkDocument {
  readonly gateways: readonly (Gateway & { readonly password: string | null })[];
}

/** The document with its passwords in the clear, for whoever places the calls. It must not be logged. */
export async function readOpenTrunks(
  tx: Tx,
  secrets: SecretBox,
  tenant_id: string,
): Promise<{ trunks: OpenTrunks; revision: number }> {
  const { document, revision } = await findTrunks(tx, tenant_id);
  const rows = await tx.query<{ id: string; gateway: string; password_sealed: string }>(
    "SELECT id, gateway, password_sealed FROM trunk_passwords WHERE tenant_id = $1",
    [tenant_id],
  );
  const passwords = new Map(rows.map((row) => [row.gateway, secrets.open(sealContext(row.id), row.password_sealed)]));
  const gateways = document.gateways.map((gateway) => ({ ...gateway, password: passwords.get(gateway.name) ?? null }));
  return { trunks: { ...document, gateways }, revision };
}

const sealContext = (id: string): SealContext => ({ table: "trunk_passwords", column: "password_sealed", row: id });
