import type { TodayRow } from "../../src/monitoring/store";
import { figuresOf, todayIn } from "../../src/monitoring/today";

const HOUR_MS = 3_600_000;

const row = (hour: number, state: string, outcome: string | null, calls: number, duration_ms = 0): TodayRow => ({
  hour,
  state,
  outcome,
  calls,
  duration_ms,
});

/** The day of an instant: its date, its length in hours, and the instants it lies between. */
function dayOf(time_zone: string, now: string) {
  const { date, from, to } = todayIn(time_zone, new Date(now));
  return [date, (to.getTime() - from.getTime()) / HOUR_MS, from.toISOString(), to.toISOString()];
}

describe("today", () => {
  test("is the tenant's date, not that of UTC", () => {
    expect(dayOf("Europe/Berlin", "2026-01-14T23:30:00Z")[0]).toBe("2026-01-15");
    expect(dayOf("America/New_York", "2026-01-15T03:00:00Z")[0]).toBe("2026-01-14");
    expect(dayOf("Pacific/Kiritimati", "2026-01-14T12:00:00Z")[0]).toBe("2026-01-15");
  });

  test("has 23 hours when the clocks go forward, and 25 when they go back", () => {
    for (const now of ["2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z"]) {
      expect(dayOf("Europe/Berlin", now)).toEqual([
        "2026-03-29",
        23,
        "2026-03-28T23:00:00.000Z",
        "2026-03-29T22:00:00.000Z",
      ]);
    }
    for (const now of ["2026-10-24T22:00:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]) {
      expect(dayOf("Europe/Berlin", now)).toEqual([
        "2026-10-25",
        25,
        "2026-10-24T22:00:00.000Z",
        "2026-10-25T23:00:00.000Z",
      ]);
    }
  });

  test("begins at the first instant of its date where midnight is skipped", () => {
    // Beirut puts its clocks forward at midnight: the day begins at one o'clock.
    expect(dayOf("Asia/Beirut", "2026-03-29T12:00:00Z")).toEqual([
      "2026-03-29",
      23,
      "2026-03-28T22:00:00.000Z",
      "2026-03-29T21:00:00.000Z",
    ]);
  });
});

describe("the figures of a day", () => {
  const { from } = todayIn("Europe/Berlin", new Date("2026-10-25T10:00:00Z"));

  test("without calls there is no rate and no mean", () => {
    const figures = figuresOf([], from, new Date(from.getTime() + 1));
    expect(figures).toMatchObject({ calls: 0, ended: 0, answered: 0, answered_rate: null, average_duration_ms: null });
    expect(figures.hours).toEqual([{ from: from.toISOString(), calls: 0, ended: 0, answered: 0 }]);
  });

  test("calls are counted once each, by hour, state and outcome", () => {
    const rows = [
      row(0, "ended", "answered", 3, 90_000),
      row(0, "ended", "busy", 1),
      row(2, "ended", "answered", 1, 10_000),
      row(2, "in_progress", null, 2),
      row(2, "queued", null, 4),
    ];
    const figures = figuresOf(rows, from, new Date(from.getTime() + 2.5 * HOUR_MS));
    expect(figures).toMatchObject({
      calls: 11,
      ended: 5,
      answered: 4,
      answered_rate: 0.8,
      average_duration_ms: 25_000,
    });
    expect(figures.by_state).toEqual({ queued: 4, dialing: 0, in_progress: 2, ended: 5 });
    expect(figures.by_outcome).toMatchObject({ answered: 4, busy: 1, no_answer: 0, interrupted: 0 });
    expect(figures.hours.map(({ calls, ended, answered }) => [calls, ended, answered])).toEqual([
      [4, 4, 3],
      [0, 0, 0],
      [7, 1, 1],
    ]);
  });

  test("a repeated hour is an hour of its own", () => {
    const figures = figuresOf([row(3, "queued", null, 1)], from, new Date("2026-10-25T22:59:00Z"));
    expect(figures.hours).toHaveLength(25);
    expect(figures.hours.slice(2, 4).map((hour) => hour.from)).toEqual([
      "2026-10-25T00:00:00.000Z",
      "2026-10-25T01:00:00.000Z",
    ]);
    expect(figures.hours[3]!.calls).toBe(1);
  });

  test("a call of a clock that is ahead has its hour as well", () => {
    const figures = figuresOf([row(1, "queued", null, 1)], from, new Date(from.getTime() + HOUR_MS - 1));
    expect(figures.hours.map(({ calls }) => calls)).toEqual([0, 1]);
  });
});
