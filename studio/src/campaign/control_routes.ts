import type { App } from "../http/app";
import type { Context } from "../http/context";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { emit } from "../live/emit";
import { requireCallbot } from "../project/membership";
import { activeScenario } from "../schedule/active";
import { noTrunk } from "../trunk/routing";
import { findTrunks } from "../trunk/store";
import { jambonzFrom } from "../voice/jambonz/configure";
import { requireCampaign } from "./access";
import { DIALER_CHANNEL } from "./channel";
import { finishCampaign } from "./finish";
import { type Campaign, CampaignSchema } from "./schema";
import { readCampaign, setState } from "./store";

const ROUTE = {
  method: "POST",
  roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
  tag: "Campaigns",
  response: { 200: CampaignSchema },
} as const;

/** /campaigns/{id}/start, pause, resume, finish. */
export function campaignControlRoutes(app: App): void {
  route(
    app,
    {
      ...ROUTE,
      url: "/campaigns/:id/start",
      summary: "Start calling",
      description: "Needs a published scenario that is active, or the campaign's own.",
      audit: "campaign.start",
    },
    async (ctx, { params }) => {
      const campaign = await inState(ctx, params.id, ["draft"]);
      await requireScenario(ctx, campaign);
      await requireGateway(ctx, campaign);
      return run(ctx, campaign);
    },
  );

  route(
    app,
    {
      ...ROUTE,
      url: "/campaigns/:id/pause",
      summary: "Place no more calls",
      description: "Calls that are under way go on to their end.",
      audit: "campaign.pause",
    },
    async (ctx, { params }) => {
      const campaign = await inState(ctx, params.id, ["running"]);
      await setState(ctx.tx, campaign.id, "paused", ctx.now, null);
      await emit(ctx.tx, ctx.tenant_id, [{ type: "campaign.paused", data: named(campaign) }]);
      return shown(ctx, campaign.id);
    },
  );

  route(
    app,
    { ...ROUTE, url: "/campaigns/:id/resume", summary: "Go on calling after a pause", audit: "campaign.resume" },
    async (ctx, { params }) => {
      const campaign = await inState(ctx, params.id, ["paused"]);
      await requireGateway(ctx, campaign);
      return run(ctx, campaign);
    },
  );

  route(
    app,
    {
      ...ROUTE,
      url: "/campaigns/:id/finish",
      summary: "End a campaign before everybody was called",
      description: "It cannot be started again. Calls that are under way go on to their end.",
      audit: "campaign.finish",
    },
    async (ctx, { params }) => {
      const campaign = await inState(ctx, params.id, ["running", "paused"]);
      await finishCampaign(ctx.tx, campaign.id, "user", ctx.now);
      return shown(ctx, campaign.id);
    },
  );
}

async function inState(ctx: Context, id: string, states: readonly Campaign["state"][]): Promise<Campaign> {
  const campaign = await requireCampaign(ctx.tx, ctx, id, "write");
  ctx.match(campaign.revision);
  if (states.includes(campaign.state)) return campaign;
  throw problem("CAMPAIGN_STATE", { detail: `The campaign is ${campaign.state}; this needs ${states.join(" or ")}` });
}

async function run(ctx: Context, campaign: Campaign) {
  await setState(ctx.tx, campaign.id, "running", ctx.now, ctx.now);
  await emit(ctx.tx, ctx.tenant_id, [{ type: "campaign.started", data: named(campaign) }]);
  await ctx.tx.query("SELECT pg_notify($1, '')", [DIALER_CHANNEL]);
  return shown(ctx, campaign.id);
}

const named = ({ id, project_id, name }: Campaign) => ({ campaign_id: id, project_id, name });

/** A campaign that has nothing to say would only make telephones ring. */
async function requireScenario(ctx: Context, campaign: Campaign): Promise<void> {
  if (campaign.scenario_id !== null) {
    const [row] = await ctx.tx.query("SELECT 1 FROM scenarios WHERE id = $1 AND published_version IS NOT NULL", [
      campaign.scenario_id,
    ]);
    if (row === undefined) throw problem("CAMPAIGN_STATE", { detail: "The campaign's scenario is not published" });
    return;
  }
  const callbot = await requireCallbot(ctx.tx, ctx, campaign.callbot_id, "read");
  const active = await activeScenario(ctx.tx, callbot, ctx.now);
  if (active.scenario_id !== null && active.published_version !== null) return;
  // A schedule may name one later; without a default or a schedule nothing ever will.
  if (active.until !== null) return;
  throw problem("CAMPAIGN_STATE", { detail: "The callbot has no active scenario that is published" });
}

/** A campaign whose gateway is not set up, or whose trunk is not there, would only wear out its contacts. */
async function requireGateway(ctx: Context, campaign: Campaign): Promise<void> {
  const refuse = (path: string, message: string) =>
    problem("CAMPAIGN_STATE", {
      detail: `The campaign cannot call: ${message}`,
      findings: [{ nodeId: null, path, message }],
    });
  if (campaign.gateway === "jambonz" && jambonzFrom(ctx.services.environment) === null) {
    throw refuse("/gateway", "jambonz is not set up on this studio");
  }
  if (campaign.trunk === null) return;
  const { document } = await findTrunks(ctx.tx, ctx.tenant_id);
  if (!document.gateways.some(({ name, enabled }) => enabled && name === campaign.trunk)) {
    throw refuse("/trunk", noTrunk(campaign.trunk));
  }
}

async function shown(ctx: Context, id: string) {
  const campaign = (await readCampaign(ctx.tx, id))!;
  return ok(campaign, { etag: etagOf(campaign.revision) });
}
