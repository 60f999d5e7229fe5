import { CALL_ENDINGS, CALL_STATES } from "../call/schema";
import { formatDate } from "../time/civil";
import { localDay, localDayBounds } from "../time/zone";
import type { TodayRow } from "./store";

const HOUR_MS = 3_600_000;

/** Today by the calendar of a zone: [from, to) in epoch ms. */
export function todayIn(time_zone: string, now: Date): { date: string; from: Date; to: Date } {
  const day = localDay(time_zone, now.getTime());
  const { start_ms, end_ms } = localDayBounds(time_zone, day);
  return { date: formatDate(day), from: new Date(start_ms), to: new Date(end_ms) };
}

/** The figures of a day from its calls by hour, state and outcome. */
export function figuresOf(rows: readonly TodayRow[], from: Date, now: Date) {
  const answered = sum(rows.filter(({ outcome }) => outcome === "answered"));
  const ended = sum(rows.filter(({ state }) => state === "ended"));
  const duration_ms = rows.reduce((total, row) => total + row.duration_ms, 0);
  const by = (names: readonly string[], key: "state" | "outcome") =>
    Object.fromEntries(names.map((name) => [name, sum(rows.filter((row) => row[key] === name))]));
  // Another machine's clock may be ahead, and may have queued a call in an hour that has not begun here.
  const last_hour = Math.floor((now.getTime() - from.getTime()) / HOUR_MS);
  const hours = 1 + rows.reduce((last, { hour }) => Math.max(last, hour), last_hour);
  return {
    calls: sum(rows),
    answered,
    ended,
    by_state: by(CALL_STATES, "state"),
    by_outcome: by(CALL_ENDINGS, "outcome"),
    answered_rate: ended === 0 ? null : answered / ended,
    average_duration_ms: answered === 0 ? null : Math.round(duration_ms / answered),
    hours: Array.from({ length: hours }, (_, hour) => {
      const within = rows.filter((row) => row.hour === hour);
      return {
        from: new Date(from.getTime() + hour * HOUR_MS).toISOString(),
        calls: sum(within),
        answered: sum(within.filter(({ outcome }) => outcome === "answered")),
        ended: sum(within.filter(({ state }) => state === "ended")),
      };
    }),
  };
}

const sum = (rows: readonly TodayRow[]) => rows.reduce((total, { calls }) => total + calls, 0);
