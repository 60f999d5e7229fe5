import { adminRoutes } from "./admin/routes";
import { analysisRoutes } from "./analysis/routes";
import { auditRoutes } from "./audit/routes";
import { authRoutes } from "./auth/routes";
import { callRoutes } from "./call/routes";
import { callbotRoutes } from "./callbot/routes";
import { contactRoutes } from "./campaign/contact_routes";
import { campaignControlRoutes } from "./campaign/control_routes";
import { campaignGroupRoutes } from "./campaign/group_routes";
import { campaignRoutes } from "./campaign/routes";
import { voiceRoutes } from "./dialer/hooks/routes";
import { testCallRoutes } from "./dialer/test_call_routes";
import { dialerWorker } from "./dialer/worker";
import { retentionRoutes } from "./housekeeping/routes";
import { housekeepingWorker } from "./housekeeping/worker";
import type { App } from "./http/app";
import { liveRoutes } from "./live/routes";
import { monitoringRoutes } from "./monitoring/routes";
import { libraryRoutes } from "./project/library_routes";
import { memberRoutes } from "./project/member_routes";
import { projectRoutes } from "./project/routes";
import { scenarioRoutes } from "./scenario/routes";
import { activeRoutes } from "./schedule/active_routes";
import { scheduleRoutes } from "./schedule/routes";
import { credentialRoutes } from "./trunk/credential_routes";
import { internalRoutes } from "./trunk/internal_routes";
import { trunkRoutes } from "./trunk/routes";
import { deliveryRoutes } from "./webhook/delivery_routes";
import { deliveryWorker } from "./webhook/delivery_worker";
import { endpointRoutes } from "./webhook/endpoint_routes";
import type { WorkerMaker } from "./worker";

/** Everything the studio offers. A feature adds its routes here, and its worker if it has one. */
export const ROUTES: readonly ((app: App) => void)[] = [
  authRoutes,
  adminRoutes,
  auditRoutes,
  trunkRoutes,
  credentialRoutes,
  internalRoutes,
  projectRoutes,
  memberRoutes,
  libraryRoutes,
  callbotRoutes,
  scenarioRoutes,
  scheduleRoutes,
  activeRoutes,
  campaignRoutes,
  campaignControlRoutes,
  contactRoutes,
  campaignGroupRoutes,
  callRoutes,
  testCallRoutes,
  endpointRoutes,
  deliveryRoutes,
  analysisRoutes,
  monitoringRoutes,
  retentionRoutes,
  (app) => liveRoutes(app),
  voiceRoutes,
];

export const WORKERS: readonly WorkerMaker[] = [dialerWorker, deliveryWorker, housekeepingWorker];
