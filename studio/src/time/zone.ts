/**
 * IANA time zones: what a wall clock there shows at an instant, and when it jumps.
 * Instants are milliseconds since 1970-01-01T00:00:00Z. Wall times are the same number for a clock that knows no zone, so
 * `wall = instant + offset`. Source of the rules: the zone data of the JavaScript engine, by way of `Intl`. Good for the years 1970 to 9999.
 */

import { DAY_MS } from "./civil";

/** A span of instants [start_ms, end_ms) in which the wall clock runs without a jump. */
export interface Steady {
  start_ms: number;
  end_ms: number;
  offset_ms: number;
}

/** How much more than was asked for is looked at, on both sides, so that neighbouring questions find their answer. */
const AROUND_MS = 450 * DAY_MS;

interface Zone {
  wall: Intl.DateTimeFormat;
  known: Steady[];
}

const zones = new Map<string, Zone>();

/**
 * The zone's name as the zone data spells it ("europe/berlin" -> "Europe/Berlin"), null where there is no such zone.
 * Plain offsets ("+02:00") are refused: they are no zones, and know no daylight saving.
 */
export function timeZoneNamed(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** @throws RangeError for a name that `timeZoneNamed` refuses. */
function zoneOf(name: string): Zone {
  const kept = zones.get(name);
  if (kept !== undefined) return kept;
  if (timeZoneNamed(name) === null) throw new RangeError(`no time zone is called ${JSON.stringify(name)}`);
  const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
  const wall = new Intl.DateTimeFormat("en-US", { timeZone: name, hourCycle: "h23", second: "2-digit", ...numeric });
  const zone = { wall, known: [] };
  // Names are compared without regard to case, so a text from outside could otherwise have thousands of entries.
  if (zones.size < 2_000) zones.set(name, zone);
  return zone;
}

function offsetIn(zone: Zone, instant_ms: number): number {
  const [month, day, year, hour, minute, second] = zone.wall.format(instant_ms).match(/\d+/g)!.map(Number);
  const wall_ms = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
  return wall_ms - Math.floor(instant_ms / 1000) * 1000;
}

/** The first instant of (low_ms, high_ms] with another offset than at low_ms, where at high_ms there is one. To the second. */
function jumpBetween(zone: Zone, low_ms: number, high_ms: number): number {
  const before = offsetIn(zone, low_ms);
  let low = Math.floor(low_ms / 1000);
  let high = Math.ceil(high_ms / 1000);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetIn(zone, middle * 1000) === before) low = middle;
    else high = middle;
  }
  return high * 1000;
}

/** Walks by days: two jumps within one day have not been seen in any zone. */
function findSteady(zone: Zone, from_ms: number, to_ms: number): Steady[] {
  const found: Steady[] = [];
  let start_ms = from_ms;
  let offset_ms = offsetIn(zone, from_ms);
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += DAY_MS) {
    const next = offsetIn(zone, at_ms + DAY_MS);
    if (next === offset_ms) continue;
    const jump_ms = jumpBetween(zone, at_ms, at_ms + DAY_MS);
    found.push({ start_ms, end_ms: jump_ms, offset_ms });
    start_ms = jump_ms;
    offset_ms = next;
  }
  found.push({ start_ms, end_ms: Math.max(to_ms, start_ms), offset_ms });
  return found;
}

/**
 * The spans that [from_ms, to_ms) consists of, in order, cut at the instants where the zone's wall clock jumps.
 * @throws RangeError for an unknown zone
 */
export function steadySpans(name: string, from_ms: number, to_ms: number): Steady[] {
  const zone = zoneOf(name);
  const first = zone.known[0];
  if (first === undefined || first.start_ms > from_ms || zone.known.at(-1)!.end_ms < to_ms) {
    const start_ms = Math.floor((from_ms - AROUND_MS) / DAY_MS) * DAY_MS;
    zone.known = findSteady(zone, start_ms, to_ms + AROUND_MS);
  }
  const spans: Steady[] = [];
  for (const span of zone.known) {
    const start_ms = Math.max(span.start_ms, from_ms);
    const end_ms = Math.min(span.end_ms, to_ms);
    if (start_ms < end_ms) spans.push({ start_ms, end_ms, offset_ms: span.offset_ms });
  }
  return spans;
}

/** Day number (see civil.ts) of the date that a calendar in the zone shows at an instant. */
export function localDay(name: string, instant_ms: number): number {
  return Math.floor((instant_ms + offsetIn(zoneOf(name), instant_ms)) / DAY_MS);
}

/**
 * The instants [start_ms, end_ms) of a local date: from when a calendar in the zone first shows it until it first shows a later one.
 * A day that the zone skipped (Samoa, 2011-12-30) is empty.
 */
export function localDayBounds(name: string, day: number): { start_ms: number; end_ms: number } {
  return { start_ms: firstInstantFrom(name, day), end_ms: firstInstantFrom(name, day + 1) };
}

/** The first instant at which the zone's wall clock shows midnight of that day or later. */
function firstInstantFrom(name: string, day: number): number {
  const wall_ms = day * DAY_MS;
  for (const span of steadySpans(name, wall_ms - 2 * DAY_MS, wall_ms + 2 * DAY_MS)) {
    if (wall_ms < span.end_ms + span.offset_ms) return Math.max(span.start_ms, wall_ms - span.offset_ms);
  }
  throw new RangeError(`${name} has no day ${day}`);
}
