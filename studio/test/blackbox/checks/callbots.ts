import type { Check } from "../check";

export const CALLBOTS: readonly Check[] = [
  {
    name: "a callbot belongs to a project and is seen by whoever sees that",
    async run(world) {
      const tenant = await world.tenant();
      const [boss, other] = [await tenant.person("STUDIO_PROJECT"), await tenant.person("STUDIO_PROJECT")];
      const { id: project_id } = await boss.client.expect(201, "POST", "/projects", { name: "Reminders" });
      const made = await boss.client.post("/callbots", { project_id, name: "Rosa" });
      expect(made.body).toMatchObject({
        project_id,
        name: "Rosa",
        description: "",
        default_scenario_id: null,
        archived: false,
      });
      const path = `/callbots/${made.body.id}`;
      expect(made.headers.get("location")).toBe(`/api/v1${path}`);
      expect((await boss.client.get(path)).body).toEqual(made.body);
      for (const list of [`/projects/${project_id}/callbots`, "/callbots", `/callbots?project_id=${project_id}`]) {
        expect((await boss.client.get(list)).body.items).toEqual([made.body]);
      }

      await other.client.expect(404, "GET", path);
      await other.client.expect(404, "PATCH", path, { name: "Mine" });
      await other.client.expect(404, "POST", "/callbots", { project_id, name: "Mine" });
      expect((await other.client.get("/callbots")).body.items).toEqual([]);
      await boss.client.expect(200, "PUT", `/projects/${project_id}/members/${other.id}`, { role: "viewer" });
      expect((await other.client.get("/callbots")).body.items).toEqual([made.body]);
      await other.client.expect(403, "PATCH", path, { name: "Mine" });
      await other.client.expect(403, "DELETE", path);
    },
  },
  {
    name: "a callbot is renamed under its ETag, archived and brought back",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { id: project_id } = await client.expect(201, "POST", "/projects", { name: "Reminders" });
      const { id } = await client.expect(201, "POST", "/callbots", { project_id, name: "Rosa" });
      const path = `/callbots/${id}`;
      const taken = await client.post("/callbots", { project_id, name: "rosa" });
      expect([taken.status, taken.body.code]).toEqual([409, "NAME_TAKEN"]);
      const renamed = await client.patch(path, { name: "Rosalind" }, { headers: { "if-match": '"1"' } });
      expect(renamed.headers.get("etag")).toBe('"2"');
      expect((await client.delete(path, { headers: { "if-match": '"1"' } })).status).toBe(412);

      await client.expect(204, "DELETE", path);
      expect((await client.get("/callbots")).body.items).toEqual([]);
      expect((await client.get("/callbots?archived=true")).body.items).toMatchObject([
        { id, name: "Rosalind", archived: true },
      ]);
      expect((await client.patch(path, { name: "Never" })).body.code).toBe("ARCHIVED");
      const schedule = { time_zone: "UTC", rules: [] };
      expect((await client.post(`${path}/scenario-schedules`, schedule)).body.code).toBe("ARCHIVED");
      expect((await client.get(`${path}/active-scenario`)).body).toMatchObject({ source: "none", scenario_id: null });
      expect((await client.patch(path, { archived: false })).body).toMatchObject({ archived: false, name: "Rosalind" });

      await client.expect(204, "DELETE", `/projects/${project_id}`);
      expect((await client.patch(path, { name: "Never" })).body.code).toBe("ARCHIVED");
      expect((await client.get(path)).body).toMatchObject({ name: "Rosalind" });
    },
  },
  {
    name: "a default scenario is one of the callbot's own",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { id: project_id } = await client.expect(201, "POST", "/projects", { name: "Reminders" });
      const { id } = await client.expect(201, "POST", "/callbots", { project_id, name: "Rosa" });
      const refused = await client.patch(`/callbots/${id}`, { default_scenario_id: project_id });
      expect([refused.status, refused.body.findings[0].path]).toEqual([400, "/default_scenario_id"]);
      expect((await client.patch(`/callbots/${id}`, { default_scenario_id: null })).status).toBe(200);
    },
  },
];
