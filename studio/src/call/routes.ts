import { createHash } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import type { Tx } from "../db/db";
import type { App } from "../http/app";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import type { Principal } from "../http/principal";
import { problem } from "../http/problem";
import { noContent, ok } from "../http/reply";
import { longRoute, route } from "../http/route";
import { PageOf } from "../http/schema";
import { maskNumber, maskVariables, mayReadNumbers } from "../phone/masking";
import { normalNumber } from "../phone/number";
import { onlyMemberships, type Right, requireProject } from "../project/membership";
import { deleteRecording, sendRecording } from "./recording";
import { type Call, CallDetail, CallListQuery, CallSchema, Tags, Transcript } from "./schema";
import { type CallRecord, eventsOf, forgetRecording, listCalls, lockTags, readCall, setTags } from "./store";
import { TRANSCRIPT_KINDS, transcriptOf } from "./transcript";

const tag = "Calls";
const READERS = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
const READ = { method: "GET", roles: READERS, tag } as const;

const Wav = Type.Unsafe<unknown>({
  description: "The recording",
  content: { "audio/wav": { schema: { type: "string", format: "binary" } } },
});

/** /calls: list, detail, transcript, recording, tags. */
export function callRoutes(app: App): void {
  route(
    app,
    {
      ...READ,
      url: "/calls",
      summary: "List calls, newest first",
      description:
        "Times, campaign, outcome, tag, number and the words that were said narrow the list; all that are given must hold.",
      query: CallListQuery,
      response: { 200: PageOf(CallSchema) },
    },
    async (ctx, { query: { limit, cursor, ...filter } }) => {
      // Who may not read numbers may not find out one by asking for it either.
      if (filter.number !== undefined && !mayReadNumbers(ctx.user)) {
        throw problem("FORBIDDEN", { detail: "Your roles may not read numbers" });
      }
      const wanted =
        filter.number === undefined ? filter : { ...filter, number: normalNumber(filter.number) ?? filter.number };
      const rows = await listCalls(ctx.tx, wanted, {
        tenant_id: ctx.tenant_id,
        only_member: onlyMemberships(ctx),
        before: idCursor("calls", cursor),
        limit,
      });
      const page = pageById("calls", rows, limit);
      return ok({ ...page, items: page.items.map((call) => seen(call, ctx.user)) });
    },
  );

  route(
    app,
    { ...READ, url: "/calls/:id", summary: "Read a call", response: { 200: CallDetail } },
    async (ctx, { params }) => {
      const call = await requireCall(ctx.tx, ctx, params.id, "read");
      return ok({ ...seen(call, ctx.user), variables: maskVariables(call.variables, ctx.user) });
    },
  );

  route(
    app,
    {
      ...READ,
      url: "/calls/:id/transcript",
      summary: "What was said, so far or to the end",
      response: { 200: Transcript },
    },
    async (ctx, { params }) => {
      const call = await requireCall(ctx.tx, ctx, params.id, "read");
      const events = await eventsOf(ctx.tx, call.id, TRANSCRIPT_KINDS);
      const entries = transcriptOf(events, mayReadNumbers(ctx.user));
      return ok({ call_id: call.id, complete: call.state === "ended", entries });
    },
  );

  longRoute(
    app,
    {
      ...READ,
      url: "/calls/:id/recording",
      // Numbers and keys that transcripts mask can be heard.
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      summary: "Hear a call",
      description: "WAV. A Range header is honoured, so that a player can jump; so are If-Range and HEAD.",
      response: { 200: Wav, 206: Wav },
    },
    async (ctx, { params }, reply) => {
      const call = await ctx.db.asTenant(ctx.tenant_id, (tx) => requireCall(tx, ctx, params.id, "read"));
      if (call.recording === null) throw problem("NOT_FOUND", { detail: "The call has no recording" });
      await sendRecording(reply, ctx.services.data, { id: call.id, name: call.recording }, ctx.request);
      return undefined;
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/calls/:id/recording",
      roles: ["STUDIO_ADMIN"],
      tag,
      summary: "Delete a call's recording",
      response: { 204: Type.Null() },
      audit: "call.delete_recording",
    },
    async (ctx, { params }) => {
      const call = await requireCall(ctx.tx, ctx, params.id, "write");
      if (call.recording !== null) {
        await deleteRecording(ctx.services.data, call.recording);
        await forgetRecording(ctx.tx, call.id);
      }
      return noContent();
    },
  );

  tagRoutes(app);
}

function tagRoutes(app: App): void {
  const url = "/calls/:id/tags";
  route(app, { ...READ, url, summary: "A call's tags", response: { 200: Tags } }, async (ctx, { params }) => {
    const { tags } = await requireCall(ctx.tx, ctx, params.id, "read");
    return ok({ tags }, { etag: etagOf(revisionOf(tags)) });
  });

  route(
    app,
    {
      method: "PUT",
      url,
      roles: ["STUDIO_PROJECT", "STUDIO_ADMIN"],
      tag,
      summary: "Set a call's tags",
      description: "Once the call is over: at its end the scenario sets its own.",
      body: Tags,
      response: { 200: Tags },
      audit: "call.tag",
    },
    async (ctx, { params, body }: { params: { id: string }; body: Static<typeof Tags> }) => {
      const { state } = await requireCall(ctx.tx, ctx, params.id, "write");
      ctx.match(revisionOf(await lockTags(ctx.tx, params.id)));
      if (state !== "ended") throw problem("CONFLICT", { detail: "The call is not over yet" });
      await setTags(ctx.tx, params.id, body.tags);
      ctx.audit({ detail: body });
      return ok(body, { etag: etagOf(revisionOf(body.tags)) });
    },
  );
}

/** Tags have no numbered revisions: the same tags are the same revision. */
function revisionOf(tags: readonly string[]): number {
  return createHash("sha256").update(JSON.stringify(tags)).digest().readUIntBE(0, 6);
}

/** The call, for a user who may use its project so. @throws Problem NOT_FOUND, FORBIDDEN */
export async function requireCall(tx: Tx, asker: { user: Principal }, id: string, right: Right): Promise<CallRecord> {
  const call = await readCall(tx, id);
  if (call === undefined) throw problem("NOT_FOUND");
  await requireProject(tx, asker, call.project_id, right);
  return call;
}

function seen<Row extends Call>(call: Row, user: Principal): Row {
  return { ...call, to_number: maskNumber(call.to_number, user) };
}
