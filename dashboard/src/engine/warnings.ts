/** What is wrong, in words: one fatal error, and any number of warnings that can hold together. */
import type { Mode } from "../options";
import type { Engine } from "./engine";

export interface Warnings {
  readonly error: string | null;
  /** All of them in one string; null where there is none. */
  readonly warning: string | null;
}

export interface Trouble {
  /** The last line that vision logged; empty before the first. */
  readonly vision: string;
  /** Why the alert/drowsy model is not there; empty where it is. */
  readonly face_model: string;
  /** What became of a recording; empty where all is well. */
  readonly recording: string;
}

function modelWarning(engine: Engine, mode: Mode, trouble: Trouble): string {
  if (engine.trained) return "";
  if (mode === "face") return `${trouble.face_model}: p_drowsy has no value, nothing is judged by it`;
  return engine.health.camera ? "the eye model did not load: nothing can be judged" : "";
}

/** Looks at the engine as it is now. */
export function warningsOf(engine: Engine, trouble: Trouble): Warnings {
  const { health, running, config, session } = engine;
  if (engine.failure !== null) return { error: `frames cannot be judged: ${engine.failure}`, warning: null };
  if (!running) {
    return { error: `the capture thread is down (${trouble.vision || "it has not started"})`, warning: null };
  }
  const loading = !health.camera && session.frames === 0 && session.state.presence.health === "ok";
  const list = [
    loading ? "camera and models are starting" : "",
    !config.face_detect ? "face detection is off: nobody is looked for, nothing is judged" : "",
    health.camera && !health.models ? "the face detector did not load: nobody can be seen" : "",
    modelWarning(engine, engine.mode, trouble),
    !health.camera && !loading ? `no frames from the camera${trouble.vision && ` (${trouble.vision})`}` : "",
    trouble.recording,
  ].filter((text) => text !== "");
  return { error: null, warning: list.length === 0 ? null : list.join("; ") };
}
