/** A frame early by this much still counts as due: a camera's clock jitters. */
const JITTER_MS = 3;

/** Picks frames out of a stream so that on average at most `fps` a second pass. */
export class Pace {
  #period_ms = 0;
  #due_ms = Number.NEGATIVE_INFINITY;

  /** 0 lets nothing pass. */
  set fps(fps: number) {
    this.#period_ms = fps > 0 ? 1000 / fps : 0;
    this.#due_ms = Number.NEGATIVE_INFINITY;
  }

  /** Whether the frame taken at `t_ms` passes. */
  passes(t_ms: number): boolean {
    if (this.#period_ms === 0 || t_ms < this.#due_ms - JITTER_MS) return false;
    // Far behind: start anew from here rather than catch up in a burst.
    const behind = t_ms - this.#due_ms > this.#period_ms;
    this.#due_ms = (behind ? t_ms : this.#due_ms) + this.#period_ms;
    return true;
  }
}
