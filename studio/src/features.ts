import { adminRoutes } from "./admin/routes";
import { authRoutes } from "./auth/routes";
import type { App } from "./http/app";
import type { WorkerMaker } from "./worker";

/** Everything the studio offers. A feature adds its routes here, and its worker if it has one. */
export const ROUTES: readonly ((app: App) => void)[] = [authRoutes, adminRoutes];

export const WORKERS: readonly WorkerMaker[] = [];
