import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import type { Answer, Client, SendOptions } from "../../harness/client";
import { type Tenant, unique, type World } from "../../harness/world";
import type { Check } from "../check";
import { operations } from "../operations";

const says = ({ status, body }: Answer) => [status, body.code];

async function builder(world: World): Promise<[Client, Tenant]> {
  const tenant = await world.tenant();
  return [(await tenant.person("STUDIO_PROJECT")).client, tenant];
}

const keyed = (key: string, more: SendOptions = {}): SendOptions => ({ ...more, headers: { "idempotency-key": key } });

export const CONVENTIONS: readonly Check[] = [
  {
    name: "what is not there, not meant so or not readable gets one kind of answer, and keeps its place",
    async run({ open }) {
      same(says(await open.get("/nowhere")), [404, "NOT_FOUND"]);
      same(says(await open.get("/projects/no-uuid", {})), [401, "TOKEN_MISSING"]);
      same(says(await open.get("/auth/%zz")), [404, "NOT_FOUND"]);
      const wrong = await open.put("/projects", {});
      same([...says(wrong), wrong.headers.get("allow")], [405, "METHOD_NOT_ALLOWED", "GET, HEAD, POST"]);
      const raw = (type: string, text: string) => open.post("/auth/login", undefined, { raw: { type, text } });
      same(says(await raw("text/plain", "x")), [415, "UNSUPPORTED_MEDIA_TYPE"]);
      same(says(await raw("application/xml", "<a/>")), [415, "UNSUPPORTED_MEDIA_TYPE"]);
      same(says(await raw("application/json", '{"email":')), [400, "INVALID_JSON"]);
      same(says(await raw("application/json", '{"__proto__":{"email":"x"}}')), [400, "INVALID_JSON"]);
      same(says(await raw("application/json", `"${"x".repeat(1_100_000)}"`)), [413, "PAYLOAD_TOO_LARGE"]);
      const form = await raw("application/json", '{"email":1,"pasword":"x"}');
      same(says(form), [400, "VALIDATION_FAILED"]);
      same(form.body.findings.map(({ path }: { path: string }) => path).sort(), ["/email", "/password", "/pasword"]);
    },
  },
  {
    name: "every answer names its request, is not stored and is not taken for a page",
    async run({ open }) {
      const seen = new Set<string>();
      for (const path of ["/auth/session", "/openapi.json", "/nowhere", "/auth/%zz", "//health"]) {
        const { headers, body, status } = await open.get(path, { headers: { "x-request-id": "mine" } });
        const id = headers.get("x-request-id")!;
        if (status >= 400) is(body.request_id, id);
        seen.add(id);
        is(headers.get("cache-control"), "no-store");
        is(headers.get("x-content-type-options"), "nosniff");
        is(headers.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
        is(headers.get("x-powered-by"), null);
      }
      is(seen.size, 5);
      ok(!seen.has("mine"));
    },
  },
  {
    name: "figures are for this machine, not for whoever stands behind a proxy on it",
    async run({ open }) {
      const ask = (headers: Record<string, string>) => fetch(new URL("/metrics", open.base), { headers });
      const own = await ask({});
      is(own.status, 200);
      ok((await own.text()).includes("process_cpu_seconds_total"));
      for (const name of ["x-forwarded-for", "forwarded", "via"])
        is((await ask({ [name]: "for=203.0.113.9" })).status, 404);
    },
  },
  {
    name: "a page of a list names the next one; a cursor of another list, or made up, is refused",
    async run(world) {
      const [ann] = await builder(world);
      for (let i = 0; i < 5; i++) await ann.expect(201, "POST", "/projects", { name: `Project ${i}` });
      const names: string[] = [];
      let cursor: string | null = null;
      do {
        const at: string = cursor === null ? "" : `&cursor=${cursor}`;
        const page = await ann.expect(200, "GET", `/projects?limit=2${at}`);
        ok(page.items.length <= 2);
        names.push(...page.items.map(({ name }: { name: string }) => name));
        cursor = page.next_cursor;
      } while (cursor !== null);
      same(names, ["Project 4", "Project 3", "Project 2", "Project 1", "Project 0"]);
      const { next_cursor } = await ann.expect(200, "GET", "/projects?limit=1");
      const made_up = Buffer.from('["projects","x\' OR 1=1"]').toString("base64url");
      for (const [path, wrong] of [
        ["/scenarios", next_cursor],
        ["/projects", made_up],
        ["/projects", "garbage"],
        ["/projects", `${next_cursor}x`.slice(5)],
      ]) {
        same(says(await ann.get(`${path}?cursor=${wrong}`)), [400, "CURSOR_INVALID"]);
      }
      for (const limit of ["0", "201", "many", "1.5"]) {
        same(says(await ann.get(`/projects?limit=${limit}`)), [400, "VALIDATION_FAILED"]);
      }
    },
  },
  {
    name: "a POST with an Idempotency-Key happens once: again it gets the same answer, with another body it is refused",
    async run(world) {
      const [ann, tenant] = await builder(world);
      const key = `key-${unique()}`;
      const body = { name: "Once" };
      const first = await ann.post("/projects", body, keyed(key));
      const again = await ann.post("/projects", body, keyed(key));
      same([first.status, again.status], [201, 201]);
      same(again.body, first.body);
      same(again.headers.get("location"), first.headers.get("location"));
      same(
        [first, again].map(({ headers }) => headers.get("idempotency-replayed")),
        [null, "true"],
      );
      same(says(await ann.post("/projects", { name: "Twice" }, keyed(key))), [422, "IDEMPOTENCY_KEY_REUSED"]);
      same(says(await ann.post("/callbots", body, keyed(key))), [400, "VALIDATION_FAILED"]);
      const names = (await ann.expect(200, "GET", "/projects")).items.map(({ name }: { name: string }) => name);
      same(names, ["Once"]);
      // A key belongs to a person: another's same key is another key.
      const { client: bob } = await tenant.person("STUDIO_PROJECT");
      const other = await bob.expect(201, "POST", "/projects", { name: "Bob's" }, keyed(key));
      ok(other.id !== first.body.id);
      same(says(await ann.post("/projects", body, keyed("x".repeat(256)))), [400, "IDEMPOTENCY_KEY_INVALID"]);
      same(says(await ann.post("/projects", body, keyed("with space"))), [400, "IDEMPOTENCY_KEY_INVALID"]);
    },
  },
  {
    name: "a failed POST leaves its Idempotency-Key free, so that the mended request goes through with it",
    async run(world) {
      const [ann] = await builder(world);
      const key = `key-${unique()}`;
      await ann.expect(201, "POST", "/projects", { name: "Taken" });
      same(says(await ann.post("/projects", { name: "Taken" }, keyed(key))), [409, "NAME_TAKEN"]);
      await ann.expect(201, "POST", "/projects", { name: "Free" }, keyed(key));
    },
  },
  {
    name: "twenty of the same POST at the same time make one thing",
    async run(world) {
      const [ann] = await builder(world);
      const key = `key-${unique()}`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => ann.post("/projects", { name: "One" }, keyed(key))),
      );
      same(new Set(answers.map(({ status }) => status)), new Set([201]));
      is(new Set(answers.map(({ body }) => body.id)).size, 1);
      is(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null).length, 1);
      is((await ann.expect(200, "GET", "/projects")).items.length, 1);
    },
  },
  {
    name: "a write with If-Match is held to what was read",
    async run(world) {
      const [ann] = await builder(world);
      const made = await ann.post("/projects", { name: "Draft" });
      const read = await ann.get(`/projects/${made.body.id}`);
      const etag = read.headers.get("etag")!;
      is(made.headers.get("etag"), etag);
      const path = `/projects/${made.body.id}`;
      const match = (tag: string) => ({ headers: { "if-match": tag } });
      const changed = await ann.patch(path, { name: "Better" }, match(etag));
      is(changed.status, 200);
      ok(changed.headers.get("etag") !== etag);
      const late = await ann.patch(path, { name: "Late" }, match(etag));
      same([...says(late), late.headers.get("etag")], [412, "PRECONDITION_FAILED", changed.headers.get("etag")]);
      same(says(await ann.delete(path, match(etag))), [412, "PRECONDITION_FAILED"]);
      is((await ann.get(path)).body.name, "Better");
      is((await ann.patch(path, { name: "Any" }, match("*"))).status, 200);
      is(
        (await ann.patch(path, { name: "Either" }, match(`"0", ${(await ann.get(path)).headers.get("etag")}`))).status,
        200,
      );
    },
  },
  {
    name: "the document is a valid OpenAPI 3.1 document, and no path is without summary, tag and answers",
    async run({ open }) {
      const { Validator } = await import("@seriousme/openapi-schema-validator");
      const document = (await open.get("/openapi.json")).body;
      const validator = new Validator();
      const { valid, errors } = await validator.validate(document);
      same([validator.version, valid, errors], ["3.1", true, undefined]);
      for (const { method, path } of operations(open)) {
        const { summary, tags, responses, security } = document.paths[path][method.toLowerCase()];
        ok(summary && tags.length === 1 && security && Object.keys(responses).length > 1, `${method} ${path}`);
      }
    },
  },
  {
    name: "nothing secret is in the log, whether a request succeeds or fails; each line says which request it belongs to",
    async run(world) {
      const { admin } = await world.tenant();
      const secret = `very-secret-${unique()}`;
      await world.open.post("/auth/login", { email: `${secret}@example.test`, password: `${secret}-password` });
      const { email, password } = admin;
      const login = await world.open.expect(200, "POST", "/auth/login", { email, password });
      await world.open.post("/auth/refresh", { refresh_token: `${secret}-refresh` });
      await world.open.as(`${secret}.${secret}.${secret}`).get("/auth/session");
      await admin.client.get(`/admin/users?search=${secret}`);
      await admin.client.expect(200, "PUT", "/admin/ai-settings", {
        provider: "openai_compatible",
        endpoint_url: "https://ai.example/v1",
        model: "small",
        key: `${secret}-key`,
      });
      await admin.client.post("/projects", { name: secret }, { headers: { "x-api-key": secret } });
      const { headers } = await admin.client.get("/auth/session");
      const log = world.studio.output();
      for (const text of [secret, password, login.access_token, login.refresh_token, admin.client.token!]) {
        ok(!log.includes(text), `the log holds ${text.slice(0, 12)}...`);
      }
      const lines = log.split("\n").filter((line) => line.startsWith("{"));
      const mine = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === headers.get("x-request-id"));
      ok(mine.length > 0);
      ok(mine.some(({ req }) => req?.route === "/api/v1/auth/session"));
    },
  },
];
