import { ok, deepStrictEqual as same } from "node:assert";
import type { Client } from "../../harness/client";
import type { RoleName, World } from "../../harness/world";
import type { Check } from "../check";
import { nameOf, type Operation, operations, requestFor } from "../operations";

const NOBODYS_ID = "0192f0c1-7a55-7c3e-9d8e-0123456789ab";
const ROLES: readonly RoleName[] = ["STUDIO_ADMIN", "STUDIO_PROJECT", "STUDIO_MONITORING"];

async function codeOf(client: Client, operation: Operation): Promise<[number, string | undefined]> {
  const { path, options } = requestFor(operation, (name) => (name === "n" ? "1" : NOBODYS_ID));
  const { status, body } = await client.send(operation.method, path, options);
  return [status, body?.code];
}

/** They end the session, or count as a wrong password. */
const ENDS_SESSION = ["POST /api/v1/auth/logout", "POST /api/v1/auth/password"];

interface Role {
  role: RoleName;
  permissions: { method: string; path: string }[];
}

/** What each role opens, as the studio says. */
async function registry(client: Client): Promise<Map<RoleName, Set<string>>> {
  const { items } = (await client.expect(200, "GET", "/admin/roles")) as { items: Role[] };
  return new Map(
    items.map(({ role, permissions }) => [role, new Set(permissions.map(({ method, path }) => `${method} ${path}`))]),
  );
}

export const ROLE_CHECKS: readonly Check[] = [
  {
    name: "without a token every route but the open ones answers 401, and says what it wants",
    async run(world: World) {
      const all = operations(world.open);
      ok(all.length > 100, `${all.length} operations`);
      for (const operation of all.filter(({ security }) => security === "bearer")) {
        const { path, options } = requestFor(operation, (name) => (name === "n" ? "1" : NOBODYS_ID));
        const { status, body, headers } = await world.open.send(operation.method, path, options);
        same(
          [nameOf(operation), status, body.code, headers.get("www-authenticate")],
          [nameOf(operation), 401, "TOKEN_MISSING", "Bearer"],
        );
      }
    },
  },
  {
    name: "nobody learns what a route takes before saying who they are",
    async run(world: World) {
      for (const operation of operations(world.open).filter(({ security, body }) => security === "bearer" && body)) {
        const { path } = requestFor(operation, (name) => (name === "n" ? "1" : NOBODYS_ID));
        const answer = await world.open.send(operation.method, path, { raw: { type: "application/json", text: "{" } });
        same([nameOf(operation), answer.status], [nameOf(operation), 401]);
      }
    },
  },
  {
    name: "a route opens to the roles that the studio says it opens to, and to no other",
    async run(world: World) {
      const tenant = await world.tenant();
      const opened = await registry(tenant.admin.client);
      same([...opened.keys()].sort(), [...ROLES].sort());
      const wrong: string[] = [];
      for (const role of ROLES) {
        const { client } = await tenant.person(role);
        for (const operation of operations(client).filter(({ security }) => security === "bearer")) {
          const name = nameOf(operation);
          if (ENDS_SESSION.includes(name)) continue;
          const [status, code] = await codeOf(client, operation);
          const refused = status === 403 && code === "FORBIDDEN";
          if (status === 400 || status === 401) wrong.push(`${role} ${name}: ${status} ${code}`);
          if (refused === opened.get(role)!.has(name)) wrong.push(`${role} ${name}: ${status} ${code}`);
        }
      }
      same(wrong, []);
    },
  },
  {
    name: "who has no role is let into their own account only",
    async run(world: World) {
      const tenant = await world.tenant();
      const { client } = await tenant.person();
      const open: string[] = [];
      for (const operation of operations(client).filter(({ security }) => security === "bearer")) {
        if (ENDS_SESSION.includes(nameOf(operation))) continue;
        const [status, code] = await codeOf(client, operation);
        if (status !== 403 || code !== "FORBIDDEN") open.push(nameOf(operation));
      }
      same(open.sort(), ["DELETE /api/v1/auth/sessions/{id}", "GET /api/v1/auth/session", "GET /api/v1/auth/sessions"]);
    },
  },
  {
    name: "a person's token does not open what is for the voice gateway",
    async run(world: World) {
      const { client } = await (await world.tenant()).person(...ROLES);
      const gateway = operations(client).filter(({ security }) => security === "gateway");
      ok(gateway.length > 0);
      for (const operation of gateway) {
        const [status] = await codeOf(client, operation);
        ok([401, 403, 404].includes(status), `${nameOf(operation)}: ${status}`);
      }
    },
  },
];
