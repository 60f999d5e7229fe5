import type { Applying } from "./announcement";
import type { Cues } from "./cues";
import type { Eyes } from "./eyes";
import { type Evidence, fuse, slowEyesRisk } from "./risk";
import type { MonitorSettings } from "./settings";

/** The temporal filter: a score counts only after it stayed over the trigger for RISK_REQUIRED_S worth of frames. */
export class RiskFilter {
  /** Fused score of the last frame, 0-1. */
  score = 0;
  /** Frames in a row at or over the trigger. */
  streak = 0;

  /**
   * Fuses the evidence of one frame. `advanced`: time has passed since the frame before; a frame of the same instant is
   * not counted. Returns the reasons that hold; null while the streak is short of `required`.
   */
  update(
    eyes: Eyes,
    cues: Cues,
    now_ms: number,
    advanced: boolean,
    required: number,
    s: MonitorSettings,
  ): Applying | null {
    const e: Evidence = {
      perclos: eyes.recent.share,
      sustained: eyes.sustained.share,
      long_blinks: eyes.longBlinks(now_ms, s),
      closure_s: eyes.closure_ms / 1000,
      yawn: cues.hasYawn(now_ms, s),
      nod: cues.hasNod(now_ms, s),
    };
    const slow_eyes = slowEyesRisk(e, s);
    this.score = fuse(e, slow_eyes, s);
    if (this.score < s.RISK_TRIGGER) this.streak = 0;
    else if (advanced) this.streak += 1;
    if (this.streak < required) return null;
    const microsleep = eyes.isMicrosleep(s);
    return {
      microsleep,
      head_nod: e.nod,
      yawning: e.yawn,
      // Who sleeps on after the microsleep was announced is told again; but a closure that may still become one is
      // judged first.
      drowsy: microsleep || (slow_eyes >= s.RISK_TRIGGER && !eyes.mayBecomeMicrosleep(s)),
    };
  }

  /** Nobody to judge. */
  reset(): void {
    this.score = 0;
    this.streak = 0;
  }
}
