import type { MonitorSettings } from "./settings";

/** Follows the pitch of the head and tells a nod: down and up again within two seconds. */
export class Nod {
  /** The head is down now. */
  down = false;
  private up_ms = -Infinity;
  private first_ms = 0;
  private last_ms = 0;
  private peak = 0;
  private count = 0;

  /**
   * Takes the deviation of the pitch from the driver's baseline in one detection, and the deviation from which the
   * head is down (it depends on the size of the face); true when the head just came up from a nod.
   */
  update(deviation: number, threshold: number, now_ms: number, s: MonitorSettings): boolean {
    if (deviation >= threshold) {
      if (!this.down) {
        this.down = true;
        this.first_ms = now_ms;
        this.peak = 0;
        this.count = 0;
      }
      this.count += 1;
      this.last_ms = now_ms;
      if (deviation / threshold > this.peak) this.peak = deviation / threshold;
      return false;
    }
    if (this.down && deviation > threshold * s.NOD_OFF_RATIO) {
      this.last_ms = now_ms;
      return false;
    }
    const nodded = this.down && this.isNod(now_ms, s);
    this.down = false;
    this.up_ms = now_ms;
    return nodded;
  }

  /** What happened meanwhile was not seen: the head must be seen up first. */
  interrupt(): void {
    this.down = false;
    this.up_ms = -Infinity;
  }

  private isNod(now_ms: number, s: MonitorSettings): boolean {
    const span_ms = now_ms - this.up_ms;
    if (span_ms < s.NOD_MIN_S * 1000 || span_ms > s.NOD_SPAN_MAX_S * 1000) return false;
    if (this.last_ms - this.first_ms > s.NOD_MAX_S * 1000) return false;
    return this.count > 1 || this.peak >= s.NOD_SINGLE_RATIO;
  }
}
