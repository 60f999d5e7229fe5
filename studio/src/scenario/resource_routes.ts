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
import { onlyMemberships, requireCallbot } from "../project/membership";
import { readable, writable } from "./access";
import { copyName } from "./copy_name";
import type { Finding } from "./finding";
import { READERS, tag, WRITERS } from "./roles";
import { saveVersion } from "./save";
import {
  BODY_LIMIT_BYTES,
  DuplicateBody,
  type Scenario,
  ScenarioChange,
  ScenarioCreate,
  ScenarioDetailSchema,
  ScenarioListQuery,
  ScenarioSavedSchema,
  ScenarioSchema,
} from "./schema";
import { findScenario, insertScenario, listScenarios, scenarioNames, updateScenario } from "./store";
import { findVersion } from "./version_store";

/** /scenarios: list, create, read, change, archive, duplicate. */
export function resourceRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/scenarios",
      roles: READERS,
      tag,
      summary: "List scenarios, newest first",
      description: "Of the projects that you see.",
      query: ScenarioListQuery,
      response: { 200: PageOf(ScenarioSchema) },
    },
    async (ctx, { query: { callbot_id = null, project_id = null, name = null, archived, cursor, limit } }) => {
      const list = `scenarios ${[callbot_id, project_id, name, archived].join(" ")}`;
      const before = idCursor(list, cursor);
      const member_id = onlyMemberships(ctx);
      const rows = await listScenarios(ctx.tx, { member_id, callbot_id, project_id, name, archived, before, limit });
      return ok(pageById(list, rows, limit));
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/scenarios",
      roles: WRITERS,
      tag,
      summary: "Create a scenario",
      description: "With a definition, that is saved as version 1.",
      body: ScenarioCreate,
      body_limit_bytes: BODY_LIMIT_BYTES,
      response: { 201: ScenarioSavedSchema },
      audit: "scenario.create",
    },
    async (ctx, { body }) => {
      const { project_id } = await callbotFor(ctx, body.callbot_id);
      const { callbot_id, name, description = "" } = body;
      const id = uuid();
      await named(insertScenario(ctx.tx, { id, tenant_id: ctx.tenant_id, callbot_id, name, description }));
      const place = { scenario_id: id, project_id };
      const saved =
        "definition" in body &&
        (await saveVersion(ctx, place, body.definition, body.comment ?? "", { origin: "save" }));
      ctx.audit({ resource_id: id, detail: { name, callbot_id } });
      return made(ctx, id, saved ? saved.findings : []);
    },
  );

  route(
    app,
    {
      method: "GET",
      url: "/scenarios/:id",
      roles: READERS,
      tag,
      summary: "Read a scenario with its latest definition",
      response: { 200: ScenarioDetailSchema },
    },
    async (ctx, { params }) => {
      const scenario = await readable(ctx, params.id);
      return ok(await detailed(ctx, scenario), { etag: etagOf(scenario.revision) });
    },
  );

  route(
    app,
    {
      method: "PATCH",
      url: "/scenarios/:id",
      roles: WRITERS,
      tag,
      summary: "Rename, describe, archive or bring back a scenario",
      body: ScenarioChange,
      response: { 200: ScenarioSchema },
      audit: "scenario.update",
    },
    async (ctx, { params, body }) => {
      await writable(ctx, params.id, { also_archived: body.archived === false });
      await named(updateScenario(ctx.tx, params.id, body));
      ctx.audit({ detail: body });
      const scenario = (await findScenario(ctx.tx, params.id))!;
      return ok(scenario, { etag: etagOf(scenario.revision) });
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: "/scenarios/:id",
      roles: WRITERS,
      tag,
      summary: "Archive a scenario",
      description:
        "It is taken off the air; its versions can still be read. A PATCH with archived=false brings it back.",
      response: { 204: Type.Null() },
      audit: "scenario.archive",
    },
    async (ctx, { params }) => {
      const scenario = await writable(ctx, params.id, { also_archived: true });
      if (!scenario.archived) await updateScenario(ctx.tx, params.id, { archived: true });
      ctx.audit({ detail: { published_version: scenario.published_version } });
      return noContent();
    },
  );

  route(
    app,
    {
      method: "POST",
      url: "/scenarios/:id/duplicate",
      roles: WRITERS,
      tag,
      summary: "Copy a scenario, also to another callbot",
      description: "The copy begins with the copied version as its version 1, unpublished.",
      body: DuplicateBody,
      response: { 201: ScenarioSavedSchema },
      audit: "scenario.duplicate",
    },
    async (ctx, { params, body }) => {
      const source = await readable(ctx, params.id);
      const number = body?.version ?? source.latest_version;
      const version = number === null ? null : await findVersion(ctx.tx, source.id, number);
      if (number !== null && version === null) throw problem("NO_VERSION", { detail: `There is no version ${number}` });
      const { callbot_id, project_id } = await callbotFor(ctx, body?.callbot_id ?? source.callbot_id);
      const name = body?.name ?? copyName(source.name, await scenarioNames(ctx.tx, callbot_id));
      const id = uuid();
      const { description } = source;
      await named(insertScenario(ctx.tx, { id, tenant_id: ctx.tenant_id, callbot_id, name, description }));
      let findings: Finding[] = [];
      if (version !== null) {
        const origin = { origin: "duplicate", scenario_id: source.id, version: version.version } as const;
        const comment = `Copied from ${source.name}, version ${version.version}`;
        ({ findings } = await saveVersion(ctx, { scenario_id: id, project_id }, version.definition, comment, origin));
      }
      ctx.audit({ resource_id: id, detail: { from: source.id, version: number, callbot_id } });
      return made(ctx, id, findings);
    },
  );
}

/** The callbot a new scenario goes to. One that is not there is a fault of the body, not of the address. */
async function callbotFor(ctx: Context, callbot_id: string) {
  return requireCallbot(ctx.tx, ctx, callbot_id, "write");
}

async function detailed(ctx: Context, scenario: Scenario) {
  const latest =
    scenario.latest_version === null ? null : await findVersion(ctx.tx, scenario.id, scenario.latest_version);
  return { ...scenario, definition: latest?.definition ?? null };
}

async function made(ctx: Context, id: string, findings: readonly Finding[]) {
  const scenario = (await findScenario(ctx.tx, id))!;
  const body = { ...(await detailed(ctx, scenario)), findings };
  return created(body, { etag: etagOf(scenario.revision), location: `/scenarios/${id}` });
}

async function named(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem("NAME_TAKEN", {
      findings: [{ nodeId: null, path: "/name", message: "another scenario of this callbot has it" }],
    });
  }
}
