import { Type } from "@sinclair/typebox";
import type { App } from "../http/app";
import { ROLES } from "../http/principal";
import { ok } from "../http/reply";
import { route } from "../http/route";
import { OneOf } from "../http/schema";
import { permissionsOf, ROLE_PURPOSES } from "./role_table";

const RoleSchema = Type.Object({
  role: OneOf(ROLES),
  purpose: Type.String(),
  permissions: Type.Array(Type.Object({ method: Type.String(), path: Type.String(), summary: Type.String() })),
});

export function roleRoutes(app: App): void {
  route(
    app,
    {
      method: "GET",
      url: "/admin/roles",
      roles: ["STUDIO_ADMIN"],
      tag: "Administration: users",
      summary: "The roles and every request each of them opens",
      response: { 200: Type.Object({ items: Type.Array(RoleSchema) }) },
    },
    async () =>
      ok({
        items: ROLES.map((role) => ({
          role,
          purpose: ROLE_PURPOSES[role],
          permissions: permissionsOf(app.routes, role),
        })),
      }),
  );
}
