/** Who may ask and who may write; what in which project is a matter of membership. */
export const READERS = ["STUDIO_PROJECT", "STUDIO_MONITORING", "STUDIO_ADMIN"] as const;
export const WRITERS = ["STUDIO_PROJECT", "STUDIO_ADMIN"] as const;
export const tag = "Schedules";
