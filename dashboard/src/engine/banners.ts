import type { AlertReason } from "../../../src/monitor/reason";

/** What the banner of each alert says. */
export const BANNERS: Readonly<Record<AlertReason, string>> = {
  drowsy: "DROWSY",
  microsleep: "MICROSLEEP",
  yawning: "YAWNING",
  head_nod: "HEAD NOD",
  no_driver: "NO DRIVER",
};
