/** The questions that are asked of schedules: what is active at an instant, since when, until when. See timeline.ts for the rules. */

import { DAY_MS } from "../time/civil";
import { type Choice, namedInstants, type Plan, planOf, type Schedule, timeline } from "./timeline";

/** What is active at an instant; times are milliseconds since 1970, null where it has been or will be so for ever. */
export interface Active {
  /** Null: no schedule names a scenario at that instant. */
  choice: Choice | null;
  since_ms: number | null;
  until_ms: number | null;
}

/**
 * A pattern that does not change within three weeks after the last date that a schedule names never changes again: every time of the
 * week has then come at least twice although clocks may have skipped it once. A day more on both ends for hours that pass midnight.
 */
const PATTERN_MS = 24 * DAY_MS;

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

/** The first instant after `instant_ms` at which another rule, or none, comes into force; null where that never happens. */
export function nextChange(schedules: readonly Schedule[], instant_ms: number): number | null {
  return changeAfter(planOf(schedules), instant_ms);
}

/** The choice at an instant alone, for who asks often. */
export function choiceAt(plans: readonly Plan[], instant_ms: number): Choice | null {
  return timeline(plans, instant_ms, instant_ms + 1)[0]!.choice;
}

/** As `nextChange`, of schedules made ready. */
export function changeAfter(plans: readonly Plan[], instant_ms: number): number | null {
  let known_ms = instant_ms;
  for (const named_ms of [instant_ms, ...namedInstants(plans)]) {
    // Between two looks nothing changes: the pattern was steady, and no date is named there.
    const from_ms = Math.max(known_ms, named_ms);
    const to_ms = named_ms + PATTERN_MS;
    for (let at_ms = from_ms; at_ms < to_ms; at_ms += WEEK_MS) {
      const change = timeline(plans, at_ms, at_ms + WEEK_MS + 1)[1];
      if (change !== undefined) return change.from_ms;
      known_ms = at_ms + WEEK_MS;
    }
  }
  return null;
}

const WEEK_MS = 7 * DAY_MS;

/** The instant since which the choice of `instant_ms` has been the same, null where it always was. */
function lastChange(plans: readonly Plan[], instant_ms: number): number | null {
  let known_ms = instant_ms + 1;
  // A named date breaks the pattern from two days before it to two days after; looking back, the later end comes first.
  const named = namedInstants(plans).map((at_ms) => at_ms + 4 * DAY_MS);
  for (const named_ms of [instant_ms + 1, ...named.reverse()]) {
    const to_ms = Math.min(known_ms, named_ms);
    const from_ms = named_ms - PATTERN_MS;
    for (let at_ms = to_ms; at_ms > from_ms; at_ms -= WEEK_MS) {
      const spans = timeline(plans, at_ms - WEEK_MS - 1, at_ms);
      if (spans.length > 1) return spans.at(-1)!.from_ms;
      known_ms = at_ms - WEEK_MS;
    }
  }
  return null;
}
