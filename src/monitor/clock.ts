/** One step never counts for more than this: a wild time stamp must not freeze every cooldown for good. */
const STEP_MAX_MS = 3_600_000;

/**
 * Makes a time that never runs backwards out of whatever time stamps frames carry.
 * A step back or a stamp that is no number counts as no time; the next step is measured from the new stamp.
 */
export class FrameClock {
  /** Time since the first frame, ms. */
  now_ms = 0;
  /** Time since the frame before, ms, never negative. */
  step_ms = 0;
  /** The last usable time stamp, for the verdict. */
  t_ms = 0;
  private started = false;

  step(t_ms: number): void {
    this.step_ms = 0;
    if (!Number.isFinite(t_ms)) return;
    if (this.started) {
      const step = t_ms - this.t_ms;
      if (step > 0) this.step_ms = Math.min(step, STEP_MAX_MS);
      this.now_ms += this.step_ms;
    }
    this.started = true;
    this.t_ms = t_ms;
  }
}
