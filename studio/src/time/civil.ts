/**
 * Dates and times of day as a wall calendar and a wall clock show them, without any zone.
 * A date is the number of days since 1970-01-01, a time of day the number of minutes since midnight.
 */

export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
export const DAY_MS = DAY_MINUTES * MINUTE_MS;

/** Days of the week in the order of ISO 8601. */
export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Day number of `YYYY-MM-DD`, null where the text is no date of the calendar (2025-02-29, 2025-13-01). */
export function parseDate(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return null;
  const ms = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  const day = ms / DAY_MS;
  return formatDate(day) === text ? day : null;
}

/** `YYYY-MM-DD` of a day number. */
export function formatDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Minutes since midnight of `HH:MM`, null where the text is no time of day. `24:00`, the end of the day, is 1440. */
export function parseTimeOfDay(text: string): number | null {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  if (match === null) return null;
  const minutes = Number(match[1]) * 60 + Number(match[2]);
  return Number(match[2]) < 60 && minutes <= DAY_MINUTES ? minutes : null;
}

/** `HH:MM` of minutes since midnight. */
export function formatTimeOfDay(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Weekday of a day number, 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday. */
export function weekdayIndex(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/** Weekday of a day number. */
export function weekdayOf(day: number): Weekday {
  return WEEKDAYS[weekdayIndex(day)]!;
}
