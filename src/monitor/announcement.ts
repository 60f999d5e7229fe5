import { type AlertCounts, type AlertReason, DROWSINESS_PRIORITY, type DrowsinessReason } from "./reason";
import type { MonitorSettings } from "./settings";

/** Which drowsiness reasons hold at one frame. */
export type Applying = Readonly<Record<DrowsinessReason, boolean>>;

/** Decides which reason is announced, keeps announcements apart, and counts them. */
export class Announcements {
  readonly counts: AlertCounts = { drowsy: 0, microsleep: 0, yawning: 0, head_nod: 0, no_driver: 0 };
  private last_ms = -Infinity;
  private readonly last_by_reason_ms: Record<DrowsinessReason, number> = {
    microsleep: -Infinity,
    head_nod: -Infinity,
    yawning: -Infinity,
    drowsy: -Infinity,
  };

  /** Time for which every drowsiness announcement is still held off, ms. */
  cooldownLeft(now_ms: number, cooldown_ms: number): number {
    return Math.max(0, this.last_ms + cooldown_ms - now_ms);
  }

  /** The first applying reason that may be announced now; it is then counted as announced. Null where there is none. */
  decide(applying: Applying, now_ms: number, cooldown_ms: number, s: MonitorSettings): DrowsinessReason | null {
    if (this.cooldownLeft(now_ms, cooldown_ms) > 0) return null;
    for (const reason of DROWSINESS_PRIORITY) {
      const spaced = now_ms - this.last_by_reason_ms[reason] >= s.REASON_SPACING_S * 1000;
      if (!applying[reason] || !spaced) continue;
      this.last_ms = now_ms;
      this.last_by_reason_ms[reason] = now_ms;
      this.count(reason);
      return reason;
    }
    return null;
  }

  count(reason: AlertReason): void {
    this.counts[reason] += 1;
  }
}
