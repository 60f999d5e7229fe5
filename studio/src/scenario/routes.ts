import type { App } from "../http/app";
import { lockRoutes } from "./lock_routes";
import { resourceRoutes } from "./resource_routes";
import { validateRoutes } from "./validate_routes";
import { versionRoutes } from "./version_routes";

/** /scenarios and everything beneath it but the analysis. */
export function scenarioRoutes(app: App): void {
  validateRoutes(app);
  resourceRoutes(app);
  versionRoutes(app);
  lockRoutes(app);
}
