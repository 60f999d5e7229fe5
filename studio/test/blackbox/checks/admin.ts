import { strictEqual as is, match, ok, deepStrictEqual as same } from "node:assert";
import { unique } from "../../harness/world";
import type { Check } from "../check";
import type { Item } from "../item";

export const ADMIN_CHECKS: readonly Check[] = [
  {
    name: "the operator makes, renames and disables tenants; others see and rename only their own",
    async run(world) {
      const name = `Tenant ${unique()}`;
      const tenant = await world.tenant(name);
      const other = await world.tenant();
      const taken = await world.operator.post("/admin/tenants", { name: name.toUpperCase() });
      same([taken.status, taken.body.code], [409, "NAME_TAKEN"]);
      const zone = await world.operator.post("/admin/tenants", { name: unique(), time_zone: "Mars/Olympus" });
      same([zone.status, zone.body.findings[0].path], [400, "/time_zone"]);
      const { client } = tenant.admin;
      same(
        (await client.get("/admin/tenants")).body.items.map(({ id }: Item) => id),
        [tenant.id],
      );
      same((await client.post("/admin/tenants", { name: unique() })).body.code, "OPERATOR_REQUIRED");
      is((await client.get(`/admin/tenants/${other.id}`)).status, 404);
      is((await client.patch(`/admin/tenants/${other.id}`, { name: "Mine now" })).status, 404);
      is((await client.patch(`/admin/tenants/${tenant.id}`, { disabled: true })).body.code, "OPERATOR_REQUIRED");
      const read = await client.get(`/admin/tenants/${tenant.id}`);
      const renamed = await client.patch(
        `/admin/tenants/${tenant.id}`,
        { name: `${name} 2`, time_zone: "europe/london" },
        {
          headers: { "if-match": read.headers.get("etag")! },
        },
      );
      same([renamed.status, renamed.body.name, renamed.body.time_zone], [200, `${name} 2`, "Europe/London"]);
      const stale = await client.patch(
        `/admin/tenants/${tenant.id}`,
        { name },
        { headers: { "if-match": read.headers.get("etag")! } },
      );
      same([stale.status, stale.body.code], [412, "PRECONDITION_FAILED"]);
      await world.operator.expect(200, "PATCH", `/admin/tenants/${tenant.id}`, { disabled: true });
      is((await client.get("/auth/session")).body.code, "ACCOUNT_DISABLED");
      const { email, password } = tenant.admin;
      is((await world.open.post("/auth/login", { email, password })).body.code, "ACCOUNT_DISABLED");
      await world.operator.expect(200, "PATCH", `/admin/tenants/${tenant.id}`, { disabled: false });
      await world.open.expect(200, "POST", "/auth/login", { email, password });
    },
  },
  {
    name: "the operator's own tenant cannot be disabled",
    async run(world) {
      const { tenant } = (await world.operator.get("/auth/session")).body;
      is((await world.operator.patch(`/admin/tenants/${tenant.id}`, { disabled: true })).status, 409);
    },
  },
  {
    name: "administrators look after their own users and see nobody else's; the operator reaches all",
    async run(world) {
      const ours = await world.tenant();
      const theirs = await world.tenant();
      const ann = await ours.person("STUDIO_PROJECT", "STUDIO_MONITORING");
      const { client } = theirs.admin;
      for (const [method, path, body] of [
        ["GET", `/admin/users/${ann.id}`],
        ["PATCH", `/admin/users/${ann.id}`, { disabled: true }],
        ["DELETE", `/admin/users/${ann.id}`],
        ["POST", `/admin/users/${ann.id}/reset-password`],
        ["DELETE", `/admin/users/${ann.id}/sessions`],
        ["GET", `/admin/users?tenant_id=${ours.id}`],
        [
          "POST",
          "/admin/users",
          { tenant_id: ours.id, email: `${unique()}@example.test`, name: "Spy", roles: ["STUDIO_ADMIN"] },
        ],
        ["GET", `/admin/audit?tenant_id=${ours.id}`],
        ["GET", `/admin/login-history?tenant_id=${ours.id}`],
        ["GET", `/admin/usage?tenant_id=${ours.id}`],
        ["GET", `/admin/managers/${ann.id}`],
        ["PUT", `/admin/managers/${ann.id}`, { project_ids: [] }],
      ] as const) {
        is((await client.send(method, path, body === undefined ? {} : { body })).status, 404, `${method} ${path}`);
      }
      is((await world.operator.get(`/admin/users/${ann.id}`)).body.email, ann.email);
      const { items } = (await world.operator.get(`/admin/users?tenant_id=${ours.id}`)).body;
      is(items.length, 2);
      const own = (await world.operator.get("/admin/users")).body.items;
      ok(own.every(({ tenant_id }: Item) => tenant_id !== ours.id));
    },
  },
  {
    name: "users are found by name, role and state, page by page",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const mark = unique();
      for (let i = 0; i < 5; i++) {
        const roles = i % 2 === 0 ? ["STUDIO_PROJECT"] : ["STUDIO_MONITORING", "STUDIO_PROJECT"];
        await client.expect(201, "POST", "/admin/users", {
          email: `${unique()}@example.test`,
          name: `${mark} 100%_${i}`,
          roles,
        });
      }
      const found: string[] = [];
      let cursor = "";
      do {
        const page = (await client.get(`/admin/users?search=${mark}&limit=2${cursor}`)).body;
        ok(page.items.length <= 2);
        found.push(...page.items.map(({ name }: Item) => name));
        cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
      } while (cursor !== "");
      same(
        found,
        [4, 3, 2, 1, 0].map((i) => `${mark} 100%_${i}`),
      );
      is((await client.get(`/admin/users?search=${encodeURIComponent("100%_3")}`)).body.items.length, 1);
      is((await client.get("/admin/users?role=STUDIO_MONITORING")).body.items.length, 2);
      is((await client.get("/admin/users?disabled=true")).body.items.length, 0);
      is((await client.get("/admin/users?cursor=nonsense")).body.code, "CURSOR_INVALID");
      is((await client.get("/admin/users?role=ROOT")).status, 400);
      // Text that no database keeps is found nowhere, or refused; it must not break anything.
      for (const odd of ["%00", "%ED%A0%80", "%25_", "'--", "\\"]) {
        for (const path of ["/admin/users?search=", "/admin/audit?action=", "/admin/audit?resource_id="]) {
          ok((await client.get(`${path}${odd}`)).status <= 400, `${path}${odd}`);
        }
      }
    },
  },
  {
    name: "an e-mail address has one account, whatever its spelling",
    async run(world) {
      const tenant = await world.tenant();
      const email = tenant.admin.email.toUpperCase();
      const answer = await tenant.admin.client.post("/admin/users", { email, name: "Twin", roles: [] });
      same([answer.status, answer.body.code], [409, "EMAIL_TAKEN"]);
      for (const body of [
        { email: "not an address", name: "X", roles: [] },
        { email: `${unique()}@example.test`, name: " ", roles: [] },
        { email: `${unique()}@example.test`, name: "X", roles: ["ROOT"] },
        { email: `${unique()}@example.test`, name: "X", roles: [], password: "chosen by the admin" },
      ]) {
        const bad = await tenant.admin.client.post("/admin/users", body);
        same([bad.status, bad.body.code, bad.body.findings.length], [400, "VALIDATION_FAILED", 1]);
      }
    },
  },
  {
    name: "a user made twice with the same Idempotency-Key is there once, with the same temporary password",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const options = { headers: { "idempotency-key": unique() } };
      const body = { email: `${unique()}@example.test`, name: "Ann", roles: [] };
      const first = await client.post("/admin/users", body, options);
      const second = await client.post("/admin/users", body, options);
      same([first.status, second.status], [201, 201]);
      same(second.body, first.body);
      is((await client.get("/admin/users")).body.items.length, 2);
    },
  },
  {
    name: "a tenant keeps its last administrator, also when two take each other's rights away at once",
    async run(world) {
      const tenant = await world.tenant();
      const { admin } = tenant;
      for (const change of [{ roles: ["STUDIO_PROJECT"] }, { disabled: true }]) {
        const answer = await admin.client.patch(`/admin/users/${admin.id}`, change);
        same([answer.status, answer.body.code], [409, "LAST_ADMIN"]);
      }
      is((await admin.client.delete(`/admin/users/${admin.id}`)).body.code, "LAST_ADMIN");
      const second = await tenant.person("STUDIO_ADMIN");
      const answers = await Promise.all([
        admin.client.patch(`/admin/users/${second.id}`, { roles: [] }),
        second.client.patch(`/admin/users/${admin.id}`, { roles: [] }),
      ]);
      is(answers.filter(({ status }) => status === 200).length, 1);
      const left = (await world.operator.get(`/admin/users?tenant_id=${tenant.id}&role=STUDIO_ADMIN`)).body.items;
      is(left.length, 1);
    },
  },
  {
    name: "a password reset ends the user's sessions and gives a password that must be changed",
    async run(world) {
      const tenant = await world.tenant();
      const bob = await tenant.person("STUDIO_PROJECT");
      const { temporary_password } = await tenant.admin.client.expect(
        200,
        "POST",
        `/admin/users/${bob.id}/reset-password`,
      );
      is((await bob.client.get("/auth/session")).body.code, "TOKEN_REVOKED");
      is(
        (await world.open.post("/auth/login", { email: bob.email, password: bob.password })).body.code,
        "INVALID_CREDENTIALS",
      );
      const login = await world.open.expect(200, "POST", "/auth/login", {
        email: bob.email,
        password: temporary_password,
      });
      is(login.password_change_required, true);
    },
  },
  {
    name: "an administrator ends a user's sessions, and removes the user; the audit keeps what they did",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const bob = await tenant.person("STUDIO_ADMIN");
      await bob.client.expect(200, "PATCH", `/admin/users/${bob.id}`, { name: "Robert" });
      await client.expect(204, "DELETE", `/admin/users/${bob.id}/sessions`);
      is((await bob.client.get("/auth/session")).body.code, "TOKEN_REVOKED");
      await client.expect(204, "DELETE", `/admin/users/${bob.id}`);
      is((await client.get(`/admin/users/${bob.id}`)).status, 404);
      is(
        (await world.open.post("/auth/login", { email: bob.email, password: bob.password })).body.code,
        "INVALID_CREDENTIALS",
      );
      const { items } = (await client.get(`/admin/audit?actor_id=${bob.id}`)).body;
      same(
        items.map(({ action }: Item) => action),
        ["user.update", "password.change"],
      );
      is(items[0].actor_email, bob.email);
    },
  },
  {
    name: "managers are users entrusted with projects",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const bob = await tenant.person("STUDIO_PROJECT");
      const projects: string[] = [];
      for (const name of ["Beta", "alpha"]) projects.push((await client.expect(201, "POST", "/projects", { name })).id);
      is((await client.get(`/admin/managers/${bob.id}`)).body.projects.length, 0);
      const set = await client.expect(200, "PUT", `/admin/managers/${bob.id}`, { project_ids: projects });
      same(
        set.projects.map(({ name }: Item) => name),
        ["alpha", "Beta"],
      );
      const listed = (await client.get("/admin/managers")).body.items.find(({ id }: Item) => id === bob.id);
      is(listed.projects.length, 2);
      await client.expect(200, "PUT", `/admin/managers/${bob.id}`, { project_ids: [projects[1]] });
      same(
        (await bob.client.get("/projects")).body.items.map(({ id }: Item) => id),
        [projects[1]],
      );
      const theirs = await (await world.tenant()).admin.client.expect(201, "POST", "/projects", { name: "Theirs" });
      const bad = await client.put(`/admin/managers/${bob.id}`, { project_ids: [projects[0], theirs.id] });
      same([bad.status, bad.body.findings[0].path], [400, "/project_ids/1"]);
      await client.expect(204, "DELETE", `/admin/managers/${bob.id}`);
      is(
        (await client.get("/admin/managers")).body.items.some(({ id }: Item) => id === bob.id),
        false,
      );
      is((await bob.client.get("/projects")).body.items.length, 0);
    },
  },
  {
    name: "the roles tell what they open",
    async run(world) {
      const tenant = await world.tenant();
      const { items } = (await tenant.admin.client.get("/admin/roles")).body;
      same(
        items.map(({ role }: Item) => role),
        ["STUDIO_ADMIN", "STUDIO_PROJECT", "STUDIO_MONITORING"],
      );
      const opens = (role: string, method: string, path: string) =>
        items
          .find((item: Item) => item.role === role)
          .permissions.some((p: Item) => p.method === method && p.path === path);
      ok(opens("STUDIO_ADMIN", "GET", "/api/v1/admin/users/{id}"));
      ok(!opens("STUDIO_PROJECT", "GET", "/api/v1/admin/users/{id}"));
      ok(opens("STUDIO_MONITORING", "GET", "/api/v1/auth/session"));
      // Nothing beneath /admin is open to the others.
      for (const { role, permissions } of items.slice(1)) {
        same(
          permissions.filter(({ path }: Item) => path.startsWith("/api/v1/admin/")),
          [],
          role,
        );
      }
    },
  },
  {
    name: "every write stands in the audit, once, with who and where from; reads and refused writes do not",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      const before = (await client.get("/admin/audit")).body.items[0].id;
      const made = await client.post("/admin/users", { email: `${unique()}@example.test`, name: "Ann", roles: [] });
      await client.get(`/admin/users/${made.body.id}`);
      is((await client.post("/admin/users", { email: tenant.admin.email, name: "Twin", roles: [] })).status, 409);
      await client.expect(200, "PATCH", `/admin/users/${made.body.id}`, { name: "Anne" });
      const all = (await client.get("/admin/audit")).body.items;
      const items = all.slice(
        0,
        all.findIndex(({ id }: Item) => id === before),
      );
      same(
        items.map(({ action }: Item) => action),
        ["user.update", "user.create"],
      );
      const [update, create] = items;
      same([create.actor_id, create.actor_email, create.address], [tenant.admin.id, tenant.admin.email, "127.0.0.1"]);
      same([create.resource_id, create.request_id], [made.body.id, made.headers.get("x-request-id")]);
      same(update.detail, { name: "Anne" });
      const one = (await client.get(`/admin/audit?resource_id=${made.body.id}&action=user.update`)).body.items;
      same(
        one.map(({ id }: Item) => id),
        [update.id],
      );
      is((await client.get(`/admin/audit?action=user&resource_id=${made.body.id}`)).body.items.length, 2);
      is((await client.get(`/admin/audit?to=${create.at}&resource_id=${made.body.id}`)).body.items.length, 0);
      is((await client.get("/admin/audit?from=yesterday")).status, 400);
    },
  },
  {
    name: "what the operator does in a tenant stands in that tenant's audit",
    async run(world) {
      const tenant = await world.tenant();
      await world.operator.expect(200, "PATCH", `/admin/users/${tenant.admin.id}`, { name: "Renamed" });
      const [item] = (await tenant.admin.client.get("/admin/audit?action=user.update")).body.items;
      same([item.resource_id, item.detail], [tenant.admin.id, { name: "Renamed", by_operator: true }]);
      const own = (await world.operator.get(`/admin/audit?resource_id=${tenant.admin.id}&action=user.update`)).body
        .items;
      same(own[0].detail, { name: "Renamed", tenant_id: tenant.id });
    },
  },
  {
    name: "AI settings keep their key to themselves, and do not let it go to another place",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      same((await client.get("/admin/ai-settings")).body, {
        provider: "builtin",
        endpoint_url: null,
        model: null,
        key_set: false,
      });
      const settings = { provider: "openai_compatible", endpoint_url: "https://ai.example/v1", model: "small-1" };
      const key = `sk-${unique()}`;
      same(await client.expect(200, "PUT", "/admin/ai-settings", { ...settings, key }), { ...settings, key_set: true });
      const kept = await client.put("/admin/ai-settings", { ...settings, model: "small-2" });
      same([kept.body.model, kept.body.key_set], ["small-2", true]);
      const moved = await client.put("/admin/ai-settings", { ...settings, endpoint_url: "https://thief.example/v1" });
      same([moved.status, moved.body.findings[0].path], [400, "/key"]);
      const stale = await client.put(
        "/admin/ai-settings",
        { provider: "builtin", key: null },
        { headers: { "if-match": '"1"' } },
      );
      is(stale.status, 412);
      const gone = await client.expect(200, "PUT", "/admin/ai-settings", { provider: "builtin", key: null });
      same(gone, { provider: "builtin", endpoint_url: null, model: null, key_set: false });
      for (const [body, path] of [
        [{ provider: "openai_compatible", model: "m" }, "/endpoint_url"],
        [{ ...settings, model: null }, "/model"],
        [{ ...settings, endpoint_url: "file:///etc/passwd" }, "/endpoint_url"],
        [{ ...settings, endpoint_url: "https://user:secret@ai.example" }, "/endpoint_url"],
        [{ provider: "oracle" }, "/provider"],
      ] as const) {
        const bad = await client.put("/admin/ai-settings", body);
        same([bad.status, bad.body.findings[0].path], [400, path]);
      }
      const audit = JSON.stringify((await client.get("/admin/audit?action=ai_settings")).body);
      match(audit, /"key":"set"/);
      ok(!audit.includes(key));
    },
  },
  {
    name: "usage counts a tenant's writes by day",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const before = (await client.get("/admin/usage")).body;
      is(before.time_zone, "Europe/Berlin");
      is(before.items.length, 30);
      for (let i = 0; i < 3; i++) await client.expect(201, "POST", "/projects", { name: `Project ${i}` });
      const after = (await client.get("/admin/usage")).body;
      is(after.total.api_writes - before.total.api_writes, 3);
      const today = after.items.at(-1);
      is(
        after.items.reduce((sum: number, day: Item) => sum + day.api_writes, 0),
        after.total.api_writes,
      );
      is((await client.get(`/admin/usage?from=${today.day}`)).body.items.length, 1);
      for (const query of [
        "from=2020-01-01",
        "from=2026-02-30",
        "from=9999-01-01",
        "from=0001-01-01&to=0001-01-02",
        "to=soon",
      ]) {
        is((await client.get(`/admin/usage?${query}`)).status, 400, query);
      }
    },
  },
];
