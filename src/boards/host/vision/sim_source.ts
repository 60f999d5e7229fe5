import { type CameraFormat, type CameraSource, type FrameSink, monotonicMs } from "./source";

/** What the synthetic driver offers. */
export interface Driver {
  readonly fps: number;
  /** The frame of scene time `t_ms`, 240x240 RGB565 as the board's sensor gives it. */
  renderFrame(t_ms: number): Uint8Array;
}

/** The synthetic driver as a camera: swapped and upside down like the board's, at its own steady pace. */
export class SimSource implements CameraSource {
  readonly format: CameraFormat = { byte_swap: true, rotate_180: true };
  #driver: Driver;
  #timer: NodeJS.Timeout | null = null;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  start(sink: FrameSink): void {
    const period_ms = 1000 / this.#driver.fps;
    // The first picture takes long, it paints the person: better before the clock starts.
    this.#driver.renderFrame(0);
    const start_ms = monotonicMs();
    const tick = () => {
      const now_ms = monotonicMs();
      sink.frame(this.#driver.renderFrame(now_ms - start_ms), now_ms);
      // The next instant of the grid: a slow machine skips frames, it does not fall behind.
      const elapsed_ms = monotonicMs() - start_ms;
      const next_ms = (Math.floor(elapsed_ms / period_ms) + 1) * period_ms;
      this.#timer = setTimeout(tick, next_ms - elapsed_ms);
    };
    this.#timer = setTimeout(tick, 0);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
