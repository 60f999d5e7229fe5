import { milli } from "./number";
import type { Detection, FrameObservation, Health } from "./observation";
import type { AlertReason, DrowsinessReason } from "./reason";
import { DEFAULT_SETTINGS, type MonitorSettings } from "./settings";
import { checkSettings } from "./settings_check";
import { snapshot } from "./snapshot";
import { Stages } from "./stages";
import type { MonitorState, Verdict } from "./state";

/**
 * Watches one driver: one observation per frame in, one verdict out.
 *
 * Pure: no clock, no timers, no I/O. The same observations give bit-identical verdicts on every engine. Whatever numbers
 * an observation carries, every number of the verdict is finite and nothing throws.
 */
export class Monitor {
  private stages = new Stages();
  private current: MonitorSettings = DEFAULT_SETTINGS;

  /** @throws RangeError that names the first bad field of `settings` */
  constructor(settings: MonitorSettings = DEFAULT_SETTINGS) {
    this.setSettings(settings);
  }

  /** The settings in force, frozen. */
  get settings(): MonitorSettings {
    return this.current;
  }

  /** The face to crop the next eye from: the accepted or held one, else the one being confirmed, else null. */
  get track(): Detection | null {
    return this.stages.face.target;
  }

  /** Everything there is to tell, as of the last frame. Built on demand, so that no frame pays for it. */
  get state(): MonitorState {
    return snapshot(this.stages, this.current);
  }

  /**
   * Changes the settings from the next frame on. No timer, episode or count is reset.
   * @throws RangeError that names the first bad field; the settings in force stay
   */
  setSettings(settings: MonitorSettings): void {
    const problem = checkSettings(settings);
    if (problem !== null) throw new RangeError(problem);
    this.current = Object.freeze({ ...settings });
    this.stages.convertDurations(this.current);
  }

  /** Forgets everything but the settings: as after boot. */
  reset(): void {
    this.stages = new Stages();
    this.stages.convertDurations(this.current);
  }

  /** Takes the observation of one frame. */
  observe(o: FrameObservation): Verdict {
    const s = this.current;
    const { stages } = this;
    stages.clock.step(o.t_ms);
    const { now_ms, step_ms } = stages.clock;
    const gap = step_ms > s.GAP_MAX_S * 1000;
    stages.events.advance(now_ms);
    stages.health = healthOf(o.health);
    if (stages.health !== "ok") {
      stages.suspend();
      return this.verdict(null);
    }
    if (stages.rate.update(step_ms, gap)) stages.convertDurations(s);
    if (gap) stages.breakOff();
    if (o.detect !== undefined) this.seeFace(o.detect);
    this.seeEye(o);
    const drowsiness = this.judge();
    const looked = now_ms - stages.looked_ms <= s.PRESENCE_LOOK_MAX_S * 1000;
    const counted_ms = gap ? s.GAP_MAX_S * 1000 : step_ms;
    const { face, presence } = stages;
    const seen = o.detect !== undefined && face.fresh;
    const no_driver = presence.update(face.face !== null, seen, looked, counted_ms, s);
    if (no_driver) stages.announcements.count("no_driver");
    return this.verdict(no_driver ? "no_driver" : drowsiness);
  }

  private seeFace(detect: readonly Detection[]): void {
    const s = this.current;
    const { clock, face, eyes, cues, events, presence } = this.stages;
    this.stages.looked_ms = clock.now_ms;
    const had_driver = face.face !== null;
    face.update(detect, s);
    if (had_driver && face.face === null) this.stages.loseDriver();
    if (presence.absent_ms > s.BASELINE_KEEP_S * 1000 && cues.baseline.count > 0) cues.forget(clock.now_ms);
    if (!face.fresh) return;
    this.stages.seen_ms = clock.now_ms;
    events.add(cues.update(face.geometry, eyes.shut, clock.now_ms, s));
  }

  private seeEye(o: FrameObservation): void {
    const s = this.current;
    const { clock, eyes, events } = this.stages;
    if (o.eye !== undefined && this.isBelieved()) events.add(eyes.update(o.eye.side, o.eye.closed, clock.now_ms, s));
    else eyes.tick(clock.now_ms, s);
  }

  /** A crop is taken from where the face was last: after a while of missing it, that may be an empty seat. */
  private isBelieved(): boolean {
    const s = this.current;
    const { clock, face, seen_ms } = this.stages;
    if (face.face === null) return false;
    return face.misses <= s.EYE_HELD_MISSES_MAX || clock.now_ms - seen_ms <= s.EYE_HELD_MAX_S * 1000;
  }

  private judge(): DrowsinessReason | null {
    const s = this.current;
    const { clock, face, eyes, cues, risk, announcements, required, cooldown_ms } = this.stages;
    if (face.face === null) return null;
    const applying = risk.update(eyes, cues, clock.now_ms, clock.step_ms > 0, required, s);
    // A held face is no evidence: the announcement waits for the detection that shows the driver again.
    if (applying === null || !face.fresh) return null;
    const reason = announcements.decide(applying, clock.now_ms, cooldown_ms, s);
    if (reason === "microsleep") eyes.tell();
    return reason;
  }

  private verdict(alert: AlertReason | null): Verdict {
    const { clock, face, eyes, risk, presence, health, required } = this.stages;
    return {
      t_ms: clock.t_ms,
      driver: face.face !== null,
      presence: presence.state,
      health,
      absent_s: milli(presence.absent_ms / 1000),
      reject: face.reject,
      risk: milli(risk.score),
      perclos: milli(eyes.recent.share),
      closure_s: milli(eyes.closure_ms / 1000),
      streak: risk.streak,
      required,
      alert,
    };
  }
}

/** A health that is none of the known ones tells that vision is broken. */
function healthOf(health: Health): Health {
  return health === "ok" || health === "model-fault" ? health : "camera-fault";
}
