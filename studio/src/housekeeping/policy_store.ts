import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import type { RetentionLimits } from "./schema";

/** Whose calls a policy is for: a project's, or where `project_id` is null the whole tenant's. */
export interface Place {
  tenant_id: string;
  project_id: string | null;
}

export interface Policy extends RetentionLimits {
  revision: number;
}

const LIMITS = "recordings_days, calls_days, contacts_days";
const NONE: Policy = { recordings_days: null, calls_days: null, contacts_days: null, revision: 0 };

export async function findPolicy(tx: Tx, place: Place, lock = false): Promise<Policy> {
  const [row] = await tx.query<Policy>(
    `SELECT ${LIMITS}, revision FROM retention_policies
     WHERE tenant_id = $1 AND project_id IS NOT DISTINCT FROM $2::uuid ${lock ? "FOR UPDATE" : ""}`,
    [place.tenant_id, place.project_id],
  );
  return row ?? NONE;
}

export async function writePolicy(tx: Tx, place: Place, limits: RetentionLimits, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO retention_policies (id, tenant_id, project_id, ${LIMITS}, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
     ON CONFLICT (tenant_id, project_id) DO UPDATE SET recordings_days = excluded.recordings_days, calls_days = excluded.calls_days,
       contacts_days = excluded.contacts_days, revision = retention_policies.revision + 1, updated_at = excluded.updated_at`,
    [
      uuid(),
      place.tenant_id,
      place.project_id,
      limits.recordings_days,
      limits.calls_days,
      limits.contacts_days,
      now.toISOString(),
    ],
  );
}

/** The shorter of two times; null is no limit. */
function shorter(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** What counts where both hold. */
export function effectiveLimits(tenant: RetentionLimits, project: RetentionLimits): RetentionLimits {
  const calls_days = shorter(tenant.calls_days, project.calls_days);
  return {
    recordings_days: shorter(shorter(tenant.recordings_days, project.recordings_days), calls_days),
    calls_days,
    contacts_days: shorter(tenant.contacts_days, project.contacts_days),
  };
}

export interface ProjectLimits extends RetentionLimits {
  tenant_id: string;
  project_id: string;
}

/** What counts in each project of which a policy says something, of all tenants. */
export async function listEffective(tx: Tx): Promise<ProjectLimits[]> {
  const rows = await tx.query<{
    tenant_id: string;
    project_id: string;
    of_tenant: RetentionLimits | null;
    of_project: RetentionLimits | null;
  }>(
    `SELECT p.tenant_id, p.id AS project_id, to_jsonb(t) AS of_tenant, to_jsonb(o) AS of_project
     FROM projects p
     LEFT JOIN retention_policies t ON t.tenant_id = p.tenant_id AND t.project_id IS NULL
     LEFT JOIN retention_policies o ON o.tenant_id = p.tenant_id AND o.project_id = p.id
     WHERE num_nonnulls(t.recordings_days, t.calls_days, t.contacts_days, o.recordings_days, o.calls_days, o.contacts_days) > 0
     ORDER BY p.id`,
  );
  return rows.map(({ tenant_id, project_id, of_tenant, of_project }) => ({
    tenant_id,
    project_id,
    ...effectiveLimits(of_tenant ?? NONE, of_project ?? NONE),
  }));
}
