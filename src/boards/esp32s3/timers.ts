import type { TimerId, Timers } from "../../board/timers";

/** What this needs of the SDK's `timer`. It calls back through its message loop, and `clear` forgives a timer that fired. */
export interface SdkTimer {
  set(callback: () => void, delay_ms: number): TimerId;
  repeat(callback: () => void, interval_ms: number): TimerId;
  clear(id: TimerId): void;
}

/** The board's timers on the SDK's. A delay is cut to whole milliseconds there: rounded up here, so that none fires early. */
export function boardTimers(timer: SdkTimer, now_ms: () => number): Timers {
  return {
    set: (callback, delay_ms) => timer.set(() => callback(), Math.max(0, Math.ceil(delay_ms))),
    repeat: (callback, interval_ms) => timer.repeat(() => callback(), Math.max(1, Math.ceil(interval_ms))),
    clear: (id) => timer.clear(id),
    now_ms,
  };
}
