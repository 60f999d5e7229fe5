import { Monitor } from "../../src/monitor/monitor";
import type { FrameObservation } from "../../src/monitor/observation";
import type { AlertReason } from "../../src/monitor/reason";
import type { Verdict } from "../../src/monitor/state";

export interface Announcement {
  readonly reason: AlertReason;
  readonly t_s: number;
}

/** What was announced over a whole story, and when. */
export function announcements(frames: Iterable<FrameObservation>, monitor = new Monitor()): Announcement[] {
  const made: Announcement[] = [];
  for (const frame of frames) {
    const { alert, t_ms } = monitor.observe(frame);
    if (alert !== null) made.push({ reason: alert, t_s: t_ms / 1000 });
  }
  return made;
}

/** Only the reasons, in order. */
export function reasons(frames: Iterable<FrameObservation>, monitor = new Monitor()): AlertReason[] {
  return announcements(frames, monitor).map(({ reason }) => reason);
}

/** Every verdict of a story. */
export function verdicts(frames: Iterable<FrameObservation>, monitor = new Monitor()): Verdict[] {
  const all: Verdict[] = [];
  for (const frame of frames) all.push(monitor.observe(frame));
  return all;
}
