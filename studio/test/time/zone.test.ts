import { Temporal } from "temporal-polyfill";
import { DAY_MS, parseDate } from "../../src/time/civil";
import { localDay, localDayBounds, steadySpans, timeZoneNamed } from "../../src/time/zone";

const at = (text: string) => Date.parse(text);

describe("time zones", () => {
  test("names are those of the zone data, in any case; offsets and inventions are none", () => {
    expect(timeZoneNamed("europe/berlin")).toBe("Europe/Berlin");
    expect(timeZoneNamed("UTC")).toBe("UTC");
    for (const name of ["", "+02:00", "Mars/Olympus", "Europe/Berlin ", "Europe", "1", "🦘"])
      expect(timeZoneNamed(name)).toBeNull();
    expect(() => steadySpans("Mars/Olympus", 0, 1)).toThrow(RangeError);
  });

  test("a year in Berlin consists of winter, summer and winter, cut at the instants of the change", () => {
    const spans = steadySpans("Europe/Berlin", at("2025-01-01T00:00Z"), at("2026-01-01T00:00Z"));
    expect(spans.map(({ start_ms, offset_ms }) => [new Date(start_ms).toISOString(), offset_ms / 3_600_000])).toEqual([
      ["2025-01-01T00:00:00.000Z", 1],
      ["2025-03-30T01:00:00.000Z", 2],
      ["2025-10-26T01:00:00.000Z", 1],
    ]);
    expect(spans.at(-1)?.end_ms).toBe(at("2026-01-01T00:00Z"));
  });

  test.each(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Phnom_Penh", "Asia/Kathmandu"])(
    "%s jumps exactly when another library says so, from 1970 on",
    (name) => {
      const end_ms = at("2030-01-01T00:00Z");
      const jumps: string[] = [];
      let zoned: Temporal.ZonedDateTime | null = Temporal.Instant.from("1970-01-01T00:00Z").toZonedDateTimeISO(name);
      for (;;) {
        zoned = zoned.getTimeZoneTransition("next");
        if (zoned === null || zoned.epochMilliseconds >= end_ms) break;
        jumps.push(`${zoned.epochMilliseconds} ${zoned.offsetNanoseconds / 1e6}`);
      }
      const spans = steadySpans(name, 0, end_ms).slice(1);
      expect(spans.map(({ start_ms, offset_ms }) => `${start_ms} ${offset_ms}`)).toEqual(jumps);
    },
  );

  test("Morocco goes back to winter time for every Ramadan", () => {
    const jumps = steadySpans("Africa/Casablanca", at("2019-01-01T00:00Z"), at("2021-01-01T00:00Z")).slice(1);
    expect(jumps.map(({ start_ms }) => new Date(start_ms).toISOString().slice(0, 13))).toEqual([
      "2019-05-05T02",
      "2019-06-09T02",
      "2020-04-19T02",
      "2020-05-31T02",
    ]);
  });

  test("summer comes in 2060 too", () => {
    const offsets = steadySpans("Europe/Berlin", at("2060-01-01T00:00Z"), at("2061-01-01T00:00Z")).map(
      ({ offset_ms }) => offset_ms,
    );
    expect(offsets).toEqual([3_600_000, 7_200_000, 3_600_000]);
  });

  test("a question far from the last one is answered like a near one", () => {
    const near = steadySpans("Europe/Paris", at("2025-03-29T00:00Z"), at("2025-03-31T00:00Z"));
    steadySpans("Europe/Paris", at("1975-01-01T00:00Z"), at("1975-01-02T00:00Z"));
    expect(steadySpans("Europe/Paris", at("2025-03-29T00:00Z"), at("2025-03-31T00:00Z"))).toEqual(near);
    expect(near).toHaveLength(2);
  });

  test("a day lasts 23 or 25 hours where the clocks change, and nothing where it was skipped", () => {
    const hours = (zone: string, date: string) => {
      const { start_ms, end_ms } = localDayBounds(zone, parseDate(date)!);
      return (end_ms - start_ms) / 3_600_000;
    };
    expect(hours("Europe/Berlin", "2025-03-30")).toBe(23);
    expect(hours("Europe/Berlin", "2025-10-26")).toBe(25);
    expect(hours("Europe/Berlin", "2025-06-01")).toBe(24);
    expect(hours("Australia/Lord_Howe", "2025-10-05")).toBe(23.5);
    expect(hours("Pacific/Apia", "2011-12-30")).toBe(0);
    expect(localDayBounds("America/Sao_Paulo", parseDate("2018-11-04")!).start_ms).toBe(at("2018-11-04T03:00Z"));
  });

  test("the local date is the one that a calendar on the wall shows", () => {
    expect(localDay("Asia/Phnom_Penh", at("2025-12-31T17:00Z"))).toBe(parseDate("2026-01-01"));
    expect(localDay("America/New_York", at("2026-01-01T04:59Z"))).toBe(parseDate("2025-12-31"));
    expect(localDay("UTC", 5 * DAY_MS)).toBe(5);
  });
});
