import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import { decodeCursor, page } from "../http/cursor";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, ok } from "../http/reply";
import { route } from "../http/route";
import { PageOf, PageQuery } from "../http/schema";
import { readable, writable } from "./access";
import { migrateToV2 } from "./migrate";
import { READERS, tag, WRITERS } from "./roles";
import { checked, saveVersion } from "./save";
import {
  BODY_LIMIT_BYTES,
  MigrateBody,
  PublishBody,
  ScenarioSchema,
  VersionDetailSchema,
  VersionSave,
  VersionSavedSchema,
  VersionSchema,
} from "./schema";
import { findScenario, setPublished } from "./store";
import { findVersion, listVersions } from "./version_store";

const LOCKED = "409 SCENARIO_LOCKED while someone else holds the edit lock.";

/** /scenarios/{id}/versions, publish, unpublish, migrate-v2. */
export function versionRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/scenarios/:id/versions",
      roles: READERS,
      tag,
      summary: "Version history, newest first",
      query: Type.Object(PageQuery),
      response: { 200: PageOf(VersionSchema) },
    },
    async (ctx, { params, query }) => {
      await readable(ctx, params.id);
      const list = `versions ${params.id}`;
      const before = decodeCursor(list, query.cursor)?.[0];
      if (typeof before === "string") throw problem("CURSOR_INVALID");
      const rows = await listVersions(ctx.tx, params.id, before ?? null, query.limit);
      return ok(page(list, rows, query.limit, (row) => [row.version]));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/scenarios/:id/versions",
      roles: WRITERS,
      tag,
      summary: "Save a new version",
      description: `Versions are numbered from 1 and never change. ${LOCKED}`,
      body: VersionSave,
      body_limit_bytes: BODY_LIMIT_BYTES,
      response: { 201: VersionSavedSchema },
      audit: "scenario.version.save",
    },
    async (ctx, { params, body }) => {
      const { project_id } = await writable(ctx, params.id);
      const place = { scenario_id: params.id, project_id };
      const saved = await saveVersion(ctx, place, body.definition, body.comment ?? "", { origin: "save" });
      ctx.audit({ detail: { version: saved.version } });
      return savedReply(ctx, params.id, saved);
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/scenarios/:id/versions/:n",
      roles: READERS,
      tag,
      summary: "One version with its definition",
      response: { 200: VersionDetailSchema },
    },
    async (ctx, { params }) => {
      await readable(ctx, params.id);
      const version = await findVersion(ctx.tx, params.id, Number(params.n));
      if (version === null) throw problem("NOT_FOUND");
      return ok(version);
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/scenarios/:id/publish",
      roles: WRITERS,
      tag,
      summary: "Put the latest version live",
      description: `Calls that begin from now on run it; those under way go on with theirs. ${LOCKED}`,
      body: PublishBody,
      response: { 200: ScenarioSchema },
      audit: "scenario.publish",
    },
    async (ctx, { params, body }) => {
      const scenario = await writable(ctx, params.id);
      const number = body?.version ?? scenario.latest_version;
      const version = number === null ? null : await findVersion(ctx.tx, params.id, number);
      if (number === null || version === null)
        throw problem("NO_VERSION", {
          detail: number === null ? "Nothing was saved yet" : `There is no version ${number}`,
        });
      // Saved when other rules held, perhaps: what is live must run.
      await checked(ctx, scenario.project_id, version.definition);
      await setPublished(ctx.tx, params.id, number);
      ctx.audit({ detail: { version: number, before: scenario.published_version } });
      return shown(ctx, params.id);
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/scenarios/:id/unpublish",
      roles: WRITERS,
      tag,
      summary: "Take the scenario off the air",
      description: `No further call runs it. ${LOCKED}`,
      response: { 200: ScenarioSchema },
      audit: "scenario.unpublish",
    },
    async (ctx, { params }) => {
      const scenario = await writable(ctx, params.id);
      if (scenario.published_version !== null) await setPublished(ctx.tx, params.id, null);
      ctx.audit({ detail: { before: scenario.published_version } });
      return shown(ctx, params.id);
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/scenarios/:id/migrate-v2",
      roles: WRITERS,
      tag,
      summary: "Translate the latest version from v1 to v2, as a new version",
      description: `The translation does the same to every caller. ${LOCKED}`,
      body: MigrateBody,
      response: { 201: VersionSavedSchema },
      audit: "scenario.migrate",
    },
    async (ctx, { params, body }) => {
      const scenario = await writable(ctx, params.id);
      const { latest_version: latest, project_id } = scenario;
      const version = latest === null ? null : await findVersion(ctx.tx, params.id, latest);
      if (latest === null || version === null) throw problem("NO_VERSION", { detail: "Nothing was saved yet" });
      const { definition } = await checked(ctx, project_id, version.definition);
      if (definition.format !== "v1") throw problem("ALREADY_V2", { detail: `Version ${latest} is of format v2` });
      const place = { scenario_id: params.id, project_id };
      const comment = body?.comment ?? `Translated from version ${latest}`;
      const origin = { origin: "migrate-v2", scenario_id: params.id, version: latest } as const;
      const saved = await saveVersion(ctx, place, migrateToV2(definition), comment, origin);
      ctx.audit({ detail: { from: latest, version: saved.version } });
      return savedReply(ctx, params.id, saved);
    },
  );
}

type Ctx = Parameters<typeof readable>[0];

async function savedReply(ctx: Ctx, id: string, saved: Awaited<ReturnType<typeof saveVersion>>) {
  const { definition: _, ...version } = (await findVersion(ctx.tx, id, saved.version))!;
  const { revision } = (await findScenario(ctx.tx, id))!;
  const location = `/scenarios/${id}/versions/${saved.version}`;
  return created({ ...version, findings: saved.findings }, { etag: etagOf(revision), location });
}

async function shown(ctx: Ctx, id: string) {
  const scenario = (await findScenario(ctx.tx, id))!;
  return ok(scenario, { etag: etagOf(scenario.revision) });
}
