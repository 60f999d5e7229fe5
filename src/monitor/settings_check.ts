import { DEFAULT_SETTINGS, type MonitorSettings } from "./settings";

const POSITIVE: readonly (keyof MonitorSettings)[] = [
  "FRAME_SIDE_PX",
  "NOMINAL_FPS",
  "FACE_CONFIRM_DETECTIONS",
  "FACE_HOLD_DETECTIONS",
  "PERCLOS_WINDOW_S",
  "SUSTAINED_WINDOW_S",
  "RISK_LONG_BLINKS_FULL",
  "NOSE_PROTRUSION",
  "GAP_MAX_S",
];

/** Pairs of which the first must be below the second. */
const ORDERED: readonly (readonly [keyof MonitorSettings, keyof MonitorSettings])[] = [
  ["RISK_PERCLOS_LOW", "RISK_PERCLOS_HIGH"],
  ["RISK_SUSTAINED_LOW", "RISK_SUSTAINED_HIGH"],
  ["RISK_CLOSURE_LOW_S", "RISK_CLOSURE_HIGH_S"],
];

function isUnitInterval(name: string): boolean {
  return (
    name === "RISK_TRIGGER" || name === "EYE_CLOSED_THRESHOLD" || (name.startsWith("RISK_") && name.endsWith("_WEIGHT"))
  );
}

/** Says what is wrong with the first bad field, naming it; null when the settings can be used. */
export function checkSettings(settings: MonitorSettings): string | null {
  for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof MonitorSettings)[]) {
    const value: unknown = settings[name];
    if (name === "PRESENCE_ALERT_ENABLED") {
      if (typeof value !== "boolean") return `${name} must be true or false`;
    } else if (typeof value !== "number" || !(value >= 0 && value <= 1e6)) {
      return `${name} must be a number from 0 to 1000000`;
    } else if (isUnitInterval(name) && value > 1) {
      return `${name} must be at most 1`;
    }
  }
  for (const name of POSITIVE) if (settings[name] === 0) return `${name} must be above 0`;
  for (const [low, high] of ORDERED) if (settings[low] >= settings[high]) return `${low} must be below ${high}`;
  return null;
}
