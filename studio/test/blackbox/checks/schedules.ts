import type { Client, Json } from "../../harness/client";
import { unique, type World } from "../../harness/world";
import type { Check } from "../check";
import { placeIn } from "./scenario_place";

const WORKDAYS = ["mon", "tue", "wed", "thu", "fri"];
const EVERY_DAY = [...WORKDAYS, "sat", "sun"];

const DEFINITION = {
  format: "v2",
  language: "en",
  start: "bye",
  variables: [],
  nodes: [{ id: "bye", type: "hangup", text: "Goodbye" }],
};

/** A published scenario of the callbot. */
async function scenario(client: Client, callbot_id: string, name = `Scenario ${unique()}`): Promise<string> {
  const { id } = await client.expect(201, "POST", "/scenarios", { callbot_id, name, definition: DEFINITION });
  await client.expect(200, "POST", `/scenarios/${id}/publish`);
  return id;
}

async function stage(world: World) {
  const tenant = await world.tenant();
  const { author, callbot_id } = await placeIn(tenant);
  const path = `/callbots/${callbot_id}`;
  const active = async (at: string): Promise<Json> =>
    author.client.expect(200, "GET", `${path}/active-scenario?at=${at}`);
  return { tenant, author, client: author.client, callbot_id, path, schedules: `${path}/scenario-schedules`, active };
}

export const SCHEDULES: readonly Check[] = [
  {
    name: "a schedule chooses the scenario by the clock of its zone, and the default holds where none does",
    async run(world) {
      const { client, callbot_id, path, schedules, active } = await stage(world);
      const [day, night] = [await scenario(client, callbot_id, "Day"), await scenario(client, callbot_id, "Night")];
      expect(await active("2025-03-28T10:00:00Z")).toMatchObject({
        source: "none",
        scenario_id: null,
        since: null,
        until: null,
      });
      await client.expect(200, "PATCH", path, { default_scenario_id: night });
      const made = await client.post(schedules, {
        name: "Office",
        time_zone: "europe/berlin",
        rules: [{ days: WORKDAYS, from: "09:00", to: "17:00", scenario_id: day }],
        exceptions: [{ date: "2025-05-01", name: "Labour Day", hours: [] }],
      });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ time_zone: "Europe/Berlin", enabled: true, valid_from: null, findings: [] });

      // The clocks went forward on the Sunday between.
      expect(await active("2025-03-28T10:00:00Z")).toEqual({
        callbot_id,
        at: "2025-03-28T10:00:00.000Z",
        scenario_id: day,
        scenario_name: "Day",
        published_version: 1,
        source: "schedule",
        schedule_id: made.body.id,
        rule: "/rules/0",
        since: "2025-03-28T08:00:00.000Z",
        until: "2025-03-28T16:00:00.000Z",
      });
      expect(await active("2025-03-28T16:00:00Z")).toMatchObject({
        source: "default",
        scenario_id: night,
        scenario_name: "Night",
        schedule_id: null,
        until: "2025-03-31T07:00:00.000Z",
      });
      expect(await active("2025-05-01T10:00:00%2B02:00")).toMatchObject({
        at: "2025-05-01T08:00:00.000Z",
        scenario_id: night,
      });
      expect(await client.expect(200, "GET", `${path}/active-scenario`)).toMatchObject({ callbot_id });
      for (const bad of ["tomorrow", "2025-05-01", "1969-12-31T00:00:00Z", "2025-02-30T00:00:00Z"]) {
        const refused = await client.get(`${path}/active-scenario?at=${bad}`);
        expect([bad, refused.status, refused.body.code]).toEqual([bad, 400, "VALIDATION_FAILED"]);
      }
    },
  },
  {
    name: "a schedule is replaced under its ETag, switched off and deleted",
    async run(world) {
      const { client, callbot_id, schedules, active } = await stage(world);
      const id = await scenario(client, callbot_id);
      const body = { time_zone: "UTC", rules: [{ days: EVERY_DAY, from: "00:00", to: "24:00", scenario_id: id }] };
      const made = await client.expect(201, "POST", schedules, body);
      const path = `${schedules}/${made.id}`;
      expect((await client.get(path)).body).toEqual(made);
      const short = { ...body, valid_from: "2025-06-01", valid_to: "2025-06-30" };
      const changed = await client.put(path, short, { headers: { "if-match": '"1"' } });
      expect([changed.headers.get("etag"), changed.body.valid_to]).toEqual(['"2"', "2025-06-30"]);
      expect((await client.put(path, body, { headers: { "if-match": '"1"' } })).status).toBe(412);
      expect(await active("2025-06-30T23:59:59Z")).toMatchObject({
        scenario_id: id,
        since: "2025-06-01T00:00:00.000Z",
      });
      expect(await active("2025-07-01T00:00:00Z")).toMatchObject({ scenario_id: null, until: null });

      await client.expect(200, "PUT", path, { ...body, enabled: false });
      expect(await active("2025-06-15T12:00:00Z")).toMatchObject({ source: "none" });
      await client.expect(204, "DELETE", path);
      await client.expect(404, "GET", path);
      expect((await client.get(schedules)).body).toEqual({ items: [], next_cursor: null, findings: [] });
    },
  },
  {
    name: "a schedule with faults is refused with all of them, and nothing is kept",
    async run(world) {
      const { client, callbot_id, schedules } = await stage(world);
      const own = await scenario(client, callbot_id);
      const elsewhere = await placeIn(await world.tenant());
      const foreign = await scenario(elsewhere.author.client, elsewhere.callbot_id);
      const rule = { days: ["mon"], from: "09:00", to: "17:00", scenario_id: own };
      const refused = await client.post(schedules, {
        time_zone: "Mars/Olympus",
        valid_from: "2025-12-31",
        valid_to: "2025-01-01",
        rules: [rule, { ...rule, to: "09:00" }, { ...rule, scenario_id: foreign }],
        exceptions: [{ date: "2025-02-30", hours: [] }],
      });
      expect([refused.status, refused.body.code]).toEqual([422, "SCHEDULE_INVALID"]);
      expect(refused.body.findings.map(({ code, path }: Json) => `${code} ${path}`)).toEqual([
        "UNKNOWN_TIME_ZONE /time_zone",
        "ENDS_BEFORE_START /valid_to",
        "EMPTY_HOURS /rules/1/to",
        "UNKNOWN_SCENARIO /rules/2/scenario_id",
        "NO_SUCH_DATE /exceptions/0/date",
      ]);
      for (const [body, path] of [
        [{ time_zone: "UTC" }, "/rules"],
        [{ time_zone: "UTC", rules: [{ ...rule, from: "9:00" }] }, "/rules/0/from"],
        [{ time_zone: "UTC", rules: [{ ...rule, days: ["monday"] }] }, "/rules/0/days/0"],
        [{ time_zone: "UTC", rules: [{ ...rule, days: [] }] }, "/rules/0/days"],
        [{ time_zone: "UTC", rules: [], holidays: [] }, "/holidays"],
      ] as const) {
        const odd = await client.post(schedules, body);
        expect([odd.status, odd.body.code, odd.body.findings[0].path]).toEqual([400, "VALIDATION_FAILED", path]);
      }
      expect((await client.get(schedules)).body.items).toEqual([]);
    },
  },
  {
    name: "doubts do not stop a schedule: an unpublished scenario, and two schedules that clash",
    async run(world) {
      const { client, callbot_id, schedules, active } = await stage(world);
      const first = await scenario(client, callbot_id);
      const draft = (
        await client.expect(201, "POST", "/scenarios", { callbot_id, name: "Draft", definition: DEFINITION })
      ).id;
      const hours = { days: EVERY_DAY, from: "08:00", to: "20:00" };
      const older = await client.expect(201, "POST", schedules, {
        time_zone: "UTC",
        rules: [{ ...hours, scenario_id: first }],
      });
      const newer = await client.expect(201, "POST", schedules, {
        time_zone: "UTC",
        rules: [{ ...hours, scenario_id: draft }],
      });
      expect(older.findings).toEqual([]);
      expect(newer.findings).toMatchObject([
        { code: "NOT_PUBLISHED", severity: "warning", path: "/rules/0/scenario_id" },
      ]);
      const listed = await client.expect(200, "GET", schedules);
      expect(listed.items.map(({ id }: Json) => id)).toEqual([older.id, newer.id]);
      expect(listed.findings).toMatchObject([{ code: "OVERLAP", severity: "warning", path: "/items/1/rules/0" }]);
      expect(await active("2025-06-02T12:00:00Z")).toMatchObject({ scenario_id: first, schedule_id: older.id });
      await client.expect(204, "DELETE", `${schedules}/${older.id}`);
      expect(await active("2025-06-02T12:00:00Z")).toMatchObject({ scenario_id: draft, published_version: null });
    },
  },
  {
    name: "schedules are as near or far as their callbot's project",
    async run(world) {
      const { tenant, author, client, callbot_id, schedules, path } = await stage(world);
      const id = await scenario(client, callbot_id);
      const body = { time_zone: "UTC", rules: [{ days: EVERY_DAY, from: "00:00", to: "24:00", scenario_id: id }] };
      const { id: schedule_id } = await client.expect(201, "POST", schedules, body);
      const watcher = await tenant.person("STUDIO_MONITORING");
      await watcher.client.expect(404, "GET", schedules);
      const { project_id } = await client.expect(200, "GET", path);
      await client.expect(200, "PUT", `/projects/${project_id}/members/${watcher.id}`, { role: "member" });
      await watcher.client.expect(200, "GET", schedules);
      await watcher.client.expect(200, "GET", `${path}/active-scenario`);
      await watcher.client.expect(403, "POST", schedules, body);
      await watcher.client.expect(403, "DELETE", `${schedules}/${schedule_id}`);

      const stranger = (await world.tenant()).admin.client;
      for (const method of ["GET", "DELETE"]) await stranger.expect(404, method, `${schedules}/${schedule_id}`);
      await stranger.expect(404, "PUT", `${schedules}/${schedule_id}`, body);
      // A schedule of one callbot is not found under another.
      const other = await placeIn(tenant);
      await tenant.admin.client.expect(404, "GET", `/callbots/${other.callbot_id}/scenario-schedules/${schedule_id}`);
      await author.client.expect(200, "GET", `${schedules}/${schedule_id}`);
    },
  },
  {
    name: "a callbot has at most ten schedules, however many ask at once",
    async run(world) {
      const { client, schedules } = await stage(world);
      const body = { time_zone: "UTC", rules: [] };
      const answers = await Promise.all(Array.from({ length: 14 }, () => client.post(schedules, body)));
      const codes = answers.map(({ status, body: { code } }) => code ?? status);
      expect(codes.filter((code) => code === 201)).toHaveLength(10);
      expect(codes.filter((code) => code === "LIMIT_REACHED")).toHaveLength(4);
    },
  },
];
