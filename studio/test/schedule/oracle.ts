/**
 * Schedules by brute force: for every minute of a stretch of years, what a clock on the wall shows and which rule that matches.
 * Written for its plainness, and shares nothing with the engine but the types of the documents.
 */
import type { Schedule } from "../../src/schedule/timeline";

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** What the wall shows in each minute since `start_ms`: index into `dates`, and the minute of the day. */
interface Wall {
  date_index: Int32Array;
  minute: Int16Array;
  /** YYYY-MM-DD in the order in which they were met. */
  dates: string[];
}

/** Asks Intl for every quarter of an hour, and for every minute of a quarter that is not plain. */
export function wallOf(zone: string, start_ms: number, minutes: number): Wall {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  const wall: Wall = { date_index: new Int32Array(minutes), minute: new Int16Array(minutes), dates: [] };
  const indexes = new Map<string, number>();
  const note = (at: number, date: string, minute: number) => {
    let index = indexes.get(date);
    if (index === undefined) {
      index = wall.dates.push(date) - 1;
      indexes.set(date, index);
    }
    wall.date_index[at] = index;
    wall.minute[at] = minute;
  };
  const shown = (at: number): [string, number] => {
    const text = format.format(start_ms + at * 60_000);
    return [text.slice(0, 10), Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))];
  };
  for (let quarter = 0; quarter < minutes; quarter += 15) {
    const [date, minute] = shown(quarter);
    const [last_date, last_minute] = shown(quarter + 14);
    const plain = last_date === date && last_minute === minute + 14;
    for (let at = quarter; at < Math.min(quarter + 15, minutes); at += 1) {
      if (plain) note(at, date, minute + at - quarter);
      else note(at, ...shown(at));
    }
  }
  return wall;
}

interface Candidate {
  name: string;
  from: number;
  to: number;
  priority: number;
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** What begins on a date, in the order of the document. */
function beginning(schedule: Schedule, date: string): Candidate[] {
  if (schedule.valid_from !== null && date < schedule.valid_from) return [];
  if (schedule.valid_to !== null && date > schedule.valid_to) return [];
  const candidate = (hours: { from: string; to: string; priority?: number }, name: string): Candidate => ({
    name: `${schedule.id} ${name}`,
    from: minutesOf(hours.from),
    to: minutesOf(hours.to),
    priority: hours.priority ?? 0,
  });
  const exception = schedule.exceptions.findIndex((one) => one.date === date);
  if (exception >= 0) {
    return schedule.exceptions[exception]!.hours.map((one, at) =>
      candidate(one, `/exceptions/${exception}/hours/${at}`),
    );
  }
  const weekday = DAYS[new Date(`${date}T12:00:00Z`).getUTCDay()];
  return schedule.rules.flatMap((rule, at) =>
    rule.days.some((day) => day === weekday) ? [candidate(rule, `/rules/${at}`)] : [],
  );
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Candidates that show on a date, as the minutes [from, to) of that date. */
function showing(schedule: Schedule, date: string): Candidate[] {
  const today = beginning(schedule, date).map((one) => (one.to <= one.from ? { ...one, to: 1440 } : one));
  const night = beginning(schedule, dayBefore(date)).filter((one) => one.to <= one.from);
  return [...today, ...night.map((one) => ({ ...one, from: 0 }))];
}

/** Position of a rule among its schedule's, as the document has them: weekly rules before exceptions. */
function rank(name: string): number[] {
  const numbers = name.match(/\d+/g)!.map(Number);
  return [name.includes("/rules/") ? 0 : 1, ...numbers.slice(-2)];
}

function standsFirst(a: Candidate, b: Candidate): boolean {
  const [left, right] = [rank(a.name), rank(b.name)];
  for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return left[at]! < right[at]!;
  return false;
}

/** The rule in force in each minute: an index into `names`, 0 for none. Names are `SCHEDULE_ID POINTER`. */
export function bruteForce(
  schedules: readonly Schedule[],
  wall_of: (zone: string) => Wall,
): { choice: Int16Array; names: string[] } {
  const names = [""];
  const number = (name: string) => {
    const known = names.indexOf(name);
    return known >= 0 ? known : names.push(name) - 1;
  };
  let choice: Int16Array | undefined;
  let priorities = new Int16Array(0);
  for (const schedule of schedules) {
    const wall = wall_of(schedule.time_zone);
    choice ??= new Int16Array(wall.minute.length);
    if (priorities.length === 0) priorities = new Int16Array(wall.minute.length).fill(-1000);
    const by_date = wall.dates.map((date) =>
      showing(schedule, date).map((one) => ({ ...one, number: number(one.name) })),
    );
    for (let at = 0; at < wall.minute.length; at += 1) {
      const minute = wall.minute[at]!;
      let best: (Candidate & { number: number }) | undefined;
      for (const one of by_date[wall.date_index[at]!]!) {
        if (minute < one.from || minute >= one.to) continue;
        if (
          best === undefined ||
          one.priority > best.priority ||
          (one.priority === best.priority && standsFirst(one, best))
        )
          best = one;
      }
      // A later schedule needs more, not as much.
      if (best !== undefined && best.priority > priorities[at]!) {
        choice[at] = best.number;
        priorities[at] = best.priority;
      }
    }
  }
  return { choice: choice ?? new Int16Array(0), names };
}
