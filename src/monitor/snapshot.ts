import { milli } from "./number";
import type { MonitorSettings } from "./settings";
import type { Stages } from "./stages";
import type { MonitorState } from "./state";

/** Copies out what the stages hold, in the groups of the status JSON. */
export function snapshot(stages: Stages, s: MonitorSettings): MonitorState {
  const { clock, rate, face, presence, risk, announcements } = stages;
  const box = face.target;
  return {
    driver: face.face !== null,
    fps: milli(rate.measured),
    face: {
      found: face.found,
      held: face.face !== null && !face.fresh,
      x: milli(box?.x ?? 0),
      y: milli(box?.y ?? 0),
      w: milli(box?.w ?? 0),
      h: milli(box?.h ?? 0),
      score: milli(box?.score ?? 0),
      rejected: face.rejected,
      reject: face.reject,
    },
    presence: {
      state: presence.state,
      health: stages.health,
      absent_s: milli(presence.absent_ms / 1000),
      alert_after_s: s.PRESENCE_ALERT_S,
      alerts: announcements.counts.no_driver,
    },
    lm: {
      valid: box !== null,
      x: box === null ? [0, 0, 0, 0, 0] : box.lm.map((point) => milli(point[0])),
      y: box === null ? [0, 0, 0, 0, 0] : box.lm.map((point) => milli(point[1])),
    },
    risk: {
      score: milli(risk.score),
      trigger: s.RISK_TRIGGER,
      streak: risk.streak,
      required: stages.required,
      cooldown_s: milli(announcements.cooldownLeft(clock.now_ms, stages.cooldown_ms) / 1000),
    },
    ...eyesAndCues(stages, s),
    counts: { ...announcements.counts },
  };
}

function eyesAndCues(stages: Stages, s: MonitorSettings): Pick<MonitorState, "eyes" | "cues" | "rates" | "geom"> {
  const { clock, eyes, cues, events, face } = stages;
  const g = face.geometry;
  return {
    eyes: {
      closed: milli(eyes.closed),
      smooth: milli(eyes.smooth),
      shut: eyes.shut,
      perclos: milli(eyes.recent.share),
      closure_s: milli(eyes.closure_ms / 1000),
    },
    cues: {
      mouth_open: cues.mouth_open,
      head_down: cues.head_down,
      baselines_ready: cues.baseline.ready,
      stale: cues.isStale(clock.now_ms, s),
      events: events.total,
      event: events.last,
      open_index: milli(cues.open_index),
      pitch_dev: milli(cues.pitch_dev),
    },
    rates: {
      blink: events.rates.blink.per_minute,
      long_blink: events.rates.long_blink.per_minute,
      yawn: events.rates.yawn.per_minute,
      nod: events.rates.nod.per_minute,
    },
    geom: {
      valid: g.valid,
      roll: milli(g.roll),
      jaw_drop: milli(g.jaw_drop),
      nose_frac: milli(g.nose_frac),
      nose_norm: milli(g.nose_norm),
      mouth_ratio: milli(g.mouth_ratio),
      eye_dist: milli(g.eye_dist),
    },
  };
}
