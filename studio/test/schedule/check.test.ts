import { checkSchedule, tieFindings } from "../../src/schedule/check";
import type { ScheduleDocument } from "../../src/schedule/document";
import { WEEKDAYS } from "../../src/time/civil";

const SCENARIOS = new Map([
  ["a", true],
  ["b", true],
  ["draft", false],
]);

const sound: ScheduleDocument = {
  time_zone: "Europe/Berlin",
  valid_from: null,
  valid_to: null,
  rules: [{ days: ["mon", "tue"], from: "09:00", to: "17:00", scenario_id: "a" }],
  exceptions: [],
};
const [monday] = sound.rules;

function faults(change: Partial<ScheduleDocument>): string[] {
  return checkSchedule({ ...sound, ...change }, SCENARIOS).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );
}

describe("a schedule's faults", () => {
  test("a sound one has none", () => {
    expect(faults({})).toEqual([]);
  });

  test.each([
    ["error UNKNOWN_TIME_ZONE /time_zone", { time_zone: "Mars/Olympus" }],
    ["error UNKNOWN_TIME_ZONE /time_zone", { time_zone: "+02:00" }],
    ["error NO_SUCH_DATE /valid_from", { valid_from: "2025-02-30" }],
    ["error ENDS_BEFORE_START /valid_to", { valid_from: "2025-02-02", valid_to: "2025-02-01" }],
    ["error EMPTY_HOURS /rules/0/to", { rules: [{ ...monday!, to: "09:00" }] }],
    ["error NO_SUCH_TIME /rules/0/from", { rules: [{ ...monday!, from: "24:00" }] }],
    ["error UNKNOWN_SCENARIO /rules/0/scenario_id", { rules: [{ ...monday!, scenario_id: "z" }] }],
    ["warning NOT_PUBLISHED /rules/0/scenario_id", { rules: [{ ...monday!, scenario_id: "draft" }] }],
    ["warning NEVER_ACTIVE /rules/0", { valid_from: "2025-06-04", valid_to: "2025-06-06" }],
    ["warning NEVER_ACTIVE ", { rules: [], exceptions: [{ date: "2025-06-06", hours: [] }] }],
    ["error NO_SUCH_DATE /exceptions/0/date", { exceptions: [{ date: "2025-13-06", hours: [] }] }],
    [
      "warning OUTSIDE_VALIDITY /exceptions/0/date",
      { valid_to: "2025-06-01", exceptions: [{ date: "2025-06-02", hours: [] }] },
    ],
    [
      "error DATE_TWICE /exceptions/1/date",
      { exceptions: ["2025-06-02", "2025-06-02"].map((date) => ({ date, hours: [] })) },
    ],
    [
      "error UNKNOWN_SCENARIO /exceptions/0/hours/0/scenario_id",
      { exceptions: [{ date: "2025-06-02", hours: [{ from: "08:00", to: "09:00", scenario_id: "z" }] }] },
    ],
  ] satisfies [string, Partial<ScheduleDocument>][])("%s", (fault, change) => {
    expect(faults(change)).toEqual([fault]);
  });

  test("two rules of one priority may not want different scenarios at once", () => {
    const other = { ...monday!, from: "16:00", to: "18:00", scenario_id: "b" };
    expect(faults({ rules: [monday!, other] })).toEqual(["error OVERLAP /rules/1"]);
    expect(faults({ rules: [monday!, { ...other, from: "17:00" }] })).toEqual([]);
    expect(faults({ rules: [monday!, { ...other, days: ["wed"] }] })).toEqual([]);
    expect(faults({ rules: [monday!, { ...other, scenario_id: "a" }] })).toEqual([]);
    expect(faults({ rules: [monday!, { ...other, priority: 1 }] })).toEqual([]);
    // Sunday's night runs into Monday.
    const night = { ...other, days: ["sun" as const], from: "22:00", to: "09:30" };
    expect(faults({ rules: [monday!, night] })).toEqual(["error OVERLAP /rules/1"]);
  });

  test("nor may the hours of an exception, among themselves or with the night before", () => {
    const hours = [
      { from: "10:00", to: "12:00", scenario_id: "a" },
      { from: "11:00", to: "13:00", scenario_id: "b" },
    ];
    expect(faults({ exceptions: [{ date: "2025-06-02", hours }] })).toEqual(["error OVERLAP /exceptions/0/hours/1"]);
    const night = [{ days: [...WEEKDAYS], from: "22:00", to: "06:00", scenario_id: "a" }];
    const early = [{ from: "05:00", to: "07:00", scenario_id: "b" }];
    expect(faults({ rules: night, exceptions: [{ date: "2025-06-02", hours: early }] })).toEqual([
      "error OVERLAP /exceptions/0/hours/0",
    ]);
  });

  test("two schedules that clash are warned of, with the place in their list, unless one is switched off", () => {
    const first = { ...sound, id: "1", enabled: true };
    const second = { ...sound, id: "2", enabled: true, rules: [{ ...monday!, scenario_id: "b" }] };
    const now = Date.parse("2025-06-04T00:00Z");
    const found = tieFindings([first, second], now);
    expect(found).toMatchObject([{ severity: "warning", code: "OVERLAP", path: "/items/1/rules/0" }]);
    expect(found[0]?.message).toContain("/items/0/rules/0");
    expect(found[0]?.message).toContain("2025-06-09T07:00:00.000Z");
    expect(tieFindings([first, { ...second, enabled: false }], now)).toEqual([]);
  });
});
