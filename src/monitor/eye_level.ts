import { clamp } from "./number";
import type { MonitorSettings } from "./settings";

/** A fresh driver's eyes are taken to read this when open. */
const INITIAL_LEVEL = 0.05;

/** What one eye reads while it is open: glasses, make-up and shadow lift it, on one eye more than on the other. */
export class EyeLevel {
  private level = INITIAL_LEVEL;

  /** `closed` (0-1) with the open level taken out: 0 open, 1 closed. */
  correct(closed: number, s: MonitorSettings): number {
    // An ordinary eye's own noise is no lift, so only what exceeds it is taken out.
    const lift = clamp(this.level - INITIAL_LEVEL, 0, s.EYE_LEVEL_MAX);
    return clamp((closed - lift) / (1 - lift), 0, 1);
  }

  /** Follows a reading of an open eye, `step_s` after the one before. */
  learn(closed: number, step_s: number, s: MonitorSettings): void {
    this.level += (closed - this.level) * (step_s / (s.EYE_LEVEL_TAU_S + step_s));
  }

  reset(): void {
    this.level = INITIAL_LEVEL;
  }
}
