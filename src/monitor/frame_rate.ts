import { clamp } from "./number";

const MEASURE_MS = 1000;
const FPS_MIN = 1;
const FPS_MAX = 60;

/** Measures the frame rate once a second, so that durations can be converted to counts of frames. */
export class FrameRate {
  /** Measured rate, frames per second; 0 until the first second has been measured. */
  measured = 0;
  private frames = 0;
  private span_ms = 0;

  /** Takes the time since the frame before; true when a new measurement was made. A gap starts the second over. */
  update(step_ms: number, gap: boolean): boolean {
    if (gap) {
      this.restart();
      return false;
    }
    // A frame counts for the time since the one before: the first one has none, nor has one of the same instant.
    if (step_ms > 0) this.frames += 1;
    this.span_ms += step_ms;
    if (this.span_ms < MEASURE_MS) return false;
    const rate = clamp((this.frames * 1000) / this.span_ms, FPS_MIN, FPS_MAX);
    // Half old, half new: one second holds only five frames at the slowest rate, so a lost one shows.
    this.measured = this.measured === 0 ? rate : (this.measured + rate) / 2;
    this.restart();
    return true;
  }

  /** Forgets the second under way: the next frame starts a new one. */
  restart(): void {
    this.frames = 0;
    this.span_ms = 0;
  }
}

/** `seconds` as a count of frames at `fps`, at least 1; `exact` instead where it is not 0. */
export function framesOf(seconds: number, exact: number, fps: number): number {
  const frames = exact > 0 ? exact : seconds * fps;
  return Math.max(1, Math.floor(frames + 0.5));
}
