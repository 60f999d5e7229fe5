import type { App } from "../http/app";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { WATCHERS } from "../live/access";
import { onlyMemberships } from "../project/membership";
import { TodayQuery, TodaySchema } from "./schema";
import { countCalls, countOpen, runningCampaigns } from "./store";
import { figuresOf, todayIn } from "./today";

/** GET /monitoring/today */
export function monitoringRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/monitoring/today",
      roles: WATCHERS,
      tag: "Monitoring",
      summary: "Today's calls in figures",
      description: "Who is no administrator gets the figures of the own projects.",
      query: TodayQuery,
      response: { 200: TodaySchema },
    },
    async (ctx, { query }) => {
      const { time_zone } = ctx.user;
      const { date, from, to } = todayIn(time_zone, ctx.now);
      const filter = {
        only_member: onlyMemberships(ctx),
        project_id: query.project_id ?? null,
        callbot_id: query.callbot_id ?? null,
        campaign_id: query.campaign_id ?? null,
      };
      return ok({
        date,
        time_zone,
        from: from.toISOString(),
        to: to.toISOString(),
        ...figuresOf(await countCalls(ctx.tx, filter, from, to), from, ctx.now),
        open_calls: await countOpen(ctx.tx, filter),
        running_campaigns: await runningCampaigns(ctx.tx, filter),
      });
    },
  );
}
