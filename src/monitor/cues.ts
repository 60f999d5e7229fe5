import { Baseline } from "./baseline";
import type { Geometry } from "./geometry";
import { Nod } from "./nod";
import type { MonitorSettings } from "./settings";
import { Yawn } from "./yawn";

/** Far below any face, and safe to divide by. */
const RATIO_MIN = 0.1;

export type HeadEvent = "yawn" | "nod";

/**
 * Yawns and nods, from landmarks against the driver's own baselines.
 * While the baselines have not converged, the face is turned away or nothing was detected lately, nothing is judged.
 */
export class Cues {
  readonly baseline = new Baseline();
  /** Deviation of the pitch from the baseline, positive down, of the interocular distance. */
  pitch_dev = 0;
  private readonly mouth = new Yawn();
  private readonly head = new Nod();
  /** Last accepted detection, and last one that the baselines could learn from. */
  private seen_ms = -Infinity;
  private learned_ms = 0;
  private yawn_until_ms = -Infinity;
  private nod_until_ms = -Infinity;

  get mouth_open(): boolean {
    return this.mouth.open;
  }

  get head_down(): boolean {
    return this.head.down;
  }

  /** Smoothed opening of the mouth against the baseline. */
  get open_index(): number {
    return this.mouth.index;
  }

  isStale(now_ms: number, s: MonitorSettings): boolean {
    return now_ms - this.seen_ms > s.CUE_STALE_S * 1000;
  }

  /** A yawn is under way or ended just now. */
  hasYawn(now_ms: number, s: MonitorSettings): boolean {
    return now_ms <= this.yawn_until_ms && !this.isStale(now_ms, s);
  }

  /** A nod ended just now. */
  hasNod(now_ms: number, s: MonitorSettings): boolean {
    return now_ms <= this.nod_until_ms && !this.isStale(now_ms, s);
  }

  /** Takes the geometry of one accepted detection of the confirmed face. Returns what it completed, if anything. */
  update(g: Geometry, eyes_shut: boolean, now_ms: number, s: MonitorSettings): HeadEvent | null {
    if (this.isStale(now_ms, s)) this.interrupt(now_ms);
    this.seen_ms = now_ms;
    if (!isMeasurable(g)) return null;
    const turn = g.nose_side / s.NOSE_PROTRUSION;
    const foreshortening = Math.sqrt(1 + turn * turn);
    if (!this.baseline.ready) {
      if (!eyes_shut) this.learn(g, foreshortening, now_ms, s);
      return null;
    }
    const event = this.isFrontal(g, s) ? this.judge(g, foreshortening, eyes_shut, now_ms, s) : null;
    if (eyes_shut) this.learned_ms = now_ms;
    else if (now_ms - this.learned_ms > s.BASELINE_RELEARN_S * 1000) this.forget(now_ms);
    return event;
  }

  /** Frames stopped or the face was lost for a while: ends what was under way, keeps the baselines. */
  interrupt(now_ms: number): void {
    this.mouth.interrupt();
    this.head.interrupt();
    this.pitch_dev = 0;
    this.learned_ms = now_ms;
  }

  /** Another driver, or another posture: learns the baselines afresh. */
  forget(now_ms: number): void {
    this.interrupt(now_ms);
    this.baseline.reset();
  }

  private judge(
    g: Geometry,
    foreshortening: number,
    eyes_shut: boolean,
    now_ms: number,
    s: MonitorSettings,
  ): HeadEvent | null {
    const base = this.baseline;
    const eye_dist = g.eye_dist * foreshortening;
    const jaw = g.jaw_drop / foreshortening / base.jaw_drop - 1;
    const opening = jaw + s.MOUTH_NARROW_WEIGHT * Math.max(0, 1 - g.mouth_ratio / base.mouth_ratio);
    // The landmarks of a small face are noisier in its own units.
    const mouth_on = s.MOUTH_ON + s.MOUTH_NOISE_PX / eye_dist;
    const yawned = this.mouth.update(opening, mouth_on, now_ms, s);
    if (yawned || (this.mouth.open && now_ms <= this.yawn_until_ms))
      this.yawn_until_ms = now_ms + s.YAWN_EVIDENCE_S * 1000;
    const drop = (g.eyes_y - base.eyes_y) / base.eye_dist;
    this.pitch_dev = g.nose_norm / foreshortening - base.nose_norm + s.NOD_DROP_WEIGHT * drop;
    const nodded =
      this.isSameSize(eye_dist, s) && this.head.update(this.pitch_dev, s.NOD_ON + s.NOD_NOISE_PX / eye_dist, now_ms, s);
    if (nodded) this.nod_until_ms = now_ms + s.NOD_EVIDENCE_S * 1000;
    if (!eyes_shut && opening < mouth_on && !this.mouth.open && !this.head.down)
      this.learn(g, foreshortening, now_ms, s);
    if (nodded) return "nod";
    return yawned ? "yawn" : null;
  }

  private learn(g: Geometry, foreshortening: number, now_ms: number, s: MonitorSettings): void {
    this.baseline.learn(g, foreshortening, now_ms, s);
    this.learned_ms = now_ms;
  }

  private isFrontal(g: Geometry, s: MonitorSettings): boolean {
    return Math.abs(g.nose_side - this.baseline.nose_side) <= s.FRONTAL_YAW_MAX;
  }

  private isSameSize(eye_dist: number, s: MonitorSettings): boolean {
    const ratio = eye_dist / this.baseline.eye_dist;
    return ratio <= s.NOD_SCALE_MAX_RATIO && ratio * s.NOD_SCALE_MAX_RATIO >= 1;
  }
}

/** Ratios can be formed: an advisory gate lets through what has no eyes or no mouth. */
function isMeasurable(g: Geometry): boolean {
  return g.valid && g.jaw_drop >= RATIO_MIN && g.mouth_ratio >= RATIO_MIN;
}
