import { strictEqual as is, deepStrictEqual as same } from "node:assert";
import { unique } from "../../harness/world";
import type { Check } from "../check";
import type { Item } from "../item";

const NO_LIMITS = { recordings_days: null, calls_days: null, contacts_days: null };

export const HOUSEKEEPING: readonly Check[] = [
  {
    name: "a tenant says how long things are kept, and a project may say less",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const project = await client.expect(201, "POST", "/projects", { name: `Project ${unique()}` });
      const path = `/projects/${project.id}/retention`;
      for (const where of ["/admin/retention", path]) {
        same(await client.expect(200, "GET", where), { ...NO_LIMITS, effective: NO_LIMITS });
      }
      const limits = { recordings_days: 90, calls_days: 60, contacts_days: null };
      const set = await client.put("/admin/retention", limits);
      same(set.body, { ...limits, effective: { recordings_days: 60, calls_days: 60, contacts_days: null } });
      const own = { recordings_days: 7, calls_days: 400, contacts_days: 30 };
      await client.expect(200, "PUT", path, own);
      const builder = await tenant.person("STUDIO_PROJECT");
      is((await builder.client.get(path)).status, 404);
      await client.expect(200, "PUT", `/projects/${project.id}/members/${builder.id}`, { role: "manager" });
      same(await builder.client.expect(200, "GET", path), {
        ...own,
        effective: { recordings_days: 7, calls_days: 60, contacts_days: 30 },
      });
      // What deletes is for administrators, also in one's own project.
      is((await builder.client.put(path, own)).status, 403);
      is((await builder.client.get("/admin/retention")).status, 403);

      const stale = await client.put("/admin/retention", limits, { headers: { "if-match": '"0"' } });
      same([stale.status, stale.body.code], [412, "PRECONDITION_FAILED"]);
      const etag = set.headers.get("etag")!;
      const lifted = await client.put("/admin/retention", NO_LIMITS, { headers: { "if-match": etag } });
      same([lifted.status, lifted.body], [200, { ...NO_LIMITS, effective: NO_LIMITS }]);

      const audit = (await client.expect(200, "GET", "/admin/audit?action=retention.update")).items;
      same(
        audit.map(({ detail, actor_email }: Item) => [detail, actor_email]),
        [
          [NO_LIMITS, tenant.admin.email],
          [limits, tenant.admin.email],
        ],
      );
      const [told] = (await client.expect(200, "GET", "/admin/audit?action=project.retention.update")).items;
      same([told.detail, told.resource_id], [own, project.id]);
    },
  },
  {
    name: "a time that is none is refused by its name, and changes nothing",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      for (const [name, value] of [
        ["recordings_days", 0],
        ["calls_days", 1.5],
        ["contacts_days", 36_501],
        ["calls_days", "30"],
      ] as const) {
        const answer = await client.put("/admin/retention", { ...NO_LIMITS, [name]: value });
        same([answer.status, answer.body.findings[0].path], [400, `/${name}`]);
      }
      const partial = await client.put("/admin/retention", { calls_days: 5 });
      same([partial.status, partial.body.findings.length], [400, 2]);
      const other = await client.put("/admin/retention", { ...NO_LIMITS, audit_days: 5 });
      same([other.status, other.body.findings[0].path], [400, "/audit_days"]);
      same(await client.expect(200, "GET", "/admin/retention"), { ...NO_LIMITS, effective: NO_LIMITS });
    },
  },
];
