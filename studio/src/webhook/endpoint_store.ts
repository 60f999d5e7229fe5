/** Endpoints: where a tenant's webhooks go. */
import type { Tx } from "../db/db";
import type { EventType } from "./events";

export interface EndpointRow {
  id: string;
  url: string;
  description: string;
  event_types: EventType[];
  enabled: boolean;
  disabled_because: "gone" | "user" | null;
  previous_secret_until: string | null;
  consecutive_failures: number;
  last_success_at: string | null;
  last_failure_at: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
}

const COLUMNS = `id, url, description, event_types, enabled, disabled_because,
  CASE WHEN previous_secret_until > now() THEN previous_secret_until END AS previous_secret_until,
  consecutive_failures, last_success_at, last_failure_at, revision, created_at, updated_at`;

export async function listEndpoints(tx: Tx, after: string | null, limit: number): Promise<EndpointRow[]> {
  return tx.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE ($1::uuid IS NULL OR id < $1) ORDER BY id DESC LIMIT $2`,
    [after, limit],
  );
}

export async function countEndpoints(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>("SELECT count(*)::int AS count FROM webhook_endpoints");
  return row?.count ?? 0;
}

/** @param lock hold the row for the rest of the transaction */
export async function findEndpoint(tx: Tx, id: string, lock = false): Promise<EndpointRow | null> {
  const rows = await tx.query<EndpointRow>(
    `SELECT ${COLUMNS} FROM webhook_endpoints WHERE id = $1 ${lock ? "FOR NO KEY UPDATE" : ""}`,
    [id],
  );
  return rows[0] ?? null;
}

export interface NewEndpoint {
  id: string;
  tenant_id: string;
  url: string;
  description: string;
  event_types: readonly EventType[];
  enabled: boolean;
  secret_sealed: string;
}

export async function insertEndpoint(tx: Tx, endpoint: NewEndpoint): Promise<EndpointRow> {
  const [row] = await tx.query<EndpointRow>(
    `INSERT INTO webhook_endpoints (id, tenant_id, url, description, event_types, enabled, disabled_because, secret_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $6 THEN NULL ELSE 'user' END, $7) RETURNING ${COLUMNS}`,
    [
      endpoint.id,
      endpoint.tenant_id,
      endpoint.url,
      endpoint.description,
      endpoint.event_types,
      endpoint.enabled,
      endpoint.secret_sealed,
    ],
  );
  return row!;
}

export interface EndpointChange {
  url?: string | undefined;
  description?: string | undefined;
  event_types?: readonly EventType[] | undefined;
  enabled?: boolean | undefined;
}

/** Enabling, or another URL, starts the count of failures anew. */
export async function updateEndpoint(tx: Tx, id: string, change: EndpointChange): Promise<EndpointRow> {
  const [row] = await tx.query<EndpointRow>(
    `UPDATE webhook_endpoints SET
       consecutive_failures = CASE WHEN ($5::boolean AND NOT enabled) OR $2::text <> url THEN 0 ELSE consecutive_failures END,
       url = coalesce($2, url), description = coalesce($3, description), event_types = coalesce($4::text[], event_types),
       disabled_because = CASE WHEN coalesce($5, enabled) THEN NULL ELSE coalesce(disabled_because, 'user') END,
       enabled = coalesce($5, enabled), revision = revision + 1, updated_at = now()
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, change.url ?? null, change.description ?? null, change.event_types ?? null, change.enabled ?? null],
  );
  return row!;
}

export async function deleteEndpoint(tx: Tx, id: string): Promise<void> {
  await tx.query("DELETE FROM webhook_endpoints WHERE id = $1", [id]);
}

export async function currentSecret(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.query<{ secret_sealed: string }>("SELECT secret_sealed FROM webhook_endpoints WHERE id = $1", [
    id,
  ]);
  return row!.secret_sealed;
}

/** The present secret becomes the one before, which signs beside the new one for `overlap_s`; an older one is dropped. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  secrets: { secret_sealed: string; previous_secret_sealed: string; overlap_s: number },
): Promise<EndpointRow> {
  const [row] = await tx.query<EndpointRow>(
    `UPDATE webhook_endpoints SET secret_sealed = $2, previous_secret_sealed = CASE WHEN $4 > 0 THEN $3 END,
       previous_secret_until = CASE WHEN $4 > 0 THEN now() + $4 * interval '1 second' END, revision = revision + 1, updated_at = now()
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, secrets.secret_sealed, secrets.previous_secret_sealed, secrets.overlap_s],
  );
  return row!;
}
