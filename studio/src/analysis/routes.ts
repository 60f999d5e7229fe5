import { eventsOf, readCall } from "../call/store";
import type { App } from "../http/app";
import { decodeCursor, isUuid, page } from "../http/cursor";
import { problem } from "../http/problem";
import { ok } from "../http/reply";
import { longRoute, route } from "../http/route";
import { maskKeys, mayReadNumbers } from "../phone/masking";
import { libraryIntents } from "../project/library_store";
import { READERS } from "../scenario/roles";
import { Evaluations } from "./evaluation";
import { filterParams } from "./filter";
import { flowOf } from "./flow";
import { countFlow } from "./flow_store";
import { graphWith } from "./graph";
import { maskEvent } from "./masked";
import { countHeard, countMessages, countTexts, listMessages } from "./messages_store";
import {
  EvaluationQuery,
  EvaluationSchema,
  FlowQuery,
  LabelledUtterances,
  LibraryEvaluation,
  MessagesQuery,
  NodeFlow,
  NodeGraph,
  NodeMessages,
  NodeTrace,
  TraceQuery,
} from "./schema";
import { analysedVersion } from "./scope";

const READ = { method: "GET", roles: READERS, tag: "Analysis" } as const;

/** /scenarios/{id}/analysis/…: what real calls did in a scenario. */
export function analysisRoutes(app: App): void {
  flowRoutes(app);
  traceRoute(app);
  messagesRoute(app);
  evaluationRoutes(app);
}

function flowRoutes(app: App): void {
  route(
    app,
    {
      ...READ,
      url: "/scenarios/:id/analysis/node-flow",
      summary: "How calls went from node to node, and where they ended",
      description: "Calls that are under way count as far as they have come.",
      query: FlowQuery,
      response: { 200: NodeFlow },
    },
    async (ctx, { params, query }) => {
      const { scenario_id, version } = await analysedVersion(ctx.tx, ctx, params.id, query.version ?? null);
      return ok({
        scenario_id,
        version,
        ...flowOf(await countFlow(ctx.tx, filterParams(scenario_id, version, query))),
      });
    },
  );

  route(
    app,
    {
      ...READ,
      url: "/scenarios/:id/analysis/node-graph",
      summary: "The nodes and edges of a version, with what calls did there",
      query: FlowQuery,
      response: { 200: NodeGraph },
    },
    async (ctx, { params, query }) => {
      const analysed = await analysedVersion(ctx.tx, ctx, params.id, query.version ?? null);
      const { scenario_id, version, definition } = analysed;
      const counted = flowOf(await countFlow(ctx.tx, filterParams(scenario_id, version, query)));
      const { language } = definition;
      return ok({ scenario_id, version, language, calls: counted.calls, ...graphWith(definition, counted) });
    },
  );
}

function traceRoute(app: App): void {
  route(
    app,
    {
      ...READ,
      url: "/scenarios/:id/analysis/node-trace",
      summary: "What happened in one call, in order",
      query: TraceQuery,
      response: { 200: NodeTrace },
    },
    async (ctx, { params, query }) => {
      const call = await readCall(ctx.tx, query.call_id);
      if (call === undefined || call.scenario_id !== params.id) throw problem("NOT_FOUND");
      const { scenario_id, version } = await analysedVersion(ctx.tx, ctx, params.id, call.scenario_version);
      const events = await eventsOf(ctx.tx, call.id);
      return ok({
        call_id: call.id,
        scenario_id,
        version,
        complete: call.state === "ended",
        events: mayReadNumbers(ctx.user) ? events : events.map(maskEvent),
      });
    },
  );
}

function messagesRoute(app: App): void {
  route(
    app,
    {
      ...READ,
      url: "/scenarios/:id/analysis/node-messages",
      summary: "What callers said and pressed at a node, newest call first",
      query: MessagesQuery,
      response: { 200: NodeMessages },
    },
    async (ctx, { params, query: { limit, cursor, node_id, flow, ...filter } }) => {
      const { scenario_id, version } = await analysedVersion(ctx.tx, ctx, params.id, filter.version ?? null);
      const key = decodeCursor("node-messages", cursor, 2);
      if (key !== null && !(isUuid(key[0]) && Number.isInteger(key[1]))) throw problem("CURSOR_INVALID");
      const at_node = [...filterParams(scenario_id, version, filter), flow ?? null, node_id];
      const rows = await listMessages(ctx.tx, at_node, key as [string, number] | null, limit);
      const show_keys = mayReadNumbers(ctx.user);
      const { items, next_cursor } = page("node-messages", rows, limit, ({ call_id, seq }) => [call_id, seq]);
      return ok({
        scenario_id,
        version,
        ...(key === null && {
          counts: await countMessages(ctx.tx, at_node),
          texts: await countTexts(ctx.tx, at_node, show_keys),
        }),
        items: show_keys
          ? items
          : items.map((item) => (item.kind === "digits" ? { ...item, text: maskKeys(item.text) } : item)),
        next_cursor,
      });
    },
  );
}

function evaluationRoutes(app: App): void {
  const url = "/scenarios/:id/analysis/nlu-evaluation";
  const evaluations = new Evaluations();
  app.fastify.addHook("preClose", () => evaluations.stop());

  longRoute(
    app,
    {
      ...READ,
      url,
      summary: "How well the intents of the project's library are told apart",
      description:
        "Each utterance of the library is asked of a matcher that was trained without it. `calls` says what real callers' words were taken for.",
      query: EvaluationQuery,
      response: { 200: LibraryEvaluation },
      rate_limit_per_min: 20,
    },
    async (ctx, { params, query }) => {
      const read = await ctx.db.asTenant(ctx.tenant_id, async (tx) => {
        const analysed = await analysedVersion(tx, ctx, params.id, query.version ?? null);
        return {
          ...analysed,
          library: await libraryIntents(tx, analysed.project_id),
          calls: await countHeard(tx, filterParams(analysed.scenario_id, analysed.version, query)),
        };
      });
      const { scenario_id, version, library, calls } = read;
      const { language } = read.definition;
      const evaluation = await evaluations.run({ library, language, utterances: null });
      return ok({ scenario_id, version, library: evaluation, calls });
    },
  );

  longRoute(
    app,
    {
      method: "POST",
      roles: READERS,
      tag: "Analysis",
      url,
      summary: "How well utterances whose intent is known are understood",
      description: "By the studio's own matcher, trained from the project's library. Nothing is stored.",
      body: LabelledUtterances,
      response: { 200: EvaluationSchema },
      audit: false,
      rate_limit_per_min: 20,
    },
    async (ctx, { params, body }) => {
      const { library, definition } = await ctx.db.asTenant(ctx.tenant_id, async (tx) => {
        const analysed = await analysedVersion(tx, ctx, params.id, null);
        return { ...analysed, library: await libraryIntents(tx, analysed.project_id) };
      });
      const { language } = definition;
      const utterances = body.utterances.map((utterance) => ({
        ...utterance,
        language: utterance.language ?? language,
      }));
      return ok(await evaluations.run({ library, language, utterances }));
    },
  );
}
