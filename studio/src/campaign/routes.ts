import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import type { Tx } from "../db/db";
import { isUniqueViolation } from "../db/violation";
import type { App } from "../http/app";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { type ProblemFinding, problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf } from "../http/schema";
import { normalNumber } from "../phone/number";
import { onlyMemberships, requireCallbot } from "../project/membership";
import { requireCampaign } from "./access";
import { checkSettings } from "./check";
import { DEFAULT_RETRY_POLICY } from "./retry_policy";
import {
  type Campaign,
  CampaignChange,
  CampaignCreate,
  CampaignListQuery,
  CampaignSchema,
  ProgressSchema,
} from "./schema";
import {
  deleteCampaign,
  fits,
  insertCampaign,
  listCampaigns,
  type NewCampaign,
  progressOf,
  readCampaign,
  updateCampaign,
} from "./store";

const tag = "Campaigns";
const READERS = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
const WRITERS = ["STUDIO_PROJECT", "STUDIO_ADMIN"] as const;

const DEFAULTS = { max_concurrent: 10, ring_timeout_s: 30 };

/** /campaigns: list, create, read, change, delete. */
export function campaignRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/campaigns",
      roles: READERS,
      tag,
      summary: "List campaigns",
      query: CampaignListQuery,
      response: { 200: PageOf(CampaignSchema) },
    },
    async (ctx, { query }) => {
      const rows = await listCampaigns(ctx.tx, {
        only_member: onlyMemberships(ctx),
        project_id: query.project_id ?? null,
        callbot_id: query.callbot_id ?? null,
        group_id: query.group_id ?? null,
        state: query.state ?? null,
        before: idCursor("campaigns", query.cursor),
        limit: query.limit,
      });
      return ok(pageById("campaigns", rows, query.limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/campaigns",
      roles: WRITERS,
      tag,
      summary: "Create a campaign",
      description: "It is a draft: nobody is called before it is started.",
      body: CampaignCreate,
      response: { 201: CampaignSchema },
      audit: "campaign.create",
    },
    async (ctx, { body }) => {
      const { project_id } = await requireCallbot(ctx.tx, ctx, body.callbot_id, "write");
      const campaign: NewCampaign = {
        id: uuid(),
        tenant_id: ctx.tenant_id,
        project_id,
        callbot_id: body.callbot_id,
        name: body.name,
        scenario_id: body.scenario_id ?? null,
        group_id: body.group_id ?? null,
        gateway: body.gateway ?? "simulated",
        trunk: body.trunk ?? null,
        caller_number: normalNumber(body.caller_number) ?? body.caller_number,
        max_concurrent: body.max_concurrent ?? DEFAULTS.max_concurrent,
        calls_per_minute: body.calls_per_minute ?? null,
        ring_timeout_s: body.ring_timeout_s ?? DEFAULTS.ring_timeout_s,
        default_time_zone: body.default_time_zone ?? ctx.user.time_zone,
        calling_window: body.calling_window ?? null,
        retry_policy: body.retry_policy ?? DEFAULT_RETRY_POLICY,
        simulation: body.simulation ?? null,
        record_calls: body.record_calls ?? false,
      };
      await check(ctx.tx, campaign);
      await named(insertCampaign(ctx.tx, campaign));
      ctx.audit({ resource_id: campaign.id, detail: { name: body.name } });
      const made = await readCampaign(ctx.tx, campaign.id);
      return created(made, { etag: etagOf(made!.revision), location: `/campaigns/${campaign.id}` });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/campaigns/:id",
      roles: READERS,
      tag,
      summary: "Read a campaign",
      response: { 200: CampaignSchema },
    },
    async (ctx, { params }) => shown(await requireCampaign(ctx.tx, ctx, params.id, "read")),
  );

  route(
    app,
    {
      method: "PATCH",
      url: "/campaigns/:id",
      roles: WRITERS,
      tag,
      summary: "Change a campaign's settings",
      description: "Also while it runs: they hold for calls that are placed from then on.",
      body: CampaignChange,
      response: { 200: CampaignSchema },
      audit: "campaign.update",
    },
    async (ctx, { params, body }) => {
      const before = await requireCampaign(ctx.tx, ctx, params.id, "write");
      ctx.match(before.revision);
      if (before.state === "finished") throw problem("CAMPAIGN_STATE", { detail: "The campaign is finished" });
      const change = body.caller_number
        ? { ...body, caller_number: normalNumber(body.caller_number) ?? body.caller_number }
        : body;
      await check(ctx.tx, { ...before, ...change });
      await named(updateCampaign(ctx.tx, params.id, change));
      ctx.audit({ detail: { fields: Object.keys(body) } });
      return shown((await readCampaign(ctx.tx, params.id))!);
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/campaigns/:id",
      roles: WRITERS,
      tag,
      summary: "Delete a campaign that never called anybody",
      description: "A campaign with calls stays, because its calls do: finish it instead.",
      response: { 204: Type.Null() },
      audit: "campaign.delete",
    },
    async (ctx, { params }) => {
      const campaign = await requireCampaign(ctx.tx, ctx, params.id, "write");
      ctx.match(campaign.revision);
      const [call] = await ctx.tx.query("SELECT 1 FROM calls WHERE campaign_id = $1 LIMIT 1", [params.id]);
      if (campaign.state === "running" || call !== undefined) {
        throw problem("CAMPAIGN_STATE", { detail: "The campaign runs, or has called somebody already" });
      }
      await deleteCampaign(ctx.tx, params.id);
      return noContent();
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/campaigns/:id/progress",
      roles: READERS,
      tag,
      summary: "How far a campaign has come",
      response: { 200: ProgressSchema },
    },
    async (ctx, { params }) => {
      await requireCampaign(ctx.tx, ctx, params.id, "read");
      return ok(await progressOf(ctx.tx, params.id));
    },
  );
}

const shown = (campaign: Campaign) => ok(campaign, { etag: etagOf(campaign.revision) });

async function check(tx: Tx, campaign: Omit<NewCampaign, "tenant_id">): Promise<void> {
  const findings: ProblemFinding[] = checkSettings(campaign);
  const { scenario, group } = await fits(tx, campaign);
  if (!scenario) findings.push({ nodeId: null, path: "/scenario_id", message: "is not a scenario of the callbot" });
  if (!group) findings.push({ nodeId: null, path: "/group_id", message: "is not a group of the project" });
  if (findings.length > 0) throw problem("VALIDATION_FAILED", { detail: "The settings have faults", findings });
}

async function named(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem("NAME_TAKEN", { findings: [{ nodeId: null, path: "/name", message: "another campaign has it" }] });
  }
}
