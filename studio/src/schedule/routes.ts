import { Type } from "@sinclair/typebox";
import { v7 as uuid } from "uuid";
import { lockCallbot, scenariosOf } from "../callbot/store";
import type { App } from "../http/app";
import type { Context } from "../http/context";
import { etagOf } from "../http/etag";
import { problem } from "../http/problem";
import { created, noContent, ok } from "../http/reply";
import { route } from "../http/route";
import { requireCallbot } from "../project/membership";
import type { Finding } from "../scenario/finding";
import { timeZoneNamed } from "../time/zone";
import { checkSchedule, tieFindings } from "./check";
import { SCHEDULE_LIMITS } from "./document";
import { READERS, tag, WRITERS } from "./roles";
import { ScheduleBody, ScheduleList, ScheduleWithFindings, type StoredSchedule } from "./schema";
import { deleteSchedule, insertSchedule, listSchedules, readSchedule, updateSchedule } from "./store";

const ALL = "/callbots/:id/scenario-schedules";
const ONE = "/callbots/:id/scenario-schedules/:schedule_id";

/** /callbots/{id}/scenario-schedules. */
export function scheduleRoutes(app: App): void {
  readRoutes(app);

  route(
    app,
    {
      method: "POST",
      url: ALL,
      roles: WRITERS,
      tag,
      summary: "Add a schedule to a callbot",
      description: `Rules are in force while a clock on the wall of the time zone shows a time from \`from\` to before \`to\`.`,
      body: ScheduleBody,
      response: { 201: ScheduleWithFindings },
      audit: "schedule.create",
    },
    async (ctx, { params, body }) => {
      await requireCallbot(ctx.tx, ctx, params.id, "write");
      const findings = await vetted(ctx, params.id, body);
      // One after the other, so that the count holds.
      await lockCallbot(ctx.tx, params.id);
      if ((await listSchedules(ctx.tx, params.id)).length >= SCHEDULE_LIMITS.schedules) {
        throw problem("LIMIT_REACHED", { detail: `A callbot has at most ${SCHEDULE_LIMITS.schedules} schedules` });
      }
      const place = { id: uuid(), tenant_id: ctx.tenant_id, callbot_id: params.id };
      const made = await insertSchedule(ctx.tx, place, asNamed(body));
      ctx.audit({ resource_id: made.id, detail: { callbot_id: params.id, name: made.name } });
      const location = `/callbots/${params.id}/scenario-schedules/${made.id}`;
      return created({ ...made, findings }, { etag: etagOf(made.revision), location });
    },
  );

  route(
    app,
    {
      method: "PUT",
      url: ONE,
      roles: WRITERS,
      tag,
      summary: "Replace a schedule",
      body: ScheduleBody,
      response: { 200: ScheduleWithFindings },
      audit: "schedule.update",
    },
    async (ctx, { params, body }) => {
      await toWrite(ctx, params);
      const findings = await vetted(ctx, params.id, body);
      const made = await updateSchedule(ctx.tx, params.schedule_id, asNamed(body));
      ctx.audit({ resource_id: made.id, detail: { callbot_id: params.id, name: made.name } });
      return shown(made, findings);
    },
  );

  route(
    app,
    {
      method: "DELETE",
      url: ONE,
      roles: WRITERS,
      tag,
      summary: "Delete a schedule",
      response: { 204: Type.Null() },
      audit: "schedule.delete",
    },
    async (ctx, { params }) => {
      const { id, name } = await toWrite(ctx, params);
      await deleteSchedule(ctx.tx, id);
      ctx.audit({ resource_id: id, detail: { callbot_id: params.id, name } });
      return noContent();
    },
  );
}

function readRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: ALL,
      roles: READERS,
      tag,
      summary: "The schedules of a callbot",
      response: { 200: ScheduleList },
    },
    async (ctx, { params }) => {
      await requireCallbot(ctx.tx, ctx, params.id, "read");
      const items = await listSchedules(ctx.tx, params.id);
      return ok({ items, next_cursor: null, findings: tieFindings(items, ctx.now.getTime()) });
    },
  );

  route(
    app,
    {
      method: "GET",
      url: ONE,
      roles: READERS,
      tag,
      summary: "Read a schedule",
      response: { 200: ScheduleWithFindings },
    },
    async (ctx, { params }) => {
      await requireCallbot(ctx.tx, ctx, params.id, "read");
      const schedule = await readSchedule(ctx.tx, params.id, params.schedule_id);
      if (schedule === null) throw problem("NOT_FOUND");
      return shown(schedule, await check(ctx, params.id, schedule));
    },
  );
}

const shown = (schedule: StoredSchedule, findings: Finding[]) =>
  ok({ ...schedule, findings }, { etag: etagOf(schedule.revision) });

/** Zones are kept as the zone data spells them, ids as the database does. */
function asNamed(body: ScheduleBody): ScheduleBody {
  const named = <Hours extends { scenario_id: string }>(hours: Hours): Hours => ({
    ...hours,
    scenario_id: hours.scenario_id.toLowerCase(),
  });
  return {
    ...body,
    time_zone: timeZoneNamed(body.time_zone)!,
    rules: body.rules.map(named),
    exceptions: body.exceptions.map((exception) => ({ ...exception, hours: exception.hours.map(named) })),
  };
}

async function toWrite(
  ctx: Context,
  { id, schedule_id }: { id: string; schedule_id: string },
): Promise<StoredSchedule> {
  await requireCallbot(ctx.tx, ctx, id, "write");
  const schedule = await readSchedule(ctx.tx, id, schedule_id, { lock: true });
  if (schedule === null) throw problem("NOT_FOUND");
  ctx.match(schedule.revision);
  return schedule;
}

async function check(ctx: Context, callbot_id: string, body: ScheduleBody): Promise<Finding[]> {
  const hours = [...body.rules, ...body.exceptions.flatMap((exception) => exception.hours)];
  const ids = [...new Set(hours.map(({ scenario_id }) => scenario_id))];
  const scenarios = await scenariosOf(ctx.tx, callbot_id, ids);
  return checkSchedule(body, new Map(scenarios.map(({ id, published_version }) => [id, published_version !== null])));
}

/** The warnings of a schedule. @throws Problem SCHEDULE_INVALID where it has errors */
async function vetted(ctx: Context, callbot_id: string, body: ScheduleBody): Promise<Finding[]> {
  const findings = await check(ctx, callbot_id, body);
  if (findings.some(({ severity }) => severity === "error")) throw problem("SCHEDULE_INVALID", { findings });
  return findings;
}
