import type { App } from "../http/app";
import { aiSettingsRoutes } from "./ai_settings_routes";
import { managerRoutes } from "./manager_routes";
import { roleRoutes } from "./role_routes";
import { tenantRoutes } from "./tenant_routes";
import { usageRoutes } from "./usage_routes";
import { userRoutes } from "./user_routes";

export function adminRoutes(app: App): void {
  for (const register of [tenantRoutes, userRoutes, managerRoutes, roleRoutes, aiSettingsRoutes, usageRoutes])
    register(app);
}
