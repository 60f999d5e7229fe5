/**
 * Which rule of which schedule is in force when, exactly, on the line of instants.
 *
 * What holds, everywhere in this folder:
 * - A rule is in force exactly while a clock on the wall of its zone shows a time in [from, to). Where clocks are put forward, the
 *   minutes that are skipped never come: a rule that lies within them is not in force on that day. Where they are put back, the
 *   minutes that come twice count twice: 01:00-02:30 in Berlin on that night is in force until 02:30 the first time, not from then
 *   to the change, and once more from the change until 02:30 the second time.
 * - `to` at or before `from` is a time of the next day. Such hours belong to the date on which they begin: that date is asked for
 *   weekday, validity and exceptions, and a closed day does not cut short the night that began on the day before.
 * - An exception replaces the weekly rules of its own schedule on its date; other schedules go on.
 * - Among what is in force, the highest priority wins; then the schedule that stands first; then the rule that stands first.
 */

import { DAY_MINUTES, DAY_MS, MINUTE_MS, parseDate, parseTimeOfDay, WEEKDAYS, weekdayIndex } from "../time/civil";
import { steadySpans } from "../time/zone";
import type { ScheduleDocument, ScheduleHours } from "./document";

/** A schedule as it is stored; one that was checked (see check.ts), or the times that make no sense are passed over. */
export interface Schedule extends ScheduleDocument {
  id: string;
}

/** What is in force: the scenario, and where it says so. */
export interface Choice {
  scenario_id: string;
  schedule_id: string;
  /** JSON Pointer of the rule in its schedule: `/rules/2` or `/exceptions/0/hours/1`. */
  rule: string;
}

/** A span [from_ms, to_ms) in which the same rule, or none, is in force. */
export interface Span {
  from_ms: number;
  to_ms: number;
  choice: Choice | null;
}

/** Hours of one day, in minutes since its midnight; `to` may lie on the next day (up to 2880). */
interface Hours {
  from: number;
  to: number;
  priority: number;
  /** Position among everything that could win: lower stands first. */
  order: number;
  choice: Choice;
}

/** A schedule made ready to be asked: what begins on which day. */
export interface Plan {
  time_zone: string;
  first_day: number;
  last_day: number;
  /** By weekday, Monday first. */
  week: Hours[][];
  exceptions: Map<number, Hours[]>;
}

/**
 * Makes schedules ready to be asked; they are given in the order in which they win ties.
 * @param choose what to call the choice of some hours; choices that are the same object are not told apart
 */
export function planOf(schedules: readonly Schedule[], choose = (choice: Choice): Choice => choice): Plan[] {
  let order = 0;
  return schedules.map((schedule) => {
    const read = (hours: ScheduleHours, rule: string): Hours[] => {
      const from = parseTimeOfDay(hours.from);
      const to = parseTimeOfDay(hours.to);
      if (from === null || to === null) return [];
      const choice = choose({ scenario_id: hours.scenario_id, schedule_id: schedule.id, rule });
      return [{ from, to: to > from ? to : to + DAY_MINUTES, priority: hours.priority ?? 0, order: order++, choice }];
    };
    const week: Hours[][] = WEEKDAYS.map(() => []);
    schedule.rules.forEach((rule, index) => {
      const hours = read(rule, `/rules/${index}`);
      for (const day of rule.days) week[WEEKDAYS.indexOf(day)]!.push(...hours);
    });
    const exceptions = new Map<number, Hours[]>();
    schedule.exceptions.forEach(({ date, hours }, index) => {
      const day = parseDate(date);
      if (day === null) return;
      exceptions.set(
        day,
        hours.flatMap((one, at) => read(one, `/exceptions/${index}/hours/${at}`)),
      );
    });
    return {
      time_zone: schedule.time_zone,
      first_day: dayOf(schedule.valid_from, Number.NEGATIVE_INFINITY),
      last_day: dayOf(schedule.valid_to, Number.POSITIVE_INFINITY),
      week,
      exceptions,
    };
  });
}

function dayOf(date: string | null, open: number): number {
  return date === null ? open : (parseDate(date) ?? open);
}

function hoursBeginning(plan: Plan, day: number): Hours[] {
  if (day < plan.first_day || day > plan.last_day) return [];
  return plan.exceptions.get(day) ?? plan.week[weekdayIndex(day)]!;
}

interface Event {
  at_ms: number;
  begins: boolean;
  hours: Hours;
}

/** Every stretch of [from_ms, to_ms) in which some hours are in force, as its two ends. */
function eventsBetween(plans: readonly Plan[], from_ms: number, to_ms: number): Event[] {
  const events: Event[] = [];
  for (const plan of plans) {
    for (const steady of steadySpans(plan.time_zone, from_ms, to_ms)) {
      const first = Math.floor((steady.start_ms + steady.offset_ms) / DAY_MS) - 1;
      const last = Math.floor((steady.end_ms + steady.offset_ms - 1) / DAY_MS);
      for (let day = first; day <= last; day += 1) {
        const midnight_ms = day * DAY_MS - steady.offset_ms;
        for (const hours of hoursBeginning(plan, day)) {
          const begin_ms = Math.max(steady.start_ms, midnight_ms + hours.from * MINUTE_MS);
          const end_ms = Math.min(steady.end_ms, midnight_ms + hours.to * MINUTE_MS);
          if (begin_ms >= end_ms) continue;
          events.push({ at_ms: begin_ms, begins: true, hours }, { at_ms: end_ms, begins: false, hours });
        }
      }
    }
  }
  return events.sort((a, b) => a.at_ms - b.at_ms);
}

/** Whether a wins over b. */
function wins(a: Hours, b: Hours): boolean {
  return a.priority > b.priority || (a.priority === b.priority && a.order < b.order);
}

/** Hours in force, each with how often: one rule may run into its own next day. */
type InForce = Map<Hours, number>;

function strongest(in_force: InForce): Hours | null {
  let best: Hours | null = null;
  for (const hours of in_force.keys()) if (best === null || wins(hours, best)) best = hours;
  return best;
}

/** Calls `visit` for each stretch of [from_ms, to_ms), in order, in which the same hours are in force. */
function sweep(
  plans: readonly Plan[],
  from_ms: number,
  to_ms: number,
  visit: (from_ms: number, to_ms: number, in_force: InForce) => void,
): void {
  const in_force: InForce = new Map();
  let since_ms = from_ms;
  for (const { at_ms, begins, hours } of eventsBetween(plans, from_ms, to_ms)) {
    if (at_ms > since_ms) {
      visit(since_ms, at_ms, in_force);
      since_ms = at_ms;
    }
    const times = (in_force.get(hours) ?? 0) + (begins ? 1 : -1);
    if (times === 0) in_force.delete(hours);
    else in_force.set(hours, times);
  }
  if (since_ms < to_ms) visit(since_ms, to_ms, in_force);
}

/**
 * What is in force in [from_ms, to_ms): spans without gaps, in order, two neighbours never alike.
 * Work grows with the days asked about times the rules. @throws RangeError for an unknown zone
 */
export function timeline(plans: readonly Plan[], from_ms: number, to_ms: number): Span[] {
  const spans: Span[] = [];
  sweep(plans, from_ms, to_ms, (start_ms, end_ms, in_force) => {
    const choice = strongest(in_force)?.choice ?? null;
    const last = spans.at(-1);
    if (last !== undefined && last.choice === choice) last.to_ms = end_ms;
    else spans.push({ from_ms: start_ms, to_ms: end_ms, choice });
  });
  return spans;
}

/** Two rules of the same, winning priority that want different scenarios at the same time; the first of the two wins. */
export interface Tie {
  winner: Choice;
  loser: Choice;
  /** When they meet for the first time. */
  from_ms: number;
  to_ms: number;
}

/** The ties in [from_ms, to_ms), each pair of rules once. */
export function ties(plans: readonly Plan[], from_ms: number, to_ms: number): Tie[] {
  const found = new Map<string, Tie>();
  sweep(plans, from_ms, to_ms, (start_ms, end_ms, in_force) => {
    const best = strongest(in_force);
    if (best === null) return;
    for (const other of in_force.keys()) {
      if (other.priority !== best.priority || other.choice.scenario_id === best.choice.scenario_id) continue;
      const [winner, loser] = [best.choice, other.choice];
      const pair = [winner.schedule_id, winner.rule, loser.schedule_id, loser.rule].join(" ");
      if (!found.has(pair)) found.set(pair, { winner, loser, from_ms: start_ms, to_ms: end_ms });
    }
  });
  return [...found.values()];
}
