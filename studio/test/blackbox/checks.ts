import type { Check } from "./check";
import { ADMIN_CHECKS } from "./checks/admin";
import { ANALYSIS } from "./checks/analysis";
import { AUTH_CHECKS } from "./checks/auth";
import { CALLBOTS } from "./checks/callbots";
import { CALLS } from "./checks/calls";
import { CAMPAIGNS } from "./checks/campaigns";
import { CONVENTIONS } from "./checks/conventions";
import { HOUSEKEEPING } from "./checks/housekeeping";
import { LIVE } from "./checks/live";
import { MONITORING } from "./checks/monitoring";
import { PROJECTS } from "./checks/projects";
import { ROLE_CHECKS } from "./checks/roles";
import { SCENARIO_LOCKS } from "./checks/scenario_locks";
import { SCENARIO_VALIDATION } from "./checks/scenario_validation";
import { SCENARIOS } from "./checks/scenarios";
import { SCHEDULES } from "./checks/schedules";
import { SECRET_CHECKS } from "./checks/secrets";
import { TENANCY } from "./checks/tenancy";
import { TRUNK_CHECKS } from "./checks/trunks";
import { WEBHOOKS } from "./checks/webhooks";
import { WEBHOOKS_OF_CALLS } from "./checks/webhooks_calls";

/** Every group of checks; both databases run all of them. */
export const GROUPS: Readonly<Record<string, readonly Check[]>> = {
  auth: AUTH_CHECKS,
  admin: ADMIN_CHECKS,
  trunks: TRUNK_CHECKS,
  secrets: SECRET_CHECKS,
  projects: PROJECTS,
  callbots: CALLBOTS,
  schedules: SCHEDULES,
  scenarios: SCENARIOS,
  "scenario validation": SCENARIO_VALIDATION,
  "scenario locks": SCENARIO_LOCKS,
  webhooks: WEBHOOKS,
  campaigns: CAMPAIGNS,
  calls: CALLS,
  tenancy: TENANCY,
  conventions: CONVENTIONS,
  "roles of routes": ROLE_CHECKS,
  "webhooks of calls": WEBHOOKS_OF_CALLS,
  "live events": LIVE,
  monitoring: MONITORING,
  analysis: ANALYSIS,
  housekeeping: HOUSEKEEPING,
};
