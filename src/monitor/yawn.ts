import type { MonitorSettings } from "./settings";

/** Follows the opening of the mouth and tells a yawn from talking by how long the mouth stays open. */
export class Yawn {
  /** The mouth is open now. */
  open = false;
  /** Smoothed opening against the driver's baseline: 0 closed, 0.2-0.4 in a yawn. */
  index = 0;
  private raw = 0;
  private last_ms = -Infinity;
  private since_ms = 0;
  private told = false;
  /** Detections that saw the mouth open by itself. */
  private count = 0;

  /**
   * Takes the opening measured in one detection, and the opening from which the mouth is open (it depends on the size
   * of the face); true when it made this opening a yawn.
   */
  update(raw: number, threshold: number, now_ms: number, s: MonitorSettings): boolean {
    const step_s = (now_ms - this.last_ms) / 1000;
    const first = !(step_s <= s.CUE_STALE_S);
    if (first) this.interrupt();
    this.index = first ? raw : this.index + (raw - this.index) * (step_s / (s.MOUTH_TAU_S + step_s));
    const before_ms = this.last_ms;
    const before_raw = this.raw;
    this.raw = raw;
    this.last_ms = now_ms;
    if (!this.open) {
      if (this.index < threshold) return false;
      this.open = true;
      this.told = false;
      // The smoothed opening lags: where the detection before was open by itself, it began there. And it began and will
      // end somewhere between two detections, which makes one interval on average.
      const began_before = !first && before_raw >= threshold;
      const seen_ms = began_before ? before_ms : now_ms;
      this.count = began_before ? 1 : 0;
      this.since_ms = seen_ms - (first ? 0 : Math.min(step_s, s.YAWN_INTERVAL_MAX_S) * 1000);
    } else if (this.index < threshold * s.MOUTH_OFF_RATIO) {
      this.open = false;
      return false;
    }
    if (raw >= threshold) this.count += 1;
    if (this.told || this.count < s.YAWN_MIN_DETECTIONS) return false;
    if (now_ms - this.since_ms < s.YAWN_MIN_S * 1000) return false;
    this.told = true;
    return true;
  }

  /** What happened meanwhile was not seen: the opening under way ends. */
  interrupt(): void {
    this.open = false;
    this.index = 0;
    this.raw = 0;
    this.last_ms = -Infinity;
  }
}
