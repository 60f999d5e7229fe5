/** The engine snapshot: the document of GET /state. */

import { FRAME_SIDE_PX } from "../../../src/constants";
import type { AlertCounts } from "../../../src/monitor/reason";
import { FACE_INPUT_PX } from "./crop";
import type { Engine } from "./engine";
import { topState } from "./view";
import type { Warnings } from "./warnings";

const EYE_INPUT_PX = 32;
const FALLBACK_FPS = 25;

export interface Sources {
  /** As given on the command line. */
  readonly camera: string;
  /** The file of the mode's model, relative to the project. */
  readonly model_file: string;
  /** The trace being recorded. */
  readonly trace: { readonly recording: boolean; readonly frames: number };
}

const sum = (counts: AlertCounts) => Object.values(counts).reduce((a, b) => a + b, 0);

function backend(camera: string): string {
  return camera.startsWith("sim:") ? "synthetic" : "ffmpeg";
}

function eyesOf({ session, trained }: Engine) {
  const { closed, smooth, shut, perclos, closure_s } = session.state.eyes;
  if (!trained) {
    return { left: null, right: null, closed: null, smooth: null, shut: null, perclos: null, closure_s: null };
  }
  const [left, right] = [session.reading("left"), session.reading("right")];
  return { left, right, closed, smooth, shut, perclos, closure_s };
}

/** Everything there is to tell about the engine now. A score without a trained model behind it is null, not a number. */
export function snapshot(engine: Engine, warnings: Warnings, sources: Sources) {
  const { session, running, mode, trained, timing } = engine;
  const { state } = session;
  const infer_ms = mode === "eye" ? timing.eye : timing.face;
  const square = engine.square;
  const roi = engine.frame?.roi ?? null;
  return {
    t_ms: engine.t_ms,
    running,
    error: warnings.error,
    warning: warnings.warning,
    p_drowsy: trained ? state.risk.score : null,
    state: topState(state, running),
    presence: state.presence,
    streak: state.risk.streak,
    cooldown_left: Math.ceil(state.risk.cooldown_s * (state.fps || FALLBACK_FPS)),
    config: engine.config,
    history: session.history,
    alerts: session.alerts,
    alert_counts: state.counts,
    behavior_events: session.events,
    alert_count: sum(state.counts),
    frames: session.frames,
    fps: state.fps,
    infer_ms,
    ms: timing,
    mode,
    eyes: eyesOf(engine),
    model: {
      kind: mode === "eye" ? "eye_state" : "face_state",
      trained,
      source: sources.model_file,
      normalize: mode === "eye" ? "grey 0-255, uint8" : "grey 0-1, float32",
      class_names: mode === "eye" ? ["open", "closed"] : ["alert", "drowsy"],
    },
    image_size: mode === "eye" ? EYE_INPUT_PX : FACE_INPUT_PX,
    crop: mode === "eye" ? roi && { x: roi.x, y: roi.y, w: roi.w, of: `${roi.side} eye` } : square,
    camera: {
      backend: backend(sources.camera),
      source: sources.camera,
      w: FRAME_SIDE_PX,
      h: FRAME_SIDE_PX,
      ok: engine.health.camera,
      interval_ms: timing.interval,
      image: engine.frame?.image ?? null,
    },
    face: {
      present: state.driver,
      ...state.face,
      landmarks: state.lm.valid ? state.lm.x.map((x, i) => [x, state.lm.y[i]]) : null,
    },
    face_detect: engine.config.face_detect,
    cues: state.cues,
    rates: state.rates,
    geom: state.geom,
    trace: sources.trace,
  };
}
