/** The settings resource: JPEG quality, stream rate, muted, language. */
import { LANGS, type Lang } from "../announce/reasons";
import { FPS_MAX, FPS_MIN, QUALITY_MAX, QUALITY_MIN } from "../constants";
import { jsonRecord } from "../store/record";
import { clamp, wholeNumber } from "./whole_number";

export interface Settings {
  /** JPEG quality, 10-95, higher is better. */
  readonly quality: number;
  /** Stream rate, 1-20 frames per second. */
  readonly fps: number;
  /** Speaker silenced. */
  readonly muted: boolean;
  readonly lang: Lang;
}

export const DEFAULT_SETTINGS: Settings = { quality: 80, fps: 15, muted: false, lang: "en" };

/** How the settings are stored. A record with a value that no setting has today is refused whole. */
export const SETTINGS = jsonRecord<Settings>("settings", 1, (value) => {
  const { quality, fps, muted, lang } = value as Record<string, unknown>;
  const known = LANGS.find((one) => one === lang);
  if (!isWithin(quality, QUALITY_MIN, QUALITY_MAX) || !isWithin(fps, FPS_MIN, FPS_MAX)) return null;
  return typeof muted === "boolean" && known ? { quality, fps, muted, lang: known } : null;
});

function isWithin(value: unknown, low: number, high: number): value is number {
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

export interface FieldError {
  readonly field: string;
  readonly error: string;
}

/**
 * Overlays query parameters on the settings in force. Numbers out of range are clamped, what is no number is
 * refused, absent parameters and unknown names change nothing; either everything applies or nothing.
 * `loop_fps` is the detection loop's own rate, the cap of `fps`; 0 while it is not known.
 */
export function changeSettings(
  current: Settings,
  parameters: ReadonlyMap<string, string>,
  loop_fps: number,
): Settings | FieldError {
  let { quality, fps, muted, lang } = current;
  for (const [field, text] of parameters) {
    if (field === "lang") {
      const known = LANGS.find((one) => one === text);
      if (!known) return { field, error: "lang must be en or km" };
      lang = known;
      continue;
    }
    if (field !== "quality" && field !== "fps" && field !== "muted") continue;
    const value = wholeNumber(text);
    if (value === null) return { field, error: `${field} must be a whole number` };
    if (field === "quality") quality = clamp(value, QUALITY_MIN, QUALITY_MAX);
    else if (field === "fps") fps = clamp(value, FPS_MIN, FPS_MAX);
    else muted = clamp(value, 0, 1) === 1;
  }
  if (loop_fps > 0) fps = Math.min(fps, Math.max(FPS_MIN, Math.round(loop_fps)));
  return { quality, fps, muted, lang };
}
