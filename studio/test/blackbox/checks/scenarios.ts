import { reminderV1, reminderV2 } from "../../scenario/examples";
import type { Check } from "../check";
import { callbotOf, placeIn } from "./scenario_place";

const with_tries = (tries: number) => {
  const definition = reminderV2();
  definition.variables = definition.variables.map((v) => (v.name === "tries" ? { ...v, initial: tries } : v));
  return definition;
};

export const SCENARIOS: readonly Check[] = [
  {
    name: "a scenario is made with its first version, found, renamed and archived",
    async run(world) {
      const { author, callbot_id, project_id } = await placeIn(await world.tenant());
      const { client } = author;
      const definition = reminderV2();
      const made = await client.post("/scenarios", { callbot_id, name: "Reminder", definition });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        callbot_id,
        project_id,
        name: "Reminder",
        latest_version: 1,
        format: "v2",
        published_version: null,
        archived: false,
        lock: null,
      });
      expect(made.body.definition).toEqual(definition);
      const path = `/scenarios/${made.body.id}`;
      expect(made.headers.get("location")).toBe(`/api/v1${path}`);
      const read = await client.get(path);
      expect(read.headers.get("etag")).toBe(made.headers.get("etag"));
      expect(read.body.definition).toEqual(definition);

      const taken = await client.post("/scenarios", { callbot_id, name: "reminder" });
      expect([taken.status, taken.body.code, taken.body.findings[0].path]).toEqual([409, "NAME_TAKEN", "/name"]);
      const empty = await client.expect(201, "POST", "/scenarios", { callbot_id, name: "Draft" });
      expect(empty).toMatchObject({ latest_version: null, format: null, definition: null });
      const names = async (query: string) =>
        (await client.get(`/scenarios${query}`)).body.items.map((item: { name: string }) => item.name);
      expect(await names("")).toEqual(["Draft", "Reminder"]);
      expect(await names(`?callbot_id=${callbot_id}&name=remind`)).toEqual(["Reminder"]);
      expect(await names(`?project_id=${project_id}&limit=1`)).toEqual(["Draft"]);

      const etag = { headers: { "if-match": read.headers.get("etag")! } };
      expect((await client.patch(path, { name: "Recall" }, etag)).body.name).toBe("Recall");
      expect((await client.patch(path, { name: "Again" }, etag)).status).toBe(412);
      await client.expect(200, "POST", `${path}/publish`);
      await client.expect(204, "DELETE", path);
      expect(await names("")).toEqual(["Draft"]);
      expect(await names("?archived=true")).toEqual(["Recall"]);
      expect((await client.get(path)).body).toMatchObject({ archived: true, published_version: null });
      for (const [method, below] of [
        ["PATCH", ""],
        ["POST", "/publish"],
        ["POST", "/versions"],
        ["POST", "/lock"],
      ] as const) {
        const body = below === "/versions" ? { definition } : below === "" ? { name: "No" } : undefined;
        expect((await client.send(method, path + below, { body })).body.code).toBe("ARCHIVED");
      }
      await client.expect(200, "PATCH", path, { archived: false });
      await client.expect(200, "POST", `${path}/publish`);
    },
  },
  {
    name: "who sees a scenario, and who may write it, follows from the project and the role",
    async run(world) {
      const tenant = await world.tenant();
      const { author, callbot_id, project_id } = await placeIn(tenant);
      const { id } = await author.client.expect(201, "POST", "/scenarios", {
        callbot_id,
        name: "R",
        definition: reminderV2(),
      });
      const path = `/scenarios/${id}`;
      const outsider = await tenant.person("STUDIO_PROJECT");
      const viewer = await tenant.person("STUDIO_PROJECT");
      const monitor = await tenant.person("STUDIO_MONITORING");
      for (const person of [viewer, monitor])
        await author.client.expect(200, "PUT", `/projects/${project_id}/members/${person.id}`, { role: "viewer" });
      const writes = [
        ["PATCH", path, { name: "No" }],
        ["DELETE", path, undefined],
        ["POST", `${path}/versions`, { definition: reminderV2() }],
        ["POST", `${path}/publish`, undefined],
        ["POST", `${path}/unpublish`, undefined],
        ["POST", `${path}/migrate-v2`, undefined],
        ["POST", `${path}/duplicate`, undefined],
        ["POST", `${path}/lock`, undefined],
        ["DELETE", `${path}/lock`, undefined],
        ["POST", "/scenarios", { callbot_id, name: "No" }],
      ] as const;
      const reads = [path, `${path}/versions`, `${path}/versions/1`, `${path}/lock`];
      for (const read of reads) {
        expect((await outsider.client.get(read)).status).toBe(404);
        expect((await viewer.client.get(read)).status).toBe(200);
        expect((await monitor.client.get(read)).status).toBe(200);
        expect((await tenant.admin.client.get(read)).status).toBe(200);
      }
      for (const [method, where, body] of writes) {
        expect((await outsider.client.send(method, where, { body })).status).toBe(404);
        expect((await viewer.client.send(method, where, { body })).status).toBe(403);
        expect((await monitor.client.send(method, where, { body })).status).toBe(403);
      }
      expect((await outsider.client.get("/scenarios")).body.items).toEqual([]);
      expect((await tenant.admin.client.get("/scenarios")).body.items).toMatchObject([{ id, latest_version: 1 }]);
      const elsewhere = (await world.tenant()).admin.client;
      for (const read of reads) expect((await elsewhere.get(read)).status).toBe(404);
      for (const [method, where, body] of writes)
        expect((await elsewhere.send(method, where, { body })).status).toBe(404);
    },
  },
  {
    name: "versions are numbered, kept as they were, and refused with findings where they have errors",
    async run(world) {
      const { author, callbot_id } = await placeIn(await world.tenant());
      const { client } = author;
      const { id } = await client.expect(201, "POST", "/scenarios", { callbot_id, name: "R" });
      const path = `/scenarios/${id}/versions`;
      for (let n = 1; n <= 3; n++) {
        const saved = await client.post(path, { definition: with_tries(n), comment: `the ${n}.` });
        expect(saved.headers.get("location")).toBe(`/api/v1${path}/${n}`);
        expect(saved.body).toMatchObject({ version: n, format: "v2", comment: `the ${n}.`, origin: "save" });
        // The project has no intents yet.
        const codes = saved.body.findings.map((finding: { code: string }) => finding.code);
        expect(codes).toEqual(["unknown_intent", "unknown_intent"]);
        expect(saved.body.created_by.user_id).toBe(author.id);
      }
      const broken = with_tries(9);
      broken.nodes = broken.nodes.filter((node) => node.id !== "thanks");
      const refused = await client.post(path, { definition: broken });
      expect([refused.status, refused.body.code]).toEqual([422, "INVALID_DEFINITION"]);
      expect(refused.body.findings[0]).toMatchObject({
        code: "dangling_edge",
        nodeId: "coming",
        path: "/nodes/1/branches/0/next",
      });
      expect((await client.post(path, {})).status).toBe(400);
      const made_broken = await client.post("/scenarios", { callbot_id, name: "Broken", definition: broken });
      expect(made_broken.status).toBe(422);
      expect((await client.get("/scenarios?name=broken")).body.items).toEqual([]);

      const first = await client.get(`${path}?limit=2`);
      const second = await client.get(`${path}?limit=2&cursor=${first.body.next_cursor}`);
      const numbers = [...first.body.items, ...second.body.items].map((item: { version: number }) => item.version);
      expect(numbers).toEqual([3, 2, 1]);
      expect(second.body.next_cursor).toBeNull();
      expect((await client.get(`${path}/2`)).body.definition).toEqual(with_tries(2));
      for (const n of ["4", "0", "x", "99999999999"]) expect((await client.get(`${path}/${n}`)).status).toBe(404);
      expect((await client.get(`/scenarios/${id}`)).body.definition).toEqual(with_tries(3));

      const once = { headers: { "idempotency-key": "save-4" } };
      const answers = [
        await client.post(path, { definition: with_tries(4) }, once),
        await client.post(path, { definition: with_tries(4) }, once),
      ];
      expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
        [201, 4],
        [201, 4],
      ]);
      const old = { headers: { "if-match": '"1"' } };
      expect((await client.post(path, { definition: with_tries(5) }, old)).status).toBe(412);
    },
  },
  {
    name: "publish puts the latest version live, an earlier one where asked, and unpublish takes it off",
    async run(world) {
      const { author, callbot_id } = await placeIn(await world.tenant());
      const { client } = author;
      const { id } = await client.expect(201, "POST", "/scenarios", { callbot_id, name: "R" });
      const path = `/scenarios/${id}`;
      const nothing = await client.post(`${path}/publish`);
      expect([nothing.status, nothing.body.code]).toEqual([409, "NO_VERSION"]);
      await client.expect(201, "POST", `${path}/versions`, { definition: with_tries(1) });
      await client.expect(201, "POST", `${path}/versions`, { definition: with_tries(2) });
      expect((await client.get(path)).body.published_version).toBeNull();
      const live = await client.expect(200, "POST", `${path}/publish`);
      expect([live.published_version, typeof live.published_at]).toEqual([2, "string"]);
      await client.expect(201, "POST", `${path}/versions`, { definition: with_tries(3) });
      expect((await client.get(path)).body).toMatchObject({ latest_version: 3, published_version: 2 });
      expect((await client.expect(200, "POST", `${path}/publish`, { version: 1 })).published_version).toBe(1);
      expect((await client.post(`${path}/publish`, { version: 7 })).body.code).toBe("NO_VERSION");
      const published = (await client.get(`${path}/versions`)).body.items.map(
        (v: { published: boolean }) => v.published,
      );
      expect(published).toEqual([false, false, true]);
      await client.expect(200, "PATCH", `/callbots/${callbot_id}`, { default_scenario_id: id });
      expect((await client.get(`/callbots/${callbot_id}/active-scenario`)).body).toMatchObject({
        scenario_id: id,
        published_version: 1,
      });
      const off = await client.expect(200, "POST", `${path}/unpublish`);
      expect([off.published_version, off.published_at]).toEqual([null, null]);
    },
  },
  {
    name: "migrate-v2 translates the latest version as a new one and leaves the old one alone",
    async run(world) {
      const { author, callbot_id } = await placeIn(await world.tenant());
      const { client } = author;
      const { id } = await client.expect(201, "POST", "/scenarios", {
        callbot_id,
        name: "R",
        definition: reminderV1(),
      });
      const path = `/scenarios/${id}`;
      const migrated = await client.expect(201, "POST", `${path}/migrate-v2`);
      expect(migrated).toMatchObject({
        version: 2,
        format: "v2",
        origin: "migrate-v2",
        origin_version: 1,
        findings: [],
      });
      const now = (await client.get(path)).body;
      expect(now).toMatchObject({ latest_version: 2, format: "v2", definition: { format: "v2", start: "say_1" } });
      expect((await client.get(`${path}/versions/1`)).body.definition).toEqual(reminderV1());
      const again = await client.post(`${path}/migrate-v2`);
      expect([again.status, again.body.code]).toEqual([409, "ALREADY_V2"]);
    },
  },
  {
    name: "a scenario is copied, also to a callbot of another project that the user may write",
    async run(world) {
      const tenant = await world.tenant();
      const { author, callbot_id } = await placeIn(tenant);
      const { client } = author;
      const there = await callbotOf(client);
      const foreign = await placeIn(tenant);
      const { id } = await client.expect(201, "POST", "/scenarios", {
        callbot_id,
        name: "R",
        definition: reminderV2(),
      });
      await client.expect(200, "POST", `/scenarios/${id}/publish`);
      const path = `/scenarios/${id}/duplicate`;
      const here = await client.expect(201, "POST", path);
      expect(here).toMatchObject({ callbot_id, name: "R (copy)", latest_version: 1, published_version: null });
      expect(here.definition).toEqual(reminderV2());
      expect((await client.expect(201, "POST", path)).name).toBe("R (copy 2)");
      const away = await client.expect(201, "POST", path, { callbot_id: there.callbot_id, name: "R" });
      expect(away).toMatchObject({ project_id: there.project_id, callbot_id: there.callbot_id, name: "R" });
      const [version] = (await client.get(`/scenarios/${away.id}/versions`)).body.items;
      expect(version).toMatchObject({ version: 1, origin: "duplicate", origin_scenario_id: id, origin_version: 1 });
      expect((await client.post(path, { callbot_id: foreign.callbot_id })).status).toBe(404);
      expect((await client.post(path, { name: "r (copy)" })).body.code).toBe("NAME_TAKEN");
      expect((await client.post(path, { version: 9 })).body.code).toBe("NO_VERSION");
    },
  },
  {
    name: "every write of a scenario is in the audit",
    async run(world) {
      const tenant = await world.tenant();
      const { author, callbot_id } = await placeIn(tenant);
      const { client } = author;
      const { id } = await client.expect(201, "POST", "/scenarios", {
        callbot_id,
        name: "R",
        definition: reminderV1(),
      });
      const path = `/scenarios/${id}`;
      await client.expect(200, "POST", `${path}/lock`);
      await client.expect(201, "POST", `${path}/migrate-v2`);
      await client.expect(200, "POST", `${path}/publish`);
      await client.expect(204, "DELETE", `${path}/lock`);
      await client.expect(200, "PATCH", path, { name: "S" });
      await client.expect(204, "DELETE", path);
      const { items } = (await tenant.admin.client.get("/admin/audit?limit=200")).body;
      const actions = items
        .filter((r: { resource_id: string }) => r.resource_id === id)
        .map((r: { action: string }) => r.action);
      expect(actions).toEqual([
        "scenario.archive",
        "scenario.update",
        "scenario.unlock",
        "scenario.publish",
        "scenario.migrate",
        "scenario.lock",
        "scenario.create",
      ]);
    },
  },
];
