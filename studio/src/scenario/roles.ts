import type { Role } from "../http/principal";

/** The project's membership narrows these further. */
export const READERS: readonly Role[] = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"];
export const WRITERS: readonly Role[] = ["STUDIO_PROJECT", "STUDIO_ADMIN"];
export const tag = "Scenarios";
