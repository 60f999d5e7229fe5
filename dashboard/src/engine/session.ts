/** The decisions, and what people want to look back at: a rolling trace, the last alerts, the last events. */
import { Monitor } from "../../../src/monitor/monitor";
import type { EyeSide, FrameObservation } from "../../../src/monitor/observation";
import type { AlertReason } from "../../../src/monitor/reason";
import type { CueEvent, MonitorState, Verdict } from "../../../src/monitor/state";
import type { ConfigChange } from "../config/keys";
import { changeSettings } from "../config/settings";
import { BANNERS } from "./banners";

const ALERTS_KEPT = 10;
const EVENTS_KEPT = 12;
/** Frames in the rolling trace: 24 s at 25 frames a second. */
export const HISTORY_FRAMES = 600;
/** A reading older than this says nothing about an eye now. */
const READING_MAX_MS = 1000;

export interface Alert {
  /** Banner text. */
  readonly kind: string;
  /** Name of the voice clip. */
  readonly reason: AlertReason;
  readonly t_ms: number;
  /** `frames` when it was announced. */
  readonly frame: number;
  readonly p_drowsy: number;
}

export interface BehaviorEvent {
  readonly kind: CueEvent;
  readonly t_ms: number;
  readonly frame: number;
}

type Readings = Record<EyeSide, { readonly closed: number; readonly t_ms: number } | null>;

export class Session {
  readonly #monitor = new Monitor();
  #frames = 0;
  #history: (number | null)[] = [];
  #alerts: Alert[] = [];
  #events: BehaviorEvent[] = [];
  #readings: Readings = { left: null, right: null };
  #t_ms = 0;

  get settings() {
    return this.#monitor.settings;
  }

  get state(): MonitorState {
    return this.#monitor.state;
  }

  /** The face to crop the next eye from. */
  get track() {
    return this.#monitor.track;
  }

  /** Camera frames since the start or the last reset. */
  get frames(): number {
    return this.#frames;
  }

  /** p(drowsy) of the last frames, oldest first; null where it had no meaning. */
  get history(): readonly (number | null)[] {
    return this.#history;
  }

  /** Newest first. */
  get alerts(): readonly Alert[] {
    return this.#alerts;
  }

  /** Newest first. */
  get events(): readonly BehaviorEvent[] {
    return this.#events;
  }

  /** What the model last said of this eye, 0-1; null where it has not been seen lately. */
  reading(side: EyeSide): number | null {
    const reading = this.#readings[side];
    return reading && this.#t_ms - reading.t_ms <= READING_MAX_MS ? reading.closed : null;
  }

  /** Changes settings from the next frame on; no timer, episode or count is reset. */
  configure(change: ConfigChange): void {
    this.#monitor.setSettings(changeSettings(this.#monitor.settings, change));
  }

  /** Forgets filter, history, counts, face track and presence; the settings stay. */
  reset(): void {
    this.#monitor.reset();
    this.#frames = 0;
    this.#history = [];
    this.#alerts = [];
    this.#events = [];
    this.#readings = { left: null, right: null };
  }

  /**
   * Takes one observation. `is_frame` is false for what the watchdog reports while no frames come; `meaningful` is
   * false where no trained model stands behind the score.
   */
  observe(o: FrameObservation, is_frame = true, meaningful = true): Verdict {
    const verdict = this.#monitor.observe(o);
    this.#t_ms = o.t_ms;
    if (is_frame) {
      this.#frames += 1;
      this.#history.push(meaningful ? verdict.risk : null);
      if (this.#history.length > HISTORY_FRAMES) this.#history.shift();
    }
    if (o.eye) this.#readings[o.eye.side] = { closed: o.eye.closed, t_ms: o.t_ms };
    const at = { t_ms: verdict.t_ms, frame: this.#frames };
    if (verdict.alert !== null) {
      const alert = { kind: BANNERS[verdict.alert], reason: verdict.alert, ...at, p_drowsy: verdict.risk };
      this.#alerts = [alert, ...this.#alerts].slice(0, ALERTS_KEPT);
    }
    const { event } = this.#monitor.state.cues;
    if (event !== null && verdict.health === "ok") {
      this.#events = [{ kind: event, ...at }, ...this.#events].slice(0, EVENTS_KEPT);
    }
    return verdict;
  }
}
