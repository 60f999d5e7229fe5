/** The two messages that the unit publishes, as ASCII JSON with the keys in the document's order. */
import { asciiJson } from "../store/ascii";
import { PAYLOAD_MAX_BYTES } from "./limits";
import type { Identity } from "./settings";

export type AlertToken = "drowsy" | "microsleep" | "yawning" | "head_nod" | "no_driver" | "test";
export type Severity = "critical" | "high" | "medium" | "info";

/** What the unit knows of the time. `utc_ms` is milliseconds since 1970, null until a time server answered. */
export interface Instant {
  readonly uptime_ms: number;
  readonly utc_ms: number | null;
}

/** One confirmed alert, as the announcer hands it over. */
export interface AlertFacts {
  readonly alert: AlertToken;
  /** Fused behaviour score, 0-1. */
  readonly risk: number;
  /** Share of the window with the eyes closed, 0-1. */
  readonly perclos: number;
  /** Announcements since boot, this one included. */
  readonly alert_count: number;
  /** Of the alert. */
  readonly uptime_ms: number;
}

export interface AlertNumber {
  readonly event_id: string;
  readonly seq: number;
}

export type StatusReason = "connected" | "shutdown" | "last-will";

/** Above it `drowsy` is critical. [unit document, alert payload] */
const DROWSY_CRITICAL_RISK = 0.85;

/** A share to four places; what is no number is 0, so that the document stays JSON. */
function share(value: number): number {
  if (!Number.isFinite(value)) return 0;
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
}

function severityOf(alert: AlertToken, risk: number): Severity {
  switch (alert) {
    case "microsleep":
    case "no_driver":
      return "critical";
    case "drowsy":
      return risk > DROWSY_CRITICAL_RISK ? "critical" : "high";
    case "head_nod":
      return "high";
    case "yawning":
      return "medium";
    case "test":
      return "info";
  }
}

function isoTime(utc_ms: number | null): string {
  return utc_ms === null ? "" : new Date(utc_ms).toISOString();
}

/** The alert message; `utc_ms` is the time of the alert, null where it is not known. Null when it would exceed what may be published. */
export function alertPayload(
  facts: AlertFacts,
  number: AlertNumber,
  identity: Identity,
  utc_ms: number | null,
): string | null {
  // Severity follows the figure that is published, so that a subscriber can check it.
  const risk = share(facts.risk);
  const text = asciiJson({
    schema: "monitor.alert.v1",
    event_id: number.event_id,
    seq: number.seq,
    device_id: identity.device_id,
    fleet_id: identity.fleet_id,
    remark: identity.remark,
    alert: facts.alert,
    severity: severityOf(facts.alert, risk),
    risk,
    perclos: share(facts.perclos),
    alert_count: facts.alert_count,
    uptime_ms: Math.floor(facts.uptime_ms),
    ts: isoTime(utc_ms),
    ts_source: utc_ms === null ? "uptime" : "sntp",
  });
  return text.length > PAYLOAD_MAX_BYTES ? null : text;
}

/** The status message. The last will is written before it is needed, so it holds no time and no counts. */
export function statusPayload(reason: StatusReason, identity: Identity, alert_count: number, now: Instant): string {
  const will = reason === "last-will";
  return asciiJson({
    schema: "monitor.status.v1",
    device_id: identity.device_id,
    fleet_id: identity.fleet_id,
    remark: identity.remark,
    online: reason === "connected",
    reason,
    uptime_ms: will ? 0 : Math.floor(now.uptime_ms),
    alert_count: will ? 0 : alert_count,
    ts: will ? "" : isoTime(now.utc_ms),
  });
}
