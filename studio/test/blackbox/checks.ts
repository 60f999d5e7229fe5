import type { Check } from "./check";

/** Every group of checks; both databases run all of them. */
export const GROUPS: Readonly<Record<string, readonly Check[]>> = {};
