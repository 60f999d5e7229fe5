import type { Check } from "./check";
import { CALLBOTS } from "./checks/callbots";
import { PROJECTS } from "./checks/projects";

/** Every group of checks; both databases run all of them. */
export const GROUPS: Readonly<Record<string, readonly Check[]>> = {
  projects: PROJECTS,
  callbots: CALLBOTS,
};
