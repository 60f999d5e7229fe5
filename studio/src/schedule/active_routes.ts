import type { App } from "../http/app";
import { problem } from "../http/problem";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { requireCallbot } from "../project/membership";
import { activeScenario } from "./active";
import { ActiveQuery, ActiveSchema } from "./active_schema";
import { READERS, tag } from "./roles";

/** /callbots/{id}/active-scenario. */
export function activeRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/callbots/:id/active-scenario",
      roles: READERS,
      tag,
      summary: "The scenario that is active now, or at another instant",
      description: "What the callbot's schedules name; where they name none, its default.",
      query: ActiveQuery,
      response: { 200: ActiveSchema },
    },
    async (ctx, { params, query }) => {
      const callbot = await requireCallbot(ctx.tx, ctx, params.id, "read");
      return ok(await activeScenario(ctx.tx, callbot, query.at === undefined ? ctx.now : instantOf(query.at)));
    },
  );
}

/** @throws Problem VALIDATION_FAILED for an instant that no schedule can be asked about */
function instantOf(text: string): Date {
  const at = new Date(text);
  if (at.getTime() >= 0) return at;
  throw problem("VALIDATION_FAILED", {
    findings: [{ nodeId: null, path: "/at", message: "must be an instant from 1970 on" }],
  });
}
