import type { App } from "../http/app";
import { tenantRoutes } from "./tenant_routes";
import { userRoutes } from "./user_routes";

export function adminRoutes(app: App): void {
  tenantRoutes(app);
  userRoutes(app);
}
