import { Announcements } from "./announcement";
import { FrameClock } from "./clock";
import { Cues } from "./cues";
import { CueEvents } from "./events";
import { Eyes } from "./eyes";
import { FrameRate, framesOf } from "./frame_rate";
import type { Health } from "./observation";
import { Presence } from "./presence";
import { RiskFilter } from "./risk_filter";
import type { MonitorSettings } from "./settings";
import { FaceTrack } from "./track";

/** Everything the monitor remembers: one instance of each stage, and the durations in force. */
export class Stages {
  readonly clock = new FrameClock();
  readonly rate = new FrameRate();
  readonly face = new FaceTrack();
  readonly eyes = new Eyes();
  readonly cues = new Cues();
  readonly events = new CueEvents();
  readonly risk = new RiskFilter();
  readonly presence = new Presence();
  readonly announcements = new Announcements();
  health: Health = "ok";
  /** When detection last ran, ms. */
  looked_ms = -Infinity;
  /** When the confirmed face was last detected, ms. */
  seen_ms = -Infinity;
  /** Frames over the trigger that an announcement needs. */
  required = 1;
  cooldown_ms = 0;

  /** Converts durations to counts of frames, at the measured frame rate. */
  convertDurations(s: MonitorSettings): void {
    const fps = this.rate.measured === 0 ? s.NOMINAL_FPS : this.rate.measured;
    this.required = framesOf(s.RISK_REQUIRED_S, s.RISK_REQUIRED_FRAMES, fps);
    this.cooldown_ms = s.RISK_COOLDOWN_FRAMES > 0 ? (s.RISK_COOLDOWN_FRAMES * 1000) / fps : s.RISK_COOLDOWN_S * 1000;
    this.eyes.gap_max_ms = Math.max(s.EYE_GAP_MAX_S * 1000, (s.EYE_GAP_MAX_FRAMES * 1000) / fps);
    this.eyes.recent.resize(framesOf(s.PERCLOS_WINDOW_S, s.PERCLOS_WINDOW_FRAMES, fps));
    this.eyes.sustained.resize(framesOf(s.SUSTAINED_WINDOW_S, 0, fps));
  }

  /** Frames stopped for a while: what was under way was not seen to the end. */
  breakOff(): void {
    this.eyes.interrupt();
    this.cues.interrupt(this.clock.now_ms);
    this.risk.streak = 0;
  }

  /** The seat is empty: the next eyes may be somebody else's. */
  loseDriver(): void {
    this.eyes.reset();
    this.cues.interrupt(this.clock.now_ms);
    this.risk.reset();
  }

  /** Camera or models are down: all is out of date but baselines, counts and cooldowns. */
  suspend(): void {
    this.rate.restart();
    this.face.reset();
    this.loseDriver();
    this.presence.fault();
  }
}
