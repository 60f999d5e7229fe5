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
import { PageOf, PageQuery } from "../http/schema";
import { LIBRARIES, LIBRARY_LIMITS, type LibraryKind } from "./library_schema";
import {
  countItems,
  deleteItem,
  insertItem,
  type LibraryContent,
  type LibraryItem,
  listItems,
  readItem,
  updateItem,
} from "./library_store";
import { requireProject } from "./membership";
import { lockProject } from "./store";

const tag = "Libraries";

const ListQuery = Type.Object({
  ...PageQuery,
  name: Type.Optional(Type.String({ maxLength: 100, description: "Only what has this name" })),
  language: Type.Optional(Type.String({ maxLength: 35, description: "Only what is in this language" })),
});

/** /projects/{id}/libraries/…: the same five routes for intents, prompts and variables. */
export function libraryRoutes(app: App): void {
  for (const [list, library] of Object.entries(LIBRARIES)) registerLibrary(app, list, library);
}

type Library = (typeof LIBRARIES)[keyof typeof LIBRARIES];

function registerLibrary(app: App, list: string, { kind, one, schema, body: Content }: Library): void {
  const items = `/projects/:id/libraries/${list}` as "/projects/:id/libraries/x";
  const item = `${items}/:item_id` as const;
  const readers = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
  const writers = ["STUDIO_PROJECT", "STUDIO_ADMIN"] as const;

  route(
    app,
    {
      method: "GET",
      url: items,
      roles: readers,
      tag,
      summary: `List the ${list} of a project`,
      query: ListQuery,
      response: { 200: PageOf(schema) },
    },
    async (ctx, { params, query }) => {
      await requireProject(ctx.tx, ctx, params.id, "read");
      const { limit, name = null, language = null } = query;
      const place = [list, params.id, name ?? "", language ?? ""].join(" ");
      const before = idCursor(place, query.cursor);
      return ok(pageById(place, await listItems(ctx.tx, params.id, kind, { before, limit, name, language }), limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: items,
      roles: writers,
      tag,
      summary: `Add ${one}`,
      body: Content,
      response: { 201: schema },
      audit: `library.${kind}.create`,
    },
    async (ctx, { params, body }) => {
      await requireProject(ctx.tx, ctx, params.id, "write");
      const content = contentOf(body);
      // One after the other, so that the count holds.
      await lockProject(ctx.tx, params.id);
      if ((await countItems(ctx.tx, params.id, kind)) >= LIBRARY_LIMITS.items) {
        throw problem("LIMIT_REACHED", { detail: `A project has at most ${LIBRARY_LIMITS.items} ${list}` });
      }
      const place = { id: uuid(), tenant_id: ctx.tenant_id, project_id: params.id, kind };
      const made = await named(insertItem(ctx.tx, place, content));
      ctx.audit({ resource_id: made.id, detail: { name: made.name, language: made.language } });
      return created(made, {
        etag: etagOf(made.revision),
        location: `/projects/${params.id}/libraries/${list}/${made.id}`,
      });
    },
  );

  route(
    app,
    { method: "GET", url: item, roles: readers, tag, summary: `Read ${one}`, response: { 200: schema } },
    async (ctx, { params }) => {
      await requireProject(ctx.tx, ctx, params.id, "read");
      const found = await readItem(ctx.tx, params.id, kind, params.item_id);
      if (found === null) throw problem("NOT_FOUND");
      return ok(found, { etag: etagOf(found.revision) });
    },
  );

  route(
    app,
    {
      method: "PUT",
      url: item,
      roles: writers,
      tag,
      summary: `Replace ${one}`,
      description: "Scenarios name it; one that it was taken away from by another name finds it no more.",
      body: Content,
      response: { 200: schema },
      audit: `library.${kind}.update`,
    },
    async (ctx, { params, body }) => {
      await toWrite(ctx, params, kind);
      const made = await named(updateItem(ctx.tx, params.item_id, contentOf(body)));
      ctx.audit({ resource_id: made.id, detail: { name: made.name, language: made.language } });
      return ok(made, { etag: etagOf(made.revision) });
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: item,
      roles: writers,
      tag,
      summary: `Delete ${one}`,
      response: { 204: Type.Null() },
      audit: `library.${kind}.delete`,
    },
    async (ctx, { params }) => {
      const { name, language } = await toWrite(ctx, params, kind);
      await deleteItem(ctx.tx, params.item_id);
      ctx.audit({ resource_id: params.item_id, detail: { name, language } });
      return noContent();
    },
  );
}

async function toWrite(
  ctx: Context,
  { id, item_id }: { id: string; item_id: string },
  kind: LibraryKind,
): Promise<LibraryItem> {
  await requireProject(ctx.tx, ctx, id, "write");
  const item = await readItem(ctx.tx, id, kind, item_id, { lock: true });
  if (item === null) throw problem("NOT_FOUND");
  ctx.match(item.revision);
  return item;
}

/** @throws Problem VALIDATION_FAILED where a variable's default is not of its type */
function contentOf(sent: unknown): LibraryContent {
  const { name, language = null, ...body } = sent as LibraryContent & { type?: string; default?: unknown };
  if (body.type !== undefined && (body.default ?? null) !== null && typeof body.default !== body.type) {
    const message = `is not a ${body.type}, as the variable's type asks`;
    throw problem("VALIDATION_FAILED", { findings: [{ nodeId: null, path: "/default", message }] });
  }
  return { name, language, body };
}

async function named(write: Promise<LibraryItem>): Promise<LibraryItem> {
  try {
    return await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem("NAME_TAKEN", { findings: [{ nodeId: null, path: "/name", message: "the library has it already" }] });
  }
}
