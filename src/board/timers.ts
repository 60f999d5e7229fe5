/** Timers and the monotonic clock of a machine. Types only; the SDK's `timer` and `time` modules offer the same. */

/** What `set` and `repeat` return, for `clear` alone. */
export type TimerId = object;

export interface Timers {
  /** Calls `callback` once, `delay_ms` from now, never before `set` returned. */
  set(callback: () => void, delay_ms: number): TimerId;
  /** Calls `callback` every `interval_ms` until cleared. */
  repeat(callback: () => void, interval_ms: number): TimerId;
  /** Does nothing for a timer that fired or was cleared already. */
  clear(id: TimerId): void;
  /** Milliseconds since boot; never goes back, unlike a clock on the wall. */
  now_ms(): number;
}
