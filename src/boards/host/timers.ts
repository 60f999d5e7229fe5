import type { TimerId, Timers } from "../../board/timers";

/** The board's timers on Node. Time starts with the process, as it does with a board's boot. */
export const hostTimers: Timers = {
  set: (callback, delay_ms) => setTimeout(callback, delay_ms),
  repeat: (callback, interval_ms) => setInterval(callback, interval_ms),
  clear: (id: TimerId) => clearTimeout(id as NodeJS.Timeout),
  now_ms: () => performance.now(),
};
