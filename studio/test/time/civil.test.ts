import fc from "fast-check";
import { formatDate, formatTimeOfDay, parseDate, parseTimeOfDay, weekdayOf } from "../../src/time/civil";

describe("dates and times on the wall", () => {
  test("a date is read and written back, and a day that the calendar lacks is refused", () => {
    expect(parseDate("1970-01-01")).toBe(0);
    expect(formatDate(parseDate("2024-02-29")!)).toBe("2024-02-29");
    for (const text of [
      "2025-02-29",
      "2025-13-01",
      "2025-00-10",
      "2025-1-1",
      "25-01-01",
      "2025-01-01T00:00",
      "",
      "0000",
    ]) {
      expect(parseDate(text)).toBeNull();
    }
  });

  test("every day number survives the way to text and back", () => {
    fc.assert(fc.property(fc.integer({ min: -680_000, max: 2_900_000 }), (day) => parseDate(formatDate(day)) === day));
  });

  test("a time of day runs from 00:00 to 24:00", () => {
    expect(parseTimeOfDay("00:00")).toBe(0);
    expect(parseTimeOfDay("09:05")).toBe(545);
    expect(parseTimeOfDay("24:00")).toBe(1440);
    expect(formatTimeOfDay(545)).toBe("09:05");
    for (const text of ["24:01", "23:60", "9:00", "0900", "09:00:00", "-1:00", ""])
      expect(parseTimeOfDay(text)).toBeNull();
  });

  test("weekdays are those of the calendar", () => {
    expect(weekdayOf(parseDate("2025-03-30")!)).toBe("sun");
    expect(weekdayOf(parseDate("2026-11-20")!)).toBe("fri");
    expect(weekdayOf(parseDate("1969-12-29")!)).toBe("mon");
  });
});
