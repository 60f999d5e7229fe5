import { reminderV1 } from "../../scenario/examples";
import type { Check } from "../check";
import { placeIn } from "./scenario_place";

export const SCENARIO_LOCKS: readonly Check[] = [
  {
    name: "while someone edits a scenario, a write by anyone else names the holder",
    async run(world) {
      const tenant = await world.tenant();
      const { author, callbot_id, project_id } = await placeIn(tenant);
      const second = await tenant.person("STUDIO_PROJECT");
      await author.client.expect(200, "PUT", `/projects/${project_id}/members/${second.id}`, { role: "member" });
      const { id } = await author.client.expect(201, "POST", "/scenarios", {
        callbot_id,
        name: "R",
        definition: reminderV1(),
      });
      const path = `/scenarios/${id}`;
      expect((await second.client.get(`${path}/lock`)).body).toEqual({ locked: false, held_by_you: false, lock: null });
      const taken = await author.client.expect(200, "POST", `${path}/lock`, { ttl_s: 60 });
      expect(taken).toMatchObject({ locked: true, held_by_you: true, lock: { holder: { user_id: author.id } } });
      expect(Date.parse(taken.lock.expires_at) - Date.parse(taken.lock.taken_at)).toBe(60_000);
      expect((await second.client.get(`${path}/lock`)).body).toEqual({ ...taken, held_by_you: false });
      expect((await second.client.get(path)).body.lock).toEqual(taken.lock);

      const writes = [
        ["POST", "/versions", { definition: reminderV1() }],
        ["POST", "/publish", undefined],
        ["POST", "/unpublish", undefined],
        ["POST", "/migrate-v2", undefined],
        ["PATCH", "", { name: "Mine" }],
        ["DELETE", "", undefined],
        ["POST", "/lock", undefined],
        ["DELETE", "/lock", undefined],
      ] as const;
      for (const other of [second, tenant.admin])
        for (const [method, below, body] of writes) {
          const refused = await other.client.send(method, path + below, { body });
          expect([method, below, refused.status, refused.body.code]).toEqual([method, below, 409, "SCENARIO_LOCKED"]);
          expect(refused.body.lock).toEqual(taken.lock);
          expect(refused.body.detail).toContain(taken.lock.holder.name);
        }
      // To read and to copy is no write.
      await second.client.expect(201, "POST", `${path}/duplicate`);

      const renewed = await author.client.expect(200, "POST", `${path}/lock`, { ttl_s: 300 });
      expect(renewed.lock.taken_at).toBe(taken.lock.taken_at);
      expect(Date.parse(renewed.lock.expires_at)).toBeGreaterThan(Date.parse(taken.lock.expires_at));
      await author.client.expect(201, "POST", `${path}/versions`, { definition: reminderV1() });
      await author.client.expect(204, "DELETE", `${path}/lock`);
      await second.client.expect(204, "DELETE", `${path}/lock`);
      await second.client.expect(201, "POST", `${path}/versions`, { definition: reminderV1() });
    },
  },
  {
    name: "an administrator, and nobody else, takes or releases a lock by force",
    async run(world) {
      const tenant = await world.tenant();
      const { author, callbot_id, project_id } = await placeIn(tenant);
      const second = await tenant.person("STUDIO_PROJECT");
      await author.client.expect(200, "PUT", `/projects/${project_id}/members/${second.id}`, { role: "manager" });
      const { id } = await author.client.expect(201, "POST", "/scenarios", { callbot_id, name: "R" });
      const path = `/scenarios/${id}/lock`;
      await author.client.expect(200, "POST", path);
      for (const method of ["POST", "DELETE"])
        expect((await second.client.send(method, `${path}?force=true`)).body.code).toBe("FORBIDDEN");
      const forced = await tenant.admin.client.expect(200, "POST", `${path}?force=true`);
      expect(forced.lock.holder.user_id).toBe(tenant.admin.id);
      expect((await author.client.post(path)).body).toMatchObject({ code: "SCENARIO_LOCKED", lock: forced.lock });
      const { items } = (await tenant.admin.client.get("/admin/audit?limit=5")).body;
      expect(items[0]).toMatchObject({ action: "scenario.lock", detail: { taken_from: { user_id: author.id } } });
      await tenant.admin.client.expect(204, "DELETE", path);
      await second.client.expect(200, "POST", path);
      await tenant.admin.client.expect(204, "DELETE", `${path}?force=true`);
      await author.client.expect(200, "POST", path);
    },
  },
  {
    name: "a lock that nobody renews runs out",
    async run(world) {
      const tenant = await world.tenant();
      const { author, callbot_id } = await placeIn(tenant);
      const { id } = await author.client.expect(201, "POST", "/scenarios", { callbot_id, name: "R" });
      const path = `/scenarios/${id}/lock`;
      const { lock } = await author.client.expect(200, "POST", path, { ttl_s: 1 });
      for (;;) {
        const { body } = await tenant.admin.client.get(path);
        if (!body.locked) break;
        expect(body.lock).toEqual(lock);
        await new Promise((done) => setTimeout(done, 100));
      }
      await tenant.admin.client.expect(200, "POST", path);
      expect((await author.client.post(path)).status).toBe(409);
      for (const ttl_s of [0, 3601, 1.5, "5"])
        expect((await tenant.admin.client.post(path, { ttl_s })).body.findings[0].path).toBe("/ttl_s");
    },
  },
];
