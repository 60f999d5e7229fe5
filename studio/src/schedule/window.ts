/** Calling hours: when a person may be called, by the clock on that person's wall. The same engine as schedules (timeline.ts). */

import type { CallingWindow } from "./document";
import { changeAfter, choiceAt } from "./rules";
import { type Choice, type Plan, planOf } from "./timeline";

/** Whether calls are allowed, and the instant at which that ends; null: not within 400 days. */
export interface WindowState {
  open: boolean;
  until_ms: number | null;
}

/** All hours are one choice: from one pair of hours straight into the next is no change of the window. */
const OPEN: Choice = { scenario_id: "", schedule_id: "", rule: "" };

function plansOf(window: CallingWindow, time_zone: string): Plan[] {
  const rules = window.hours.map((hours) => ({ ...hours, scenario_id: "" }));
  const exceptions = (window.closed_dates ?? []).map((date) => ({ date, hours: [] }));
  return planOf([{ id: "", time_zone, valid_from: null, valid_to: null, rules, exceptions }], () => OPEN);
}

/** Whether a person in that zone may be called at the instant. @throws RangeError for an unknown zone */
export function windowOpenAt(window: CallingWindow, time_zone: string, instant_ms: number): boolean {
  return choiceAt(plansOf(window, time_zone), instant_ms) !== null;
}

/**
 * Whether the window is open at the instant and until when that stays so: ask once per zone, not once per contact.
 * @throws RangeError for an unknown zone
 */
export function windowAt(window: CallingWindow, time_zone: string, instant_ms: number): WindowState {
  const plans = plansOf(window, time_zone);
  return { open: choiceAt(plans, instant_ms) !== null, until_ms: changeAfter(plans, instant_ms) };
}

/** The instant itself where the window is open, else when it opens; null where it does not within 400 days. @throws RangeError for an unknown zone */
export function nextOpening(window: CallingWindow, time_zone: string, instant_ms: number): number | null {
  const state = windowAt(window, time_zone, instant_ms);
  return state.open ? instant_ms : state.until_ms;
}
