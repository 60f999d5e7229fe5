import type { Tx } from "../db/db";
import { emit } from "../live/emit";
import { enqueue } from "../webhook/outbox";

interface FinishedRow {
  id: string;
  tenant_id: string;
  project_id: string;
  callbot_id: string;
  name: string;
  started_at: string | null;
}

/** Ends a campaign once, with its webhook in the same transaction. @returns false where it was not running or paused */
export async function finishCampaign(
  tx: Tx,
  campaign_id: string,
  because: "all_contacts_done" | "user",
  now: Date,
): Promise<boolean> {
  const [campaign] = await tx.query<FinishedRow>(
    `UPDATE campaigns SET state = 'finished', finished_because = $2, finished_at = $3, updated_at = $3, revision = revision + 1
     WHERE id = $1 AND state IN ('running', 'paused') RETURNING id, tenant_id, project_id, callbot_id, name, started_at`,
    [campaign_id, because, now],
  );
  if (campaign === undefined) return false;
  const [counts] = await tx.query<{
    total: number;
    reached: number;
    unreached: number;
    not_called: number;
    calls: number;
  }>(
    `SELECT count(*) AS total, count(*) FILTER (WHERE state = 'reached') AS reached,
            count(*) FILTER (WHERE state = 'exhausted') AS unreached, count(*) FILTER (WHERE attempts = 0) AS not_called,
            coalesce(sum(attempts), 0)::int8 AS calls
     FROM contacts WHERE campaign_id = $1`,
    [campaign_id],
  );
  const { calls, ...contacts } = counts!;
  const data = {
    campaign_id,
    project_id: campaign.project_id,
    callbot_id: campaign.callbot_id,
    name: campaign.name,
    reason: because === "user" ? ("stopped" as const) : ("completed" as const),
    started_at: campaign.started_at,
    finished_at: now.toISOString(),
    contacts,
    calls,
  };
  await enqueue(tx, campaign.tenant_id, [{ type: "campaign.finished", at: now, data }]);
  await emit(tx, campaign.tenant_id, [{ type: "campaign.finished", data }]);
  return true;
}
