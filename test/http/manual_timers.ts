import type { TimerId, Timers } from "../../src/board/timers";

interface Timer {
  readonly callback: () => void;
  readonly interval_ms: number | null;
  due_ms: number;
}

/** A clock that a test moves by hand. */
export class ManualTimers implements Timers {
  #now_ms = 0;
  readonly #timers = new Set<Timer>();

  /** Timers that are set. */
  get count(): number {
    return this.#timers.size;
  }

  now_ms(): number {
    return this.#now_ms;
  }

  set(callback: () => void, delay_ms: number): TimerId {
    return this.#add({ callback, interval_ms: null, due_ms: this.#now_ms + delay_ms });
  }

  repeat(callback: () => void, interval_ms: number): TimerId {
    return this.#add({ callback, interval_ms, due_ms: this.#now_ms + interval_ms });
  }

  clear(id: TimerId): void {
    this.#timers.delete(id as Timer);
  }

  /** Moves the clock and fires what falls due, in order. */
  advance(by_ms: number): void {
    const end_ms = this.#now_ms + by_ms;
    for (let next = this.#next(end_ms); next; next = this.#next(end_ms)) {
      this.#now_ms = next.due_ms;
      if (next.interval_ms === null) this.#timers.delete(next);
      else next.due_ms += next.interval_ms;
      next.callback();
    }
    this.#now_ms = end_ms;
  }

  #add(timer: Timer): TimerId {
    this.#timers.add(timer);
    return timer;
  }

  #next(end_ms: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.#timers)
      if (timer.due_ms <= end_ms && timer.due_ms < (next?.due_ms ?? Infinity)) next = timer;
    return next;
  }
}
