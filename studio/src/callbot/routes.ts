import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import { isUniqueViolation } from "../db/violation";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { idCursor, pageById } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf } from "../http/schema";
import { onlyMemberships, requireCallbot, requireProject } from "../project/membership";
import {
  type Callbot,
  CallbotChange,
  CallbotCreate,
  CallbotListQuery,
  CallbotSchema,
  ProjectCallbotsQuery,
} from "./schema";
import { insertCallbot, listCallbots, lockCallbot, readCallbot, scenariosOf, updateCallbot } from "./store";

const tag = "Callbots";
const READERS = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
const WRITERS = ["STUDIO_PROJECT", "STUDIO_ADMIN"] as const;

/** /callbots and /projects/{id}/callbots. */
export function callbotRoutes(app: App): void {
  listRoutes(app);
  writeRoutes(app);

  route(
    app,
    {
      method: "GET",
      url: "/callbots/:id",
      roles: READERS,
      tag,
      summary: "Read a callbot",
      response: { 200: CallbotSchema },
    },
    async (ctx, { params }) => {
      await requireCallbot(ctx.tx, ctx, params.id, "read");
      return shown(await readCallbot(ctx.tx, params.id));
    },
  );
}

function listRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/projects/:id/callbots",
      roles: READERS,
      tag,
      summary: "List the callbots of a project",
      query: ProjectCallbotsQuery,
      response: { 200: PageOf(CallbotSchema) },
    },
    async (ctx, { params, query }) => {
      await requireProject(ctx.tx, ctx, params.id, "read");
      return listed(ctx, { ...query, project_id: params.id }, null);
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/callbots",
      roles: READERS,
      tag,
      summary: "List the callbots of all projects that you see",
      query: CallbotListQuery,
      response: { 200: PageOf(CallbotSchema) },
    },
    async (ctx, { query }) => {
      if (query.project_id !== undefined) await requireProject(ctx.tx, ctx, query.project_id, "read");
      return listed(ctx, query, onlyMemberships(ctx));
    },
  );
}

interface ListOf {
  project_id?: string | undefined;
  archived: boolean;
  cursor?: string | undefined;
  limit: number;
}

async function listed(ctx: Context, { project_id = "", archived, cursor, limit }: ListOf, only_member: string | null) {
  const list = `callbots ${project_id} ${archived}`;
  const filter = { only_member, project_id: project_id || null, archived, before: idCursor(list, cursor), limit };
  return ok(pageById(list, await listCallbots(ctx.tx, filter), limit));
}

function writeRoutes(app: App): void {
  route(
    app,
    {
      method: "POST",
      url: "/callbots",
      roles: WRITERS,
      tag,
      summary: "Create a callbot in a project",
      description: "For members of the project.",
      body: CallbotCreate,
      response: { 201: CallbotSchema },
      audit: "callbot.create",
    },
    async (ctx, { body }) => {
      const { project_id, name, description = "" } = body;
      await requireProject(ctx.tx, ctx, project_id, "write");
      const id = uuid();
      await named(insertCallbot(ctx.tx, { id, tenant_id: ctx.tenant_id, project_id, name, description }));
      ctx.audit({ resource_id: id, detail: { name, project_id } });
      const callbot = await readCallbot(ctx.tx, id);
      return created(callbot, { etag: etagOf(callbot.revision), location: `/callbots/${id}` });
    },
  );

  route(
    app,
    {
      method: "PATCH",
      url: "/callbots/:id",
      roles: WRITERS,
      tag,
      summary: "Rename, describe, archive or bring back a callbot, or choose its default scenario",
      description: "For members of the project.",
      body: CallbotChange,
      response: { 200: CallbotSchema },
      audit: "callbot.update",
    },
    async (ctx, { params, body }) => {
      const { archived } = await toWrite(ctx, params.id);
      if (archived && body.archived !== false) throw problem("ARCHIVED", { detail: "The callbot is archived" });
      if (typeof body.default_scenario_id === "string") await requireOwn(ctx, params.id, body.default_scenario_id);
      await named(updateCallbot(ctx.tx, params.id, body));
      ctx.audit({ detail: body });
      return shown(await readCallbot(ctx.tx, params.id));
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/callbots/:id",
      roles: WRITERS,
      tag,
      summary: "Archive a callbot",
      description: "Calls refer to it, so it stays to be read; a PATCH with archived=false brings it back.",
      response: { 204: Type.Null() },
      audit: "callbot.archive",
    },
    async (ctx, { params }) => {
      const { archived } = await toWrite(ctx, params.id);
      if (!archived) await updateCallbot(ctx.tx, params.id, { archived: true });
      return noContent();
    },
  );
}

/** Locks the callbot, whose project must not be archived, for a writer who may have seen an older revision. */
async function toWrite(ctx: Context, id: string): Promise<Callbot> {
  const { project_id } = await requireCallbot(ctx.tx, ctx, id, "read");
  await requireProject(ctx.tx, ctx, project_id, "write");
  ctx.match(await lockCallbot(ctx.tx, id));
  return readCallbot(ctx.tx, id);
}

async function requireOwn(ctx: Context, callbot_id: string, scenario_id: string): Promise<void> {
  if ((await scenariosOf(ctx.tx, callbot_id, [scenario_id])).length > 0) return;
  const message = "is not a scenario of this callbot";
  throw problem("VALIDATION_FAILED", { findings: [{ nodeId: null, path: "/default_scenario_id", message }] });
}

const shown = (callbot: Callbot) => ok(callbot, { etag: etagOf(callbot.revision) });

async function named(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = "another callbot of the project has it";
    throw problem("NAME_TAKEN", { findings: [{ nodeId: null, path: "/name", message }] });
  }
}
