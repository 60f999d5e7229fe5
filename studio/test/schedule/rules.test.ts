import { activeAt, nextChange } from "../../src/schedule/rules";
import { planOf, type Schedule, ties, timeline } from "../../src/schedule/timeline";
import { WEEKDAYS, type Weekday } from "../../src/time/civil";

const DAY: Weekday[] = [...WEEKDAYS];
const at = (text: string) => Date.parse(text);
const text = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 16));

function schedule(part: Partial<Schedule>): Schedule {
  return { id: "s", time_zone: "Europe/Berlin", valid_from: null, valid_to: null, rules: [], exceptions: [], ...part };
}

const rule = (from: string, to: string, scenario_id: string, more: { days?: Weekday[]; priority?: number } = {}) => ({
  days: DAY,
  from,
  to,
  scenario_id,
  ...more,
});

/** What is active in [from, to), as `START scenario`. */
function story(schedules: Schedule[], from: string, to: string): string[] {
  return timeline(planOf(schedules), at(from), at(to)).map(
    ({ from_ms, choice }) => `${text(from_ms)} ${choice?.scenario_id ?? "-"}`,
  );
}

describe("what is active", () => {
  test("office hours are those of the office's own clock, in winter and in summer", () => {
    const office = [
      schedule({ rules: [rule("09:00", "17:00", "office", { days: ["mon", "tue", "wed", "thu", "fri"] })] }),
    ];
    const friday = activeAt(office, at("2025-03-28T10:00Z"));
    expect(friday.choice).toEqual({ scenario_id: "office", schedule_id: "s", rule: "/rules/0" });
    expect([text(friday.since_ms), text(friday.until_ms)]).toEqual(["2025-03-28T08:00", "2025-03-28T16:00"]);
    // The clocks change over the weekend.
    const evening = activeAt(office, at("2025-03-28T16:00Z"));
    expect([evening.choice, text(evening.until_ms)]).toEqual([null, "2025-03-31T07:00"]);
    expect(text(nextChange(office, at("2025-03-28T16:00Z")))).toBe("2025-03-31T07:00");
  });

  test("minutes that a clock skips never come", () => {
    const night = [schedule({ rules: [rule("02:15", "02:45", "a"), rule("02:30", "04:00", "b", { priority: 1 })] })];
    expect(story(night, "2025-03-30T00:00Z", "2025-03-30T04:00Z")).toEqual([
      "2025-03-30T00:00 -",
      "2025-03-30T01:00 b",
      "2025-03-30T02:00 -",
    ]);
  });

  test("minutes that come twice count twice", () => {
    const night = [schedule({ rules: [rule("01:00", "02:30", "a")] })];
    expect(story(night, "2025-10-25T22:00Z", "2025-10-26T03:00Z")).toEqual([
      "2025-10-25T22:00 -",
      "2025-10-25T23:00 a",
      "2025-10-26T00:30 -",
      "2025-10-26T01:00 a",
      "2025-10-26T01:30 -",
    ]);
  });

  test("a clock that changes by half an hour is followed by half an hour", () => {
    const night = [schedule({ time_zone: "Australia/Lord_Howe", rules: [rule("02:00", "03:00", "a")] })];
    expect(story(night, "2025-10-04T15:00Z", "2025-10-04T17:00Z")).toEqual([
      "2025-10-04T15:00 -",
      "2025-10-04T15:30 a",
      "2025-10-04T16:00 -",
    ]);
  });

  test("a night shift belongs to the day on which it begins", () => {
    const shift = [
      schedule({
        rules: [rule("22:00", "06:00", "night", { days: ["fri"] })],
        exceptions: [{ date: "2025-06-14", hours: [] }],
        valid_to: "2025-06-20",
      }),
    ];
    expect(story(shift, "2025-06-12T00:00Z", "2025-06-30T00:00Z")).toEqual([
      "2025-06-12T00:00 -",
      "2025-06-13T20:00 night",
      "2025-06-14T04:00 -",
      "2025-06-20T20:00 night",
      "2025-06-21T04:00 -",
    ]);
  });

  test("on a holiday other hours hold, and another schedule goes on as ever", () => {
    const shop = schedule({
      id: "shop",
      rules: [rule("09:00", "18:00", "open", { priority: 1 })],
      exceptions: [
        { date: "2025-12-24", hours: [{ from: "09:00", to: "12:00", scenario_id: "short", priority: 1 }] },
        { date: "2025-12-25", hours: [] },
      ],
    });
    const always = schedule({ id: "always", time_zone: "UTC", rules: [rule("00:00", "24:00", "closed")] });
    expect(story([shop, always], "2025-12-24T00:00Z", "2025-12-26T12:00Z")).toEqual([
      "2025-12-24T00:00 closed",
      "2025-12-24T08:00 short",
      "2025-12-24T11:00 closed",
      "2025-12-26T08:00 open",
    ]);
    const holiday = activeAt([shop, always], at("2025-12-25T12:00Z"));
    expect([text(holiday.since_ms), text(holiday.until_ms)]).toEqual(["2025-12-24T11:00", "2025-12-26T08:00"]);
  });

  test("of two alike the first schedule's first rule wins, and the tie is told", () => {
    const [first, second] = ["first", "second"].map((id) =>
      schedule({ id, rules: [rule("08:00", "12:00", id), rule("10:00", "14:00", id)] }),
    );
    expect(activeAt([first!, second!], at("2025-06-02T09:00Z")).choice).toMatchObject({
      schedule_id: "first",
      rule: "/rules/0",
    });
    const found = ties(planOf([first!, second!]), at("2025-06-02T00:00Z"), at("2025-06-03T00:00Z"));
    expect(
      found.map(({ winner, loser }) => `${winner.schedule_id}${winner.rule} ${loser.schedule_id}${loser.rule}`),
    ).toEqual(["first/rules/0 second/rules/0", "first/rules/0 second/rules/1", "first/rules/1 second/rules/1"]);
    expect(ties(planOf([first!, first!]), at("2025-06-02T00:00Z"), at("2025-06-03T00:00Z"))).toEqual([]);
  });

  test("what never changes has no beginning and no end, not even when the clocks change", () => {
    const always = [schedule({ rules: [rule("00:00", "24:00", "always")] })];
    expect(activeAt(always, at("2025-10-26T00:30Z"))).toMatchObject({ since_ms: null, until_ms: null });
    expect(activeAt([], at("2025-10-26T00:30Z"))).toEqual({ choice: null, since_ms: null, until_ms: null });
  });

  test("a schedule that begins next year is found from here, and one of long ago is not", () => {
    const soon = schedule({ valid_from: "2026-07-01", rules: [rule("08:00", "09:00", "a")] });
    expect(text(nextChange([soon], at("2025-12-01T00:00Z")))).toBe("2026-07-01T06:00");
    const gone = schedule({ valid_to: "2015-07-01", rules: [rule("08:00", "09:00", "a")] });
    expect(activeAt([gone], at("2025-01-01T00:00Z"))).toEqual({ choice: null, since_ms: null, until_ms: null });
  });

  test("a change at the seam of two weeks of looking is seen", () => {
    const coming = [schedule({ time_zone: "UTC", valid_from: "2025-06-15", rules: [rule("00:00", "24:00", "a")] })];
    expect(text(nextChange(coming, at("2025-06-01T00:00Z")))).toBe("2025-06-15T00:00");
    expect(text(activeAt(coming, at("2025-06-29T00:00Z") - 1).since_ms)).toBe("2025-06-15T00:00");
    expect(text(activeAt(coming, at("2025-06-29T00:00Z")).since_ms)).toBe("2025-06-15T00:00");
  });
});
