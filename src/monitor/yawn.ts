import type { MonitorSettings } from "./settings";

/** Follows the opening of the mouth and tells a yawn from talking by how long the mouth stays open. */
export class Yawn {
  /** The mouth is open now. */
  open = false;
  /** Smoothed opening against the driver's baseline: 0 closed, 0.2-0.4 in a yawn. */
  index = 0;
  private last_ms = -Infinity;
  /** Since when the mouth has been open, and how many detections saw it open by themselves since. */
  private since_ms = 0;
  private count = 0;
  private told = false;

  /**
   * Takes the opening measured in one detection, and the opening from which the mouth is open (it depends on the size
   * of the face); true when it made this opening a yawn.
   */
  update(raw: number, threshold: number, now_ms: number, s: MonitorSettings): boolean {
    if (!(now_ms - this.last_ms <= s.CUE_STALE_S * 1000)) this.interrupt();
    const first = this.last_ms === -Infinity;
    const step_s = first ? 0 : (now_ms - this.last_ms) / 1000;
    this.last_ms = now_ms;
    this.index = first ? raw : this.index + (raw - this.index) * (step_s / (s.MOUTH_TAU_S + step_s));
    if (raw >= threshold) {
      // It opened, and will close, somewhere between two detections: that makes one interval on average.
      if (this.count === 0) this.since_ms = now_ms - Math.min(step_s, s.YAWN_INTERVAL_MAX_S) * 1000;
      this.count += 1;
    } else if (!this.open) {
      this.count = 0;
    }
    if (this.index < threshold * (this.open ? s.MOUTH_OFF_RATIO : 1)) {
      if (this.open) this.count = 0;
      this.open = false;
      this.told = false;
      return false;
    }
    this.open = true;
    if (this.told || this.count < s.YAWN_MIN_DETECTIONS || now_ms - this.since_ms < s.YAWN_MIN_S * 1000) return false;
    this.told = true;
    return true;
  }

  /** What happened meanwhile was not seen: the opening under way ends. */
  interrupt(): void {
    this.open = false;
    this.index = 0;
    this.count = 0;
    this.told = false;
    this.last_ms = -Infinity;
  }
}
