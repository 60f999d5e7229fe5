import fc from "fast-check";
import { checkWindow } from "../../src/schedule/check";
import type { CallingWindow } from "../../src/schedule/document";
import { nextOpening, windowAt, windowOpenAt } from "../../src/schedule/window";
import { WEEKDAYS } from "../../src/time/civil";

const at = (text: string) => Date.parse(text);
const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

const WORKDAYS: CallingWindow = {
  hours: [
    { days: ["mon", "tue", "wed", "thu", "fri"], from: "09:00", to: "13:00" },
    { days: ["mon", "tue", "wed", "thu", "fri"], from: "13:00", to: "20:00" },
    { days: ["sat"], from: "10:00", to: "18:00" },
  ],
  closed_dates: ["2025-12-25"],
};

describe("calling hours", () => {
  test("are those of the person who is called", () => {
    const noon = at("2025-06-02T12:00Z");
    expect(windowOpenAt(WORKDAYS, "Europe/Berlin", noon)).toBe(true);
    expect(windowOpenAt(WORKDAYS, "America/Los_Angeles", noon)).toBe(false);
    expect(windowOpenAt(WORKDAYS, "Australia/Lord_Howe", noon)).toBe(false);
    expect(text(nextOpening(WORKDAYS, "America/Los_Angeles", noon))).toBe("2025-06-02T16:00");
    expect(nextOpening(WORKDAYS, "Europe/Berlin", noon)).toBe(noon);
  });

  test("run from one pair of hours into the next without a gap, and end when the last ends", () => {
    expect(windowAt(WORKDAYS, "Europe/Berlin", at("2025-06-02T08:00Z"))).toEqual({
      open: true,
      until_ms: at("2025-06-02T18:00Z"),
    });
    expect(windowAt(WORKDAYS, "Europe/Berlin", at("2025-06-07T16:00Z"))).toEqual({
      open: false,
      until_ms: at("2025-06-09T07:00Z"),
    });
  });

  test("keep a closed date closed, all of it", () => {
    expect(text(nextOpening(WORKDAYS, "Europe/Berlin", at("2025-12-24T19:00Z")))).toBe("2025-12-26T08:00");
    expect(windowOpenAt(WORKDAYS, "Europe/Berlin", at("2025-12-25T10:00Z"))).toBe(false);
  });

  test("that are always, or never, say so", () => {
    const always: CallingWindow = { hours: [{ days: [...WEEKDAYS], from: "00:00", to: "24:00" }] };
    expect(windowAt(always, "America/New_York", at("2025-06-02T12:00Z"))).toEqual({ open: true, until_ms: null });
    const skipped: CallingWindow = { hours: [{ days: ["sun"], from: "02:15", to: "02:45" }] };
    expect(text(nextOpening(skipped, "Europe/Berlin", at("2025-03-30T00:00Z")))).toBe("2025-04-06T00:15");
    expect(nextOpening({ hours: [] }, "Europe/Berlin", 0)).toBeNull();
  });

  test("what nextOpening names is open, and nothing between is", () => {
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
    const hours = fc
      .tuple(fc.subarray([...WEEKDAYS], { minLength: 1 }), time, time)
      .filter(([, from, to]) => from < to)
      .map(([days, from, to]) => ({ days, from, to }));
    const zone = fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Africa/Casablanca",
    );
    const minute = fc.integer({ min: at("2025-01-01T00:00Z") / 60_000, max: at("2026-12-31T00:00Z") / 60_000 });
    fc.assert(
      fc.property(
        fc.array(hours, { minLength: 1, maxLength: 4 }),
        zone,
        minute,
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (all, name, start, fractions) => {
          const window: CallingWindow = { hours: all };
          const now = start * 60_000;
          const opening = nextOpening(window, name, now);
          if (opening === null) return false;
          for (const fraction of fractions) {
            if (opening > now && windowOpenAt(window, name, Math.floor(now + fraction * (opening - now)))) return false;
          }
          return windowOpenAt(window, name, opening) && (opening === now || !windowOpenAt(window, name, opening - 1));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a calling window is refused", () => {
  const faults = (window: CallingWindow) => checkWindow(window).map(({ code, path }) => `${code} ${path}`);

  test("with hours that pass midnight, that are empty, and with dates that do not exist", () => {
    expect(faults(WORKDAYS)).toEqual([]);
    const days: CallingWindow["hours"][number]["days"] = ["mon"];
    expect(faults({ hours: [{ days, from: "20:00", to: "02:00" }] })).toEqual(["PASSES_MIDNIGHT /hours/0/to"]);
    expect(faults({ hours: [{ days, from: "20:00", to: "00:00" }] })).toEqual(["PASSES_MIDNIGHT /hours/0/to"]);
    expect(faults({ hours: [{ days, from: "20:00", to: "20:00" }] })).toEqual(["EMPTY_HOURS /hours/0/to"]);
    expect(faults({ ...WORKDAYS, closed_dates: ["2025-02-29"] })).toEqual(["NO_SUCH_DATE /closed_dates/0"]);
  });
});
