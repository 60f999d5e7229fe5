/** The one trace that the page works with, and the recording of the next. */
import type { FrameObservation } from "../../../src/monitor/observation";
import type { MonitorSettings } from "../../../src/monitor/settings";
import { type Trace, TraceRecorder } from "./trace";

export class Traces {
  #recorder: TraceRecorder | null = null;
  #held: Trace | null = null;
  #full = false;

  /** The last complete trace, recorded or loaded; null before the first. */
  get held(): Trace | null {
    return this.#held;
  }

  /** Frames: of the recording under way, else of the trace held. */
  get status(): { recording: boolean; frames: number } {
    const recorder = this.#recorder;
    return { recording: recorder !== null, frames: recorder?.frames ?? this.#held?.lines.length ?? 0 };
  }

  get trouble(): string {
    return this.#full ? "the recording was full and has been stopped" : "";
  }

  hold(trace: Trace): void {
    this.#held = trace;
  }

  /** Starts a recording; one under way starts over. */
  start(settings: MonitorSettings): void {
    this.#full = false;
    this.#recorder = new TraceRecorder(settings);
  }

  /** Ends the recording under way, if any; an empty one leaves the trace held before. */
  stop(): void {
    const recorder = this.#recorder;
    this.#recorder = null;
    if (recorder && recorder.frames > 0) this.#held = recorder.trace;
  }

  observe(o: FrameObservation): void {
    if (this.#recorder === null || this.#recorder.write(o)) return;
    this.#full = true;
    this.stop();
  }
}
