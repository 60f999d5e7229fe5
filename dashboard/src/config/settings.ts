/** Between the keys of the dashboard and the settings of the decisions. */
import { framesOf } from "../../../src/monitor/frame_rate";
import { DEFAULT_SETTINGS, type MonitorSettings } from "../../../src/monitor/settings";
import type { Config, ConfigChange } from "./keys";

/** `settings` with the keys of `change` that concern decisions laid over. */
export function changeSettings(settings: MonitorSettings, change: ConfigChange): MonitorSettings {
  const s: { -readonly [K in keyof MonitorSettings]: MonitorSettings[K] } = { ...settings };
  if (change.trigger !== undefined) s.RISK_TRIGGER = change.trigger;
  if (change.required !== undefined) s.RISK_REQUIRED_FRAMES = change.required;
  if (change.cooldown !== undefined) {
    // A count of 0 means "by time" to the settings, so no cooldown at all is a time of 0.
    s.RISK_COOLDOWN_FRAMES = change.cooldown;
    s.RISK_COOLDOWN_S = change.cooldown === 0 ? 0 : DEFAULT_SETTINGS.RISK_COOLDOWN_S;
  }
  if (change.perclos_window !== undefined) s.PERCLOS_WINDOW_FRAMES = change.perclos_window;
  if (change.eye_closed_threshold !== undefined) {
    s.EYE_CLOSED_THRESHOLD = change.eye_closed_threshold;
    // A threshold within the hysteresis could never be left again: eyes once shut would stay shut.
    s.EYE_HYSTERESIS = Math.min(DEFAULT_SETTINGS.EYE_HYSTERESIS, change.eye_closed_threshold / 2);
  }
  if (change.no_driver_after !== undefined) s.PRESENCE_ALERT_S = change.no_driver_after;
  if (change.no_driver_alert !== undefined) s.PRESENCE_ALERT_ENABLED = change.no_driver_alert;
  return s;
}

/** What concerns the camera side alone. */
export type ViewConfig = Pick<Config, "zoom" | "face_detect">;

/**
 * The config in force, as counts of frames at `fps`. What was never set stays a duration, as on the unit, so its count
 * follows the measured frame rate.
 */
export function configOf(s: MonitorSettings, view: ViewConfig, fps: number): Config {
  const rate = fps > 0 ? fps : s.NOMINAL_FPS;
  const no_cooldown = s.RISK_COOLDOWN_FRAMES === 0 && s.RISK_COOLDOWN_S === 0;
  return {
    trigger: s.RISK_TRIGGER,
    required: framesOf(s.RISK_REQUIRED_S, s.RISK_REQUIRED_FRAMES, rate),
    cooldown: no_cooldown ? 0 : framesOf(s.RISK_COOLDOWN_S, s.RISK_COOLDOWN_FRAMES, rate),
    zoom: view.zoom,
    face_detect: view.face_detect,
    perclos_window: framesOf(s.PERCLOS_WINDOW_S, s.PERCLOS_WINDOW_FRAMES, rate),
    eye_closed_threshold: s.EYE_CLOSED_THRESHOLD,
    no_driver_after: s.PRESENCE_ALERT_S,
    no_driver_alert: s.PRESENCE_ALERT_ENABLED,
  };
}
