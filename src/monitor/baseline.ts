import type { Geometry } from "./geometry";
import { clamp } from "./number";
import type { MonitorSettings } from "./settings";

/** Detections whose plain mean starts the baseline; only then are single steps limited. */
const PLAIN_MEAN = 3;

/** What this driver's face measures when looking ahead with the mouth closed: a slow, robust average. */
export class Baseline {
  ready = false;
  jaw_drop = 0;
  nose_norm = 0;
  mouth_ratio = 0;
  nose_side = 0;
  eye_dist = 0;
  eyes_y = 0;
  /** Detections learned from. */
  count = 0;
  private start_ms = 0;
  private last_ms = 0;

  /** Takes one frontal detection. `foreshortening` (at least 1) undoes what yaw does to the distance between the eyes. */
  learn(g: Geometry, foreshortening: number, now_ms: number, s: MonitorSettings): void {
    if (this.count === 0) this.start_ms = now_ms;
    const step_s = this.count === 0 ? 0 : Math.min((now_ms - this.last_ms) / 1000, s.GAP_MAX_S);
    this.count += 1;
    this.last_ms = now_ms;
    const gain = Math.max(1 / this.count, step_s / (s.BASELINE_TAU_S + step_s));
    const clip = this.count <= PLAIN_MEAN ? Infinity : s.BASELINE_CLIP;
    this.jaw_drop += gain * clamp(g.jaw_drop / foreshortening - this.jaw_drop, -clip, clip);
    this.nose_norm += gain * clamp(g.nose_norm / foreshortening - this.nose_norm, -clip, clip);
    this.mouth_ratio += gain * clamp(g.mouth_ratio - this.mouth_ratio, -clip, clip);
    this.nose_side += gain * clamp(g.nose_side - this.nose_side, -clip, clip);
    // These two are pixels: the same limit, times the distance between the eyes.
    const dist = g.eye_dist * foreshortening;
    const clip_px = clip * dist;
    this.eye_dist += gain * clamp(dist - this.eye_dist, -clip_px, clip_px);
    this.eyes_y += gain * clamp(g.eyes_y - this.eyes_y, -clip_px, clip_px);
    if (this.count >= s.BASELINE_MIN_DETECTIONS && now_ms - this.start_ms >= s.BASELINE_MIN_S * 1000) this.ready = true;
  }

  reset(): void {
    this.ready = false;
    this.jaw_drop = 0;
    this.nose_norm = 0;
    this.mouth_ratio = 0;
    this.nose_side = 0;
    this.eye_dist = 0;
    this.eyes_y = 0;
    this.count = 0;
  }
}
