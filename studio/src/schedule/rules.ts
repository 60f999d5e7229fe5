/** The questions that are asked of schedules: what is active at an instant, since when, until when. See timeline.ts for the rules. */

import { DAY_MS } from "../time/civil";
import { type Choice, type Plan, planOf, type Schedule, timeline } from "./timeline";

/** What is active at an instant; times are milliseconds since 1970, null where nothing changes within `HORIZON_MS`. */
export interface Active {
  /** Null: no schedule names a scenario at that instant. */
  choice: Choice | null;
  since_ms: number | null;
  until_ms: number | null;
}

/**
 * How far a change is looked for, both ways. Weekly rules change within a week, and with clocks within a year; what lies further off
 * is a date that somebody wrote down, and work must not grow with it.
 */
export const HORIZON_MS = 400 * DAY_MS;

const WEEK_MS = 7 * DAY_MS;

/**
 * The choice at an instant, and the span around it in which the same rule, or none, is in force.
 * @param schedules of one callbot, in the order in which they win ties
 * @throws RangeError for an unknown time zone
 */
export function activeAt(schedules: readonly Schedule[], instant_ms: number): Active {
  const plans = planOf(schedules);
  return {
    choice: choiceAt(plans, instant_ms),
    since_ms: lastChange(plans, instant_ms),
    until_ms: changeAfter(plans, instant_ms),
  };
}

/** The first instant after `instant_ms` at which another rule, or none, comes into force; null where none is within `HORIZON_MS`. */
export function nextChange(schedules: readonly Schedule[], instant_ms: number): number | null {
  return changeAfter(planOf(schedules), instant_ms);
}

/** The choice at an instant alone, for who asks often. */
export function choiceAt(plans: readonly Plan[], instant_ms: number): Choice | null {
  return timeline(plans, instant_ms, instant_ms + 1)[0]!.choice;
}

/** As `nextChange`, of schedules made ready. */
export function changeAfter(plans: readonly Plan[], instant_ms: number): number | null {
  if (plans.length === 0) return null;
  for (let from_ms = instant_ms; from_ms < instant_ms + HORIZON_MS; from_ms += WEEK_MS) {
    // A millisecond more, so that a change at the seam of two weeks is seen.
    const change = timeline(plans, from_ms, from_ms + WEEK_MS + 1)[1];
    if (change !== undefined) return change.from_ms;
  }
  return null;
}

function lastChange(plans: readonly Plan[], instant_ms: number): number | null {
  if (plans.length === 0) return null;
  const end_ms = instant_ms + 1;
  for (let to_ms = end_ms; to_ms > end_ms - HORIZON_MS; to_ms -= WEEK_MS) {
    const spans = timeline(plans, to_ms - WEEK_MS - 1, to_ms);
    if (spans.length > 1) return spans.at(-1)!.from_ms;
  }
  return null;
}
