/** The time of one simulated call. */
export interface CallClock {
  now_ms(): number;
  /** Lets time pass; ends early when the signal is aborted. */
  pass(duration_ms: number, signal: AbortSignal): Promise<void>;
  /** What work of ours (asking a web service) costs on this clock beside the time that passes anyway. */
  readonly work_ms: number;
}

/** A turn of the event loop now and then, so that thousands of calls without waiting leave room for everybody else. */
const PASSES_PER_TURN = 16;

/** Time that passes as fast as the machine can think. */
export function fastClock(): CallClock {
  let now_ms = 0;
  let passes = 0;
  return {
    now_ms: () => now_ms,
    work_ms: 100,
    async pass(duration_ms, signal) {
      if (!signal.aborted) now_ms += Math.max(0, duration_ms);
      if (++passes % PASSES_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Time as on the wall. @param speed how many simulated milliseconds pass in one real one */
export function wallClock(speed = 1): CallClock {
  const started = performance.now();
  const now_ms = () => Math.round((performance.now() - started) * speed);
  return {
    now_ms,
    work_ms: 0,
    pass: (duration_ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || duration_ms <= 0) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, duration_ms / speed);
        signal.addEventListener("abort", done, { once: true });
      }),
  };
}
