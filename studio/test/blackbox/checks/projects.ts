import { unique } from "../../harness/world";
import type { Check } from "../check";

const STRANGE_ID = "01890000-0000-7000-8000-000000000000";

export const PROJECTS: readonly Check[] = [
  {
    name: "a project is created, read, renamed, archived and brought back",
    async run(world) {
      const { client } = await (await world.tenant()).person("STUDIO_PROJECT");
      const made = await client.post("/projects", { name: "Reminders", description: "Dentists" });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ name: "Reminders", description: "Dentists", archived: false, role: "manager" });
      const path = `/projects/${made.body.id}`;
      expect(made.headers.get("location")).toBe(`/api/v1${path}`);

      const read = await client.get(path);
      expect(read.body).toEqual(made.body);
      expect(read.headers.get("etag")).toBe('"1"');

      const renamed = await client.patch(path, { name: "Appointments" }, { headers: { "if-match": '"1"' } });
      expect(renamed.body).toMatchObject({ name: "Appointments", description: "Dentists", revision: 2 });
      const stale = await client.patch(path, { name: "Late" }, { headers: { "if-match": '"1"' } });
      expect([stale.status, stale.body.code, stale.headers.get("etag")]).toEqual([412, "PRECONDITION_FAILED", '"2"']);

      await client.expect(204, "DELETE", path);
      await client.expect(204, "DELETE", path);
      expect((await client.get("/projects")).body.items).toEqual([]);
      expect((await client.get("/projects?archived=true")).body.items).toMatchObject([
        { name: "Appointments", archived: true },
      ]);
      const frozen = await client.patch(path, { name: "Never" });
      expect([frozen.status, frozen.body.code]).toEqual([409, "ARCHIVED"]);
      const callbot = await client.post("/callbots", { project_id: made.body.id, name: "Bot" });
      expect([callbot.status, callbot.body.code]).toEqual([409, "ARCHIVED"]);

      // Meanwhile somebody took the name.
      await client.expect(201, "POST", "/projects", { name: "appointments" });
      const taken = await client.patch(path, { archived: false });
      expect([taken.status, taken.body.code]).toEqual([409, "NAME_TAKEN"]);
      const back = await client.patch(path, { archived: false, name: "Appointments again" });
      expect(back.body).toMatchObject({ archived: false, name: "Appointments again" });
    },
  },
  {
    name: "a project with a bad or a taken name is refused by name, and misspelt fields are not swallowed",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      await client.expect(201, "POST", "/projects", { name: "One" });
      const again = await client.post("/projects", { name: "ONE" });
      expect([again.status, again.body.code, again.body.findings[0].path]).toEqual([409, "NAME_TAKEN", "/name"]);
      for (const [body, path] of [
        [{}, "/name"],
        [{ name: "   " }, "/name"],
        [{ name: 7 }, "/name"],
        [{ name: "x".repeat(201) }, "/name"],
        [{ name: "x", descripton: "" }, "/descripton"],
      ] as const) {
        const refused = await client.post("/projects", body);
        expect([refused.status, refused.body.code, refused.body.findings[0].path]).toEqual([
          400,
          "VALIDATION_FAILED",
          path,
        ]);
      }
      expect((await client.get("/projects")).body.items).toHaveLength(1);
    },
  },
  {
    name: "projects are listed page by page, each once, newest first",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const names = Array.from({ length: 7 }, (_, at) => `Project ${at}`);
      for (const name of names) await client.expect(201, "POST", "/projects", { name });
      const seen: string[] = [];
      let next = "";
      do {
        const { items, next_cursor } = await client.expect(200, "GET", `/projects?limit=3${next}`);
        seen.push(...items.map(({ name }: { name: string }) => name));
        next = next_cursor === null ? "" : `&cursor=${next_cursor}`;
      } while (next !== "");
      expect(seen).toEqual(names.reverse());
      const foreign = await client.get(
        `/projects?archived=true&cursor=${(await client.get("/projects?limit=1")).body.next_cursor}`,
      );
      expect([foreign.status, foreign.body.code]).toEqual([400, "CURSOR_INVALID"]);
    },
  },
  {
    name: "a project is there for its members only, and each may do what the membership says",
    async run(world) {
      const tenant = await world.tenant();
      const [boss, mate, guest, watcher, stranger] = await Promise.all([
        tenant.person("STUDIO_PROJECT"),
        tenant.person("STUDIO_PROJECT"),
        tenant.person("STUDIO_PROJECT"),
        tenant.person("STUDIO_MONITORING"),
        tenant.person("STUDIO_PROJECT", "STUDIO_MONITORING"),
      ]);
      const { id } = await boss.client.expect(201, "POST", "/projects", { name: "Closed circle" });
      const path = `/projects/${id}`;
      for (const person of [mate, guest, watcher, stranger]) {
        await person.client.expect(404, "GET", path);
        expect((await person.client.get("/projects")).body.items).toEqual([]);
      }
      await boss.client.expect(200, "PUT", `${path}/members/${mate.id}`, { role: "member" });
      await boss.client.expect(200, "PUT", `${path}/members/${guest.id}`, { role: "viewer" });
      await boss.client.expect(200, "PUT", `${path}/members/${watcher.id}`, { role: "manager" });

      const prompt = { name: "hello", language: "en", text: "Hello" };
      const answers = async (client: typeof boss.client) => [
        (await client.get(path)).status,
        (await client.post(`${path}/libraries/prompts`, { ...prompt, name: `p_${unique()}` })).status,
        (await client.patch(path, { description: unique() })).status,
        (await client.put(`${path}/members/${guest.id}`, { role: "viewer" })).status,
      ];
      expect(await answers(boss.client)).toEqual([200, 201, 200, 200]);
      expect(await answers(mate.client)).toEqual([200, 201, 403, 403]);
      expect(await answers(guest.client)).toEqual([200, 403, 403, 403]);
      // Monitoring reads, whatever the membership says.
      expect((await watcher.client.get(path)).body.role).toBe("viewer");
      expect(await answers(watcher.client)).toEqual([200, 403, 403, 403]);
      expect(await answers(stranger.client)).toEqual([404, 404, 404, 404]);
      expect(await answers(tenant.admin.client)).toEqual([200, 201, 200, 200]);

      const members = await mate.client.expect(200, "GET", `${path}/members`);
      expect(
        Object.fromEntries(members.items.map((one: { user_id: string; role: string }) => [one.user_id, one.role])),
      ).toEqual({
        [boss.id]: "manager",
        [mate.id]: "member",
        [guest.id]: "viewer",
        [watcher.id]: "manager",
      });
      await boss.client.expect(204, "DELETE", `${path}/members/${mate.id}`);
      await boss.client.expect(404, "DELETE", `${path}/members/${mate.id}`);
      await mate.client.expect(404, "GET", path);
    },
  },
  {
    name: "nobody becomes a member from another tenant, and nobody looks into one",
    async run(world) {
      const [ours, theirs] = [await world.tenant(), await world.tenant()];
      const { id } = await ours.admin.client.expect(201, "POST", "/projects", { name: "Ours" });
      const stranger = await ours.admin.client.put(`/projects/${id}/members/${theirs.admin.id}`, { role: "viewer" });
      expect(stranger.status).toBe(404);
      await ours.admin.client.expect(404, "PUT", `/projects/${id}/members/${STRANGE_ID}`, { role: "viewer" });
      for (const [method, path] of [
        ["GET", `/projects/${id}`],
        ["DELETE", `/projects/${id}`],
        ["GET", `/projects/${id}/members`],
        ["GET", `/projects/${id}/callbots`],
        ["GET", `/callbots?project_id=${id}`],
        ["GET", `/projects/${id}/libraries/intents`],
      ] as const) {
        await theirs.admin.client.expect(404, method, path);
      }
      expect((await ours.admin.client.get(`/projects/${id}/members`)).body.items).toHaveLength(1);
    },
  },
  {
    name: "a project's library keeps intents, prompts and variables, each with its own rules",
    async run(world) {
      const { client } = await (await world.tenant()).person("STUDIO_PROJECT");
      const { id } = await client.expect(201, "POST", "/projects", { name: "Library" });
      const library = `/projects/${id}/libraries`;
      const intent = await client.expect(201, "POST", `${library}/intents`, {
        name: "yes",
        utterances: ["yes", "of course"],
      });
      expect(intent).toMatchObject({ name: "yes", language: null, description: "", utterances: ["yes", "of course"] });
      await client.expect(201, "POST", `${library}/intents`, { name: "yes", language: "de", utterances: ["ja"] });
      const twice = await client.post(`${library}/intents`, { name: "yes", language: "de", utterances: [] });
      expect([twice.status, twice.body.code]).toEqual([409, "NAME_TAKEN"]);
      await client.expect(201, "POST", `${library}/prompts`, { name: "yes", language: "de", text: "Ja" });
      const variable = { name: "amount", type: "number", default: 12.5 };
      expect(await client.expect(201, "POST", `${library}/variables`, variable)).toMatchObject({
        ...variable,
        description: "",
      });

      const wrong = await client.post(`${library}/variables`, { name: "flag", type: "boolean", default: "yes" });
      expect([wrong.status, wrong.body.findings[0].path]).toEqual([400, "/default"]);
      for (const [kind, body] of [
        ["intents", { name: "no way", utterances: [] }],
        ["intents", { name: "no", utterances: ["no", "no"] }],
        ["intents", { name: "no", utterances: [" "] }],
        ["intents", { name: "no" }],
        ["prompts", { name: "hi", language: "English", text: "Hi" }],
        ["prompts", { name: "hi", text: "Hi" }],
        ["variables", { name: "x", type: "date" }],
        ["variables", { name: "1x", type: "string" }],
      ] as const) {
        const refused = await client.post(`${library}/${kind}`, body);
        expect([body, refused.status, refused.body.code]).toEqual([body, 400, "VALIDATION_FAILED"]);
      }

      const item = `${library}/intents/${intent.id}`;
      const changed = await client.put(item, { name: "yes", utterances: ["sure"] }, { headers: { "if-match": '"1"' } });
      expect(changed.body).toMatchObject({ id: intent.id, utterances: ["sure"], revision: 2 });
      expect((await client.put(item, { name: "yes", utterances: [] }, { headers: { "if-match": '"1"' } })).status).toBe(
        412,
      );
      expect((await client.get(item)).body).toEqual(changed.body);
      const german = await client.expect(200, "GET", `${library}/intents?language=de&name=yes`);
      expect(german.items).toMatchObject([{ language: "de", utterances: ["ja"] }]);

      // An intent is no prompt, and belongs to its project.
      await client.expect(404, "GET", `${library}/prompts/${intent.id}`);
      const { id: other } = await client.expect(201, "POST", "/projects", { name: "Other" });
      await client.expect(404, "DELETE", `/projects/${other}/libraries/intents/${intent.id}`);
      await client.expect(204, "DELETE", item);
      await client.expect(404, "GET", item);
    },
  },
  {
    name: "what was written to a project can be read in the audit",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = await tenant.person("STUDIO_PROJECT");
      const { id } = await client.expect(201, "POST", "/projects", { name: "Watched" });
      await client.expect(200, "PATCH", `/projects/${id}`, { description: "closely" });
      await client.expect(404, "PATCH", `/projects/${STRANGE_ID}`, { description: "not there" });
      const { items } = await tenant.admin.client.expect(200, "GET", "/admin/audit");
      const about = items.filter(({ resource_id }: { resource_id: string | null }) => resource_id === id);
      expect(about.map(({ action }: { action: string }) => action)).toEqual(["project.update", "project.create"]);
      expect(items.some(({ resource_id }: { resource_id: string | null }) => resource_id === STRANGE_ID)).toBe(false);
    },
  },
];
