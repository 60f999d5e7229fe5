import type { Reject } from "./gate";
import type { Health } from "./observation";
import type { PresenceState } from "./presence";
import type { AlertCounts, AlertReason } from "./reason";

/** The answer to one frame, and one line of a replay. Fractions and seconds are rounded to three decimals. */
export interface Verdict {
  /** Time stamp of the frame; of the frame before where this one carried none that can be used. */
  readonly t_ms: number;
  /** A face track is confirmed (fresh or held). */
  readonly driver: boolean;
  readonly presence: PresenceState;
  readonly health: Health;
  /** Continuous absence so far, s. */
  readonly absent_s: number;
  /** Why the last detection attempt accepted nothing; `ok` where it did, or where it found no candidate. */
  readonly reject: Reject;
  /** Fused score, 0-1; 0 while nobody is confirmed. */
  readonly risk: number;
  /** Closed share of the last PERCLOS_WINDOW_S, 0-1. */
  readonly perclos: number;
  /** How long the eyes have been shut, s; 0 while they are open. */
  readonly closure_s: number;
  /** Frames in a row at or over the trigger, and how many are required. */
  readonly streak: number;
  readonly required: number;
  /** The reason announced at this frame; null at every other frame. */
  readonly alert: AlertReason | null;
}

/** Something a driver did, told once, at the frame that completed it. */
export type CueEvent = "blink" | "long_blink" | "yawn" | "nod";

/** Everything the monitor can tell, grouped and named as the status JSON of the unit. A snapshot: it never changes. */
export interface MonitorState {
  readonly driver: boolean;
  /** Measured frame rate of healthy frames; 0 until the first second has been measured. */
  readonly fps: number;
  readonly face: {
    /** The last detection attempt accepted a face. */
    readonly found: boolean;
    /** The confirmed face was missed by the last attempt, and its previous box is being held. */
    readonly held: boolean;
    /** Box of the confirmed face, else of the one being confirmed, px; 0 where there is neither. `score` 0-1. */
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly score: number;
    /** Detection attempts since boot that ended in a refusal, and the reason of the last attempt. */
    readonly rejected: number;
    readonly reject: Reject;
  };
  readonly presence: {
    readonly state: PresenceState;
    readonly health: Health;
    /** s */
    readonly absent_s: number;
    readonly alert_after_s: number;
    /** no_driver announcements since boot. */
    readonly alerts: number;
  };
  /** Landmarks of the same face as the box, px; `valid` false and all 0 where there is none. */
  readonly lm: { readonly valid: boolean; readonly x: readonly number[]; readonly y: readonly number[] };
  readonly risk: {
    /** 0-1 */
    readonly score: number;
    readonly trigger: number;
    /** frames */
    readonly streak: number;
    readonly required: number;
    /** Time for which drowsiness announcements are still held off, s. */
    readonly cooldown_s: number;
  };
  readonly eyes: {
    /** Last P(closed) as the model gave it, 0-1. */
    readonly closed: number;
    /** Mean of the last two readings (one per eye), 0-1; what `shut` is judged by. */
    readonly smooth: number;
    readonly shut: boolean;
    /** 0-1 */
    readonly perclos: number;
    /** s */
    readonly closure_s: number;
  };
  readonly cues: {
    readonly mouth_open: boolean;
    readonly head_down: boolean;
    readonly baselines_ready: boolean;
    /** No detection of the confirmed face lately: yawns and nods are not judged. */
    readonly stale: boolean;
    /** Blinks, long blinks, yawns and nods since boot. */
    readonly events: number;
    /** The one completed at the last frame. */
    readonly event: CueEvent | null;
    /** Smoothed opening of the mouth against the baseline: 0 closed, 0.2-0.4 in a yawn. */
    readonly open_index: number;
    /** Deviation of the head's pitch from the baseline, positive down, of the interocular distance. */
    readonly pitch_dev: number;
  };
  /** Events of the last 60 s. */
  readonly rates: { readonly blink: number; readonly long_blink: number; readonly yawn: number; readonly nod: number };
  /** Geometry of the face that was last accepted; see `Geometry`. `roll` degrees, `eye_dist` px, the rest ratios. */
  readonly geom: {
    readonly valid: boolean;
    readonly roll: number;
    readonly jaw_drop: number;
    readonly nose_frac: number;
    readonly nose_norm: number;
    readonly mouth_ratio: number;
    readonly eye_dist: number;
  };
  /** Announcements since boot. */
  readonly counts: Readonly<AlertCounts>;
}
