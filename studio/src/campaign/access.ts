import type { Tx } from "../db/db";
import { problem } from "../http/problem";
import { type Asker, type Right, requireProject } from "../project/membership";
import type { Campaign } from "./schema";
import { lockCampaign, readCampaign } from "./store";

/** The campaign, for a user who may use its project so. @throws Problem NOT_FOUND, FORBIDDEN, ARCHIVED */
export async function requireCampaign(tx: Tx, asker: Asker, id: string, right: Right): Promise<Campaign> {
  const campaign = right === "read" ? await readCampaign(tx, id) : await lockCampaign(tx, id);
  if (campaign === undefined) throw problem("NOT_FOUND");
  await requireProject(tx, asker, campaign.project_id, right);
  return campaign;
}
