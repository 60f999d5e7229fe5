import fc from "fast-check";
import { activeAt, HORIZON_MS, nextChange } from "../../src/schedule/rules";
import { planOf, type Schedule, timeline } from "../../src/schedule/timeline";
import { WEEKDAYS } from "../../src/time/civil";
import { bruteForce, wallOf } from "./oracle";

const MINUTE_MS = 60_000;

/** Two years, the zones that schedules are drawn from, and the local dates on which something happens to a clock there. */
const STRETCHES = [
  {
    start: "2025-01-01",
    end: "2027-01-01",
    runs: 6,
    zones: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Phnom_Penh", "Africa/Casablanca"],
    dates: [
      "2025-03-30",
      "2025-10-26",
      "2025-03-09",
      "2025-11-02",
      "2025-04-06",
      "2025-10-05",
      "2026-02-15",
      "2026-03-22",
    ],
  },
  {
    // Clocks in São Paulo jumped at midnight: one day began at 01:00, another ended twice.
    start: "2017-01-01",
    end: "2019-01-01",
    runs: 3,
    zones: ["America/Sao_Paulo", "Africa/Casablanca", "Asia/Gaza"],
    dates: [
      "2017-02-18",
      "2017-02-19",
      "2017-10-15",
      "2018-02-17",
      "2018-11-04",
      "2018-11-03",
      "2018-05-13",
      "2018-03-24",
    ],
  },
];

/** Times of day; those at which clocks are changed come more often. */
const time = fc.oneof(
  fc.constantFrom("00:00", "01:00", "01:30", "02:00", "02:30", "03:00", "23:00"),
  fc.integer({ min: 0, max: 1439 }).map((at) => new Date(at * MINUTE_MS).toISOString().slice(11, 16)),
);
const hours = fc
  .record({ from: time, to: fc.oneof(time, fc.constant("24:00")), priority: fc.integer({ min: -1, max: 1 }) })
  .filter(({ from, to }) => from !== to)
  .map((one) => ({ ...one, scenario_id: "x" }));
const days = fc.subarray([...WEEKDAYS], { minLength: 1 });
const rule = fc.tuple(hours, days).map(([one, on]) => ({ ...one, days: on }));

function schedulesOf({ zones, dates, start, end }: (typeof STRETCHES)[number]): fc.Arbitrary<Schedule[]> {
  const any_date = fc
    .date({ min: new Date(start), max: new Date(end), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));
  const date = fc.oneof(fc.constantFrom(...dates), any_date);
  const schedule = fc.record({
    time_zone: fc.constantFrom(...zones),
    valid_from: fc.option(date, { freq: 3 }),
    valid_to: fc.option(date, { freq: 3 }),
    rules: fc.array(rule, { maxLength: 6 }),
    exceptions: fc.uniqueArray(fc.record({ date, hours: fc.array(hours, { maxLength: 2 }) }), {
      selector: (one) => one.date,
      maxLength: 8,
    }),
  });
  return fc
    .array(schedule, { minLength: 1, maxLength: 3 })
    .map((all) => all.map((one, at) => ({ ...one, id: `s${at}` })));
}

describe.each(STRETCHES)("two years from $start, minute by minute", (stretch) => {
  const start_ms = Date.parse(stretch.start);
  const minutes = (Date.parse(stretch.end) - start_ms) / MINUTE_MS;
  const walls = new Map(stretch.zones.map((zone) => [zone, wallOf(zone, start_ms, minutes)]));
  const text = (at: number) => new Date(start_ms + at * MINUTE_MS).toISOString();

  test("the clocks did change", () => {
    for (const [zone, wall] of walls) {
      const jumps = wall.minute.filter(
        (minute, at) => at > 0 && (minute - wall.minute[at - 1]! + 1440) % 1440 !== 1,
      ).length;
      expect([zone, jumps > 0]).toEqual([zone, zone !== "Asia/Phnom_Penh"]);
    }
  });

  test("the engine and brute force agree on what is active, since when and until when", () => {
    let changes = 0;
    fc.assert(
      fc.property(
        schedulesOf(stretch),
        fc.array(fc.nat(minutes - 1), { minLength: 5, maxLength: 20 }),
        (schedules, instants) => {
          const { choice, names } = bruteForce(schedules, (zone) => walls.get(zone)!);
          const spans = timeline(planOf(schedules), start_ms, start_ms + minutes * MINUTE_MS);
          changes += spans.length;
          for (const span of spans) {
            const [from, to] = [(span.from_ms - start_ms) / MINUTE_MS, (span.to_ms - start_ms) / MINUTE_MS];
            const name = span.choice === null ? "" : `${span.choice.schedule_id} ${span.choice.rule}`;
            for (let at = from; at < to; at += 1) {
              if (!Number.isInteger(at) || names[choice[at]!] !== name)
                throw new Error(`${text(at)}: ${name}, not ${names[choice[at]!]}`);
            }
          }
          const end_ms = start_ms + minutes * MINUTE_MS;
          for (const at of instants) {
            let [since, until] = [at, at + 1];
            while (since > 0 && choice[since - 1] === choice[at]) since -= 1;
            while (until < minutes && choice[until] === choice[at]) until += 1;
            const instant_ms = start_ms + at * MINUTE_MS + 12_345;
            const active = activeAt(schedules, instant_ms);
            const found = active.choice === null ? "" : `${active.choice.schedule_id} ${active.choice.rule}`;
            expect([text(at), found]).toEqual([text(at), names[choice[at]!]]);
            // Brute force did not look beyond the two years, the engine not beyond its horizon.
            const since_ms = since === 0 ? null : start_ms + since * MINUTE_MS;
            const until_ms = until === minutes ? null : start_ms + until * MINUTE_MS;
            if (since_ms !== null && since_ms > instant_ms - HORIZON_MS) expect(active.since_ms).toBe(since_ms);
            else expect(active.since_ms ?? 0).toBeLessThanOrEqual(since_ms ?? start_ms);
            if (until_ms !== null && until_ms < instant_ms + HORIZON_MS) expect(active.until_ms).toBe(until_ms);
            else expect(active.until_ms ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(until_ms ?? end_ms);
            expect(nextChange(schedules, instant_ms)).toBe(active.until_ms);
          }
        },
      ),
      // Shrinking would ask for years over and over.
      { numRuns: stretch.runs, endOnFailure: true },
    );
    expect(changes).toBeGreaterThan(stretch.runs);
  }, 60_000);
});
