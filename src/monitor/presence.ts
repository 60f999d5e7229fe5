import type { MonitorSettings } from "./settings";

export type PresenceState = "warmup" | "present" | "absent" | "no-driver" | "fault";

/** Is anyone in the seat, and can the unit tell? The transition table of the interface document, presence.state. */
export class Presence {
  state: PresenceState = "warmup";
  /** Continuous absence so far, ms. */
  absent_ms = 0;
  private healthy_ms = 0;
  private present_ms = 0;
  /** This episode has been announced; only continuous presence or a fault arms the announcement again. */
  private announced = false;
  private since_announced_ms = 0;

  /** Camera or models are down: nothing can be judged, and an absence so far is discarded, not frozen. */
  fault(): void {
    this.state = "fault";
    this.absent_ms = 0;
    this.healthy_ms = 0;
    this.present_ms = 0;
    this.announced = false;
  }

  /**
   * One healthy frame, `step_ms` after the one before. `driver`: the track is confirmed, fresh or held. `seen`: at this
   * frame the driver was detected. `looked`: detection was attempted lately, so that seeing nobody means something.
   * True when no_driver is to be announced.
   */
  update(driver: boolean, seen: boolean, looked: boolean, step_ms: number, s: MonitorSettings): boolean {
    if (this.state === "fault") {
      // The time that led here was the fault's: warm-up and absence start with this frame.
      this.state = "warmup";
      return false;
    }
    this.healthy_ms += step_ms;
    if (driver) {
      this.sit(seen, step_ms, s);
      return false;
    }
    this.present_ms = 0;
    const warm = this.healthy_ms >= s.PRESENCE_WARMUP_S * 1000;
    if (this.state === "present") {
      this.state = "absent";
    } else if (looked) {
      this.absent_ms += step_ms;
      this.since_announced_ms += step_ms;
    }
    if (!warm) return false;
    if (this.state === "warmup") this.state = "absent";
    if (this.absent_ms >= s.PRESENCE_ALERT_S * 1000) this.state = "no-driver";
    return this.state === "no-driver" && this.isDue(s);
  }

  private sit(seen: boolean, step_ms: number, s: MonitorSettings): void {
    if (this.state === "present") this.present_ms += step_ms;
    this.state = "present";
    this.absent_ms = 0;
    // The time a face is merely held does not count: a false face would be held long enough.
    if (seen && this.present_ms >= s.PRESENCE_CLEAR_S * 1000) this.announced = false;
  }

  private isDue(s: MonitorSettings): boolean {
    if (!s.PRESENCE_ALERT_ENABLED) return false;
    const repeat = s.PRESENCE_REPEAT_S > 0 && this.since_announced_ms >= s.PRESENCE_REPEAT_S * 1000;
    if (this.announced && !repeat) return false;
    this.announced = true;
    this.since_announced_ms = 0;
    return true;
  }
}
