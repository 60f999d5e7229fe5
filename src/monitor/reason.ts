/** Why an announcement is made: one token for voice, capture, MQTT and status alike. */

/** Drowsiness reasons, the first that applies is announced (design: microsleep, head_nod, yawning, drowsy). */
export const DROWSINESS_PRIORITY = ["microsleep", "head_nod", "yawning", "drowsy"] as const;

export type DrowsinessReason = (typeof DROWSINESS_PRIORITY)[number];

export type AlertReason = DrowsinessReason | "no_driver";

/** Reason numbering of the interface (POST /api/alert-test): appended to, never renumbered. */
export const ALERT_REASONS: readonly AlertReason[] = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"];

/** Announcements per reason since boot. */
export type AlertCounts = Record<AlertReason, number>;
