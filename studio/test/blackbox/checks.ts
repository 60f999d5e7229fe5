import type { Check } from "./check";
import { ADMIN_CHECKS } from "./checks/admin";
import { AUTH_CHECKS } from "./checks/auth";
import { CALLBOTS } from "./checks/callbots";
import { PROJECTS } from "./checks/projects";

/** Every group of checks; both databases run all of them. */
export const GROUPS: Readonly<Record<string, readonly Check[]>> = {
  auth: AUTH_CHECKS,
  admin: ADMIN_CHECKS,
  projects: PROJECTS,
  callbots: CALLBOTS,
};
