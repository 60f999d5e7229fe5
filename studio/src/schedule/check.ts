/** What is wrong, or doubtful, with a schedule or a calling window before it is stored. Findings are those of scenarios. */

import { type Finding, pointer } from "../scenario/finding";
import { DAY_MINUTES, DAY_MS, parseDate, parseTimeOfDay, WEEKDAYS, type Weekday, weekdayOf } from "../time/civil";
import { timeZoneNamed } from "../time/zone";
import type { CallingWindow, ScheduleDocument } from "./document";
import { planOf, type Schedule, ties } from "./timeline";

type Path = readonly (string | number)[];
type Report = (severity: Finding["severity"], code: string, path: Path, message: string) => void;

/** Collects findings in the order in which they are met. */
function reporter(): { findings: Finding[]; report: Report } {
  const findings: Finding[] = [];
  const report: Report = (severity, code, path, message) => {
    findings.push({ nodeId: null, path: pointer(path), message, code, severity });
  };
  return { findings, report };
}

/**
 * The faults of a schedule that has the right shape. It may be stored where none is an error.
 * @param scenarios those that the callbot has, by id: whether they were published
 */
export function checkSchedule(document: ScheduleDocument, scenarios: ReadonlyMap<string, boolean>): Finding[] {
  const { findings, report } = reporter();
  checkZone(document.time_zone, report);
  checkValidity(document, report);
  const seen = new Map<string, number>();
  document.rules.forEach((rule, index) => {
    checkHours(rule, ["rules", index], report);
    checkScenario(rule.scenario_id, ["rules", index], scenarios, report);
    checkReach(document, rule.days, ["rules", index], report);
  });
  document.exceptions.forEach(({ date, hours }, index) => {
    checkDate(date, ["exceptions", index, "date"], report);
    const first = seen.get(date);
    if (first === undefined) seen.set(date, index);
    else
      report(
        "error",
        "DATE_TWICE",
        ["exceptions", index, "date"],
        `${date} has an exception already, number ${first}.`,
      );
    if (parseDate(date) !== null && outside(document, date)) {
      report("warning", "OUTSIDE_VALIDITY", ["exceptions", index, "date"], `The schedule does not hold on ${date}.`);
    }
    hours.forEach((one, at) => {
      checkHours(one, ["exceptions", index, "hours", at], report);
      checkScenario(one.scenario_id, ["exceptions", index, "hours", at], scenarios, report);
    });
  });
  if (document.rules.length === 0 && document.exceptions.every(({ hours }) => hours.length === 0)) {
    report("warning", "NEVER_ACTIVE", [], "The schedule never names a scenario.");
  }
  if (findings.every(({ severity }) => severity !== "error")) reportTies(document, report);
  return findings;
}

/** The faults of a calling window that has the right shape. */
export function checkWindow(window: CallingWindow): Finding[] {
  const { findings, report } = reporter();
  window.hours.forEach(({ from, to }, index) => {
    checkHours({ from, to }, ["hours", index], report);
    if ((parseTimeOfDay(to) ?? DAY_MINUTES) <= (parseTimeOfDay(from) ?? 0) && from !== to) {
      const instead = to === "00:00" ? `${from}-24:00` : `${from}-24:00 and 00:00-${to}`;
      const message = `${from}-${to} passes midnight; give ${instead}, so that it is plain which date is closed.`;
      report("error", "PASSES_MIDNIGHT", ["hours", index, "to"], message);
    }
  });
  (window.closed_dates ?? []).forEach((date, index) => {
    checkDate(date, ["closed_dates", index], report);
  });
  return findings;
}

function checkZone(time_zone: string, report: Report): void {
  if (timeZoneNamed(time_zone) !== null) return;
  report(
    "error",
    "UNKNOWN_TIME_ZONE",
    ["time_zone"],
    `No time zone is called ${JSON.stringify(time_zone)}; use an IANA name.`,
  );
}

function checkDate(date: string, path: Path, report: Report): void {
  if (parseDate(date) === null) report("error", "NO_SUCH_DATE", path, `The calendar has no ${JSON.stringify(date)}.`);
}

function checkValidity({ valid_from, valid_to }: ScheduleDocument, report: Report): void {
  if (valid_from !== null) checkDate(valid_from, ["valid_from"], report);
  if (valid_to !== null) checkDate(valid_to, ["valid_to"], report);
  if (valid_from !== null && valid_to !== null && valid_from > valid_to) {
    report("error", "ENDS_BEFORE_START", ["valid_to"], `valid_to ${valid_to} lies before valid_from ${valid_from}.`);
  }
}

function checkHours({ from, to }: { from: string; to: string }, path: Path, report: Report): void {
  if (from === "24:00")
    report("error", "NO_SUCH_TIME", [...path, "from"], "A day ends at 24:00; nothing can begin then.");
  else if (from === to) {
    const message = `From ${from} to ${to} is nothing or a whole day; a whole day is 00:00 to 24:00.`;
    report("error", "EMPTY_HOURS", [...path, "to"], message);
  }
}

function checkScenario(scenario_id: string, path: Path, known: ReadonlyMap<string, boolean>, report: Report): void {
  const published = known.get(scenario_id.toLowerCase());
  if (published === undefined) {
    report("error", "UNKNOWN_SCENARIO", [...path, "scenario_id"], `The callbot has no scenario ${scenario_id}.`);
  } else if (!published) {
    report(
      "warning",
      "NOT_PUBLISHED",
      [...path, "scenario_id"],
      "The scenario was not published yet: calls have nothing to run.",
    );
  }
}

function outside({ valid_from, valid_to }: ScheduleDocument, date: string): boolean {
  return (valid_from !== null && date < valid_from) || (valid_to !== null && date > valid_to);
}

/** A rule whose weekdays do not come between valid_from and valid_to is a mistake, though a harmless one. */
function checkReach(
  { valid_from, valid_to }: ScheduleDocument,
  days: readonly Weekday[],
  path: Path,
  report: Report,
): void {
  const first = valid_from === null ? null : parseDate(valid_from);
  const last = valid_to === null ? null : parseDate(valid_to);
  if (first === null || last === null || last < first || last - first >= WEEKDAYS.length - 1) return;
  for (let day = first; day <= last; day += 1) if (days.includes(weekdayOf(day))) return;
  report("warning", "NEVER_ACTIVE", path, `None of the days comes between ${valid_from} and ${valid_to}.`);
}

/** Rules of one priority that want different scenarios at the same time of some week, or on a day with an exception. */
function reportTies(document: ScheduleDocument, report: Report): void {
  // On a calendar without changes of clocks two weeks show every pair of hours, and each exception shows its own.
  const plans = planOf([{ ...document, id: "", time_zone: "UTC", valid_from: null, valid_to: null, exceptions: [] }]);
  const dated = planOf([{ ...document, id: "", time_zone: "UTC" }]);
  const found = ties(plans, 0, 14 * DAY_MS);
  for (const { date } of document.exceptions) {
    const midnight_ms = parseDate(date)! * DAY_MS;
    found.push(...ties(dated, midnight_ms, midnight_ms + 2 * DAY_MS));
  }
  const told = new Set<string>();
  for (const { winner, loser } of found) {
    if (told.has(`${winner.rule} ${loser.rule}`)) continue;
    told.add(`${winner.rule} ${loser.rule}`);
    const keys = loser.rule.slice(1).split("/");
    report(
      "error",
      "OVERLAP",
      keys,
      `It overlaps with ${winner.rule}, has the same priority and names another scenario.`,
    );
  }
}

/** How far ahead ties between schedules are looked for. Two weeks show every pair of weekly hours, and the exceptions that are next. */
const TIES_AHEAD_MS = 14 * DAY_MS;

/**
 * Where enabled schedules of one callbot want different scenarios with one priority. No fault of either, so these are warnings.
 * @param schedules in the order in which they win; paths lead into their list as `/items/1/rules/0`
 */
export function tieFindings(schedules: readonly (Schedule & { enabled: boolean })[], now_ms: number): Finding[] {
  const { findings, report } = reporter();
  const index = new Map(schedules.map(({ id }, at) => [id, at]));
  const plans = planOf(schedules.filter(({ enabled }) => enabled));
  for (const { winner, loser, from_ms } of ties(plans, now_ms, now_ms + TIES_AHEAD_MS)) {
    const keys = ["items", index.get(loser.schedule_id)!, ...loser.rule.slice(1).split("/")];
    const wins = `/items/${index.get(winner.schedule_id)!}${winner.rule}`;
    const message = `${wins} has the same priority, names another scenario and wins, for example at ${new Date(from_ms).toISOString()}.`;
    report("warning", "OVERLAP", keys, message);
  }
  return findings;
}
