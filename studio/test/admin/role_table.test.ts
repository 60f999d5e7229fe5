import { opensTo, permissionsOf, roleTable } from "../../src/admin/role_table";
import type { RouteRecord } from "../../src/http/app";

const record = (method: string, path: string, access: RouteRecord["access"]): RouteRecord => ({
  method,
  path,
  access,
  audit: null,
  summary: `${method} ${path}`,
});

const routes = [
  record("PUT", "/api/v1/b/:id", ["STUDIO_PROJECT"]),
  record("GET", "/api/v1/b/:id", ["STUDIO_PROJECT", "STUDIO_MONITORING"]),
  record("GET", "/api/v1/a", "any"),
  record("POST", "/api/v1/auth/login", "public"),
  record("GET", "/internal/v1/x", "gateway"),
];

test("a role opens what lists it and what is open to anyone signed in, and nothing else", () => {
  expect(opensTo("public", "STUDIO_ADMIN")).toBe(false);
  expect(opensTo("gateway", "STUDIO_ADMIN")).toBe(false);
  expect(permissionsOf(routes, "STUDIO_ADMIN").map(({ path }) => path)).toEqual(["/api/v1/a"]);
  expect(permissionsOf(routes, "STUDIO_PROJECT").map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/v1/a",
    "GET /api/v1/b/{id}",
    "PUT /api/v1/b/{id}",
  ]);
});

test("the table has one line for each route, by path and method", () => {
  expect(roleTable({ routes }).split("\n")).toEqual([
    "| method | path | ADMIN | PROJECT | MONITORING | else | what it does |",
    "|---|---|:-:|:-:|:-:|---|---|",
    "| GET | `/api/v1/a` | ✓ | ✓ | ✓ | any signed-in user | GET /api/v1/a |",
    "| POST | `/api/v1/auth/login` |  |  |  | everyone | POST /api/v1/auth/login |",
    "| GET | `/api/v1/b/{id}` |  | ✓ | ✓ |  | GET /api/v1/b/:id |",
    "| PUT | `/api/v1/b/{id}` |  | ✓ |  |  | PUT /api/v1/b/:id |",
    "| GET | `/internal/v1/x` |  |  |  | voice gateway | GET /internal/v1/x |",
  ]);
});
