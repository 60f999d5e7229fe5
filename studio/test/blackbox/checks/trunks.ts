import { strictEqual as is, ok, deepStrictEqual as same } from "node:assert";
import type { Answer, Client } from "../../harness/client";
import { unique } from "../../harness/world";
import type { Check } from "../check";
import { GATEWAY_TOKEN } from "../environment";
import type { Item } from "../item";

const ADMIN = "/admin/telephony-trunks";
const INTERNAL = "//internal/v1/telephony-trunks";

/** Writes the document under the ETag that holds now. */
async function put(client: Client, body: unknown): Promise<Answer> {
  const etag = (await client.get(ADMIN)).headers.get("etag")!;
  return client.put(ADMIN, body, { headers: { "if-match": etag } });
}

const sip = (name: string, more: object = {}) => ({ name, host: "sip.example.com", ...more });

export const TRUNK_CHECKS: readonly Check[] = [
  {
    name: "the trunk document is replaced as a whole, under the ETag that was read",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const empty = await client.get(ADMIN);
      same(empty.body, { gateways: [], acl: [], prefix_routes: [], updated_at: null, findings: [] });
      const body = {
        gateways: [sip("main", { transport: "tls" })],
        prefix_routes: [{ prefix: "", gateways: [{ name: "main" }] }],
      };
      const blind = await client.put(ADMIN, body);
      same([blind.status, blind.body.code], [428, "PRECONDITION_REQUIRED"]);
      const first = await client.put(ADMIN, body, { headers: { "if-match": empty.headers.get("etag")! } });
      is(first.status, 200);
      const [gateway] = first.body.gateways;
      same(
        [gateway.port, gateway.codecs, gateway.enabled, gateway.password_set],
        [5061, ["PCMA", "PCMU"], true, false],
      );
      same(first.body.prefix_routes[0], {
        prefix: "",
        gateways: [{ name: "main", priority: 0 }],
        caller_id: null,
        strip: 0,
        prepend: "+",
      });
      const stale = await client.put(ADMIN, body, { headers: { "if-match": empty.headers.get("etag")! } });
      same(
        [stale.status, stale.body.code, stale.headers.get("etag")],
        [412, "PRECONDITION_FAILED", first.headers.get("etag")],
      );
      same((await client.get(ADMIN)).body, first.body);
      same((await (await world.tenant()).admin.client.get(ADMIN)).body.gateways, []);
    },
  },
  {
    name: "of many who write the document at once one succeeds",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const etag = (await client.get(ADMIN)).headers.get("etag")!;
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          client.put(ADMIN, { gateways: [sip(`g${i}`)] }, { headers: { "if-match": etag } }),
        ),
      );
      same(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(412)]);
    },
  },
  {
    name: "a document with errors is refused with all of them and changes nothing; warnings come with the document",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      await put(client, { gateways: [sip("main")] });
      const bad = {
        gateways: [sip("a"), sip("A", { host: "no host" })],
        acl: [{ cidr: "10.0.0.0/99" }],
        prefix_routes: [{ prefix: "49", gateways: [{ name: "b" }] }],
      };
      const answer = await put(client, bad);
      same([answer.status, answer.body.code], [422, "INVALID_TRUNKS"]);
      const errors = answer.body.findings.filter(({ severity }: Item) => severity === "error");
      same(
        errors.map(({ path }: Item) => path),
        ["/gateways/1/name", "/gateways/1/host", "/acl/0/cidr", "/prefix_routes/0/gateways/0/name"],
      );
      same((await client.get(ADMIN)).body.gateways.length, 1);
      const checked = await client.expect(200, "POST", `${ADMIN}/validate`, bad);
      same([checked.valid, checked.findings], [false, answer.body.findings]);
      const warned = await put(client, { gateways: [sip("main")], acl: [{ cidr: "0.0.0.0/0" }] });
      same([warned.status, warned.body.findings[0].code], [200, "OPEN_TO_ALL"]);
      for (const [gateway, path] of [
        [{ name: "bad name", host: "a.example" }, "/gateways/0/name"],
        [sip("a", { port: 0 }), "/gateways/0/port"],
        [sip("a", { codecs: ["mp3"] }), "/gateways/0/codecs/0"],
        [sip("a", { pasword: "misspelt" }), "/gateways/0/pasword"],
      ] as const) {
        const wrong = await put(client, { gateways: [gateway] });
        same([wrong.status, wrong.body.findings[0].path], [400, path]);
      }
    },
  },
  {
    name: "passwords go in and never come out to people: left out they stay, null removes them, and they go with their gateway",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      const { token } = await client.expect(201, "POST", "/admin/gateway-credentials", { name: "pbx" });
      const opened = async () => {
        const { gateways } = await world.open.as(token).expect(200, "GET", INTERNAL);
        return Object.fromEntries(gateways.map(({ name, password }: Item) => [name, password]));
      };
      const [first, second] = [`pw-${unique()}`, `pw-${unique()}`];
      const login = { username: "u", register: true };
      const made = await put(client, {
        gateways: [sip("a", { ...login, password: first }), sip("b", { username: "u", password: second })],
      });
      same(
        made.body.gateways.map((gateway: Item) => [gateway.password_set, "password" in gateway]),
        [
          [true, false],
          [true, false],
        ],
      );
      ok(!JSON.stringify(made.body).includes(first));
      same(await opened(), { a: first, b: second });
      await put(client, {
        gateways: [sip("a", { ...login, host: "other.example.com" }), sip("b", { password: null })],
      });
      same(await opened(), { a: first, b: null });
      await put(client, { gateways: [sip("b")] });
      const back = await put(client, { gateways: [sip("a", login), sip("b")] });
      same([back.status, back.body.findings[0].path], [422, "/gateways/0/password"]);
      same(await opened(), { b: null });
      const audit = (await client.get("/admin/audit?action=trunks.update")).body.items;
      same(
        audit.map(({ detail }: Item) => detail.passwords),
        [
          { set: [], removed: [] },
          { set: [], removed: ["b"] },
          { set: ["a", "b"], removed: [] },
        ],
      );
      for (const secret of [first, second, token]) ok(!JSON.stringify(audit).includes(secret));
    },
  },
  {
    name: "the voice gateway reads its own tenant's document with its own credential, and nobody else does",
    async run(world) {
      const tenant = await world.tenant();
      const other = await world.tenant();
      const { client } = tenant.admin;
      await put(client, { gateways: [sip("ours")] });
      const made = await client.expect(201, "POST", "/admin/gateway-credentials", { name: "pbx" });
      is((await client.post("/admin/gateway-credentials", { name: "PBX" })).body.code, "NAME_TAKEN");
      const gateway = world.open.as(made.token);
      const read = await gateway.get(INTERNAL);
      same([read.status, read.body.tenant_id, read.body.gateways[0].name], [200, tenant.id, "ours"]);
      const again = await gateway.get(INTERNAL, { headers: { "if-none-match": read.headers.get("etag")! } });
      is(again.status, 304);
      is((await gateway.get(`${INTERNAL}?tenant_id=${other.id}`)).status, 403);
      is((await gateway.get("/auth/session")).body.code, "TOKEN_INVALID");
      is((await gateway.get(ADMIN)).status, 401);
      is((await world.open.get(INTERNAL)).body.code, "TOKEN_MISSING");
      for (const wrong of ["x", `${made.token.slice(0, -4)}AAAA`, `dgg_${other.id}_${made.token.slice(-43)}`]) {
        const answer = await world.open.as(wrong).get(INTERNAL);
        same([answer.status, answer.body.code], [401, "TOKEN_INVALID"]);
      }
      same([(await client.get(INTERNAL)).status, (await world.operator.get(INTERNAL)).status], [403, 403]);
      const [listed] = (await client.get("/admin/gateway-credentials")).body.items;
      same([listed.id, listed.last_used_at !== null, "token" in listed], [made.id, true, false]);
      is((await other.admin.client.delete(`/admin/gateway-credentials/${made.id}`)).status, 404);
      await client.expect(204, "DELETE", `/admin/gateway-credentials/${made.id}`);
      is((await gateway.get(INTERNAL)).status, 401);
    },
  },
  {
    name: "a gateway of the house opens any tenant's document, naming the tenant; a disabled tenant has none to read",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      await put(client, { gateways: [sip("ours")] });
      const { token } = await client.expect(201, "POST", "/admin/gateway-credentials", { name: "pbx" });
      const house = world.open.as(GATEWAY_TOKEN);
      is((await house.get(INTERNAL)).body.findings[0].path, "/tenant_id");
      is((await house.get(`${INTERNAL}?tenant_id=${tenant.id}`)).body.gateways[0].name, "ours");
      is((await house.get(`${INTERNAL}?tenant_id=${tenant.admin.id}`)).status, 404);
      is((await house.get(`${INTERNAL}?tenant_id=all`)).status, 400);
      await world.operator.expect(200, "PATCH", `/admin/tenants/${tenant.id}`, { disabled: true });
      is((await house.get(`${INTERNAL}?tenant_id=${tenant.id}`)).status, 404);
      is((await world.open.as(token).get(INTERNAL)).status, 401);
    },
  },
  {
    name: "whoever sets up jambonz reads the document in jambonz's words, and what those have no place for",
    async run(world) {
      const tenant = await world.tenant();
      const { client } = tenant.admin;
      await put(client, {
        gateways: [sip("ours", { username: "u", password: "pass-of-ours", max_concurrent_calls: 3 })],
        prefix_routes: [{ prefix: "49", gateways: [{ name: "ours" }] }],
      });
      const { token } = await client.expect(201, "POST", "/admin/gateway-credentials", { name: "sync" });
      const path = `${INTERNAL}/jambonz`;
      const { body, headers } = await world.open.as(token).get(path);
      const [carrier] = body.carriers;
      same([carrier.name, carrier.trunk_type, carrier.register_password], ["ours", "auth", "pass-of-ours"]);
      same(
        body.sip_gateways.map(({ carrier: of, outbound }: Item) => [of, outbound]),
        [["ours", true]],
      );
      same(
        body.routes.map(({ regex, carriers }: Item) => [regex, carriers[0].name]),
        [["^49", "ours"]],
      );
      same(
        body.gaps.map(({ path: at }: Item) => at),
        ["/gateways/0/max_concurrent_calls"],
      );
      is((await world.open.as(token).get(path, { headers: { "if-none-match": headers.get("etag")! } })).status, 304);
      is((await client.get(path)).status, 403);
      is((await world.open.get(path)).status, 401);
    },
  },
  {
    name: "one can ask how a number would be called",
    async run(world) {
      const { client } = (await world.tenant()).admin;
      await put(client, {
        gateways: [sip("world"), sip("berlin")],
        prefix_routes: [
          { prefix: "", gateways: [{ name: "world" }] },
          {
            prefix: "4930",
            gateways: [{ name: "world", priority: 5 }, { name: "berlin" }],
            strip: 2,
            prepend: "0",
            caller_id: "+4930999",
          },
        ],
      });
      same((await client.get(`${ADMIN}/route?number=%2B493012345`)).body, {
        prefix: "4930",
        gateways: ["berlin", "world"],
        dialled: "03012345",
        caller_id: "+4930999",
      });
      is((await client.get(`${ADMIN}/route?number=110`)).status, 400);
    },
  },
  {
    name: "only administrators read or write trunks",
    async run(world) {
      const bob = await (await world.tenant()).person("STUDIO_PROJECT", "STUDIO_MONITORING");
      for (const [method, path] of [
        ["GET", ADMIN],
        ["PUT", ADMIN],
        ["GET", "/admin/gateway-credentials"],
        ["POST", "/admin/gateway-credentials"],
      ] as const) {
        const body = path === ADMIN ? { gateways: [] } : { name: "mine" };
        const answer = await bob.client.send(method, path, method === "GET" ? {} : { body });
        same([answer.status, answer.body.code], [403, "FORBIDDEN"]);
      }
    },
  },
];
