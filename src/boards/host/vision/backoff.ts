const BASE_MS = 500;
const MAX_MS = 10000;

/** The wait before each next attempt: half a second, doubling to ten, until an attempt held. */
export class Backoff {
  #next_ms = BASE_MS;

  /** Milliseconds to wait now. */
  next(): number {
    const wait_ms = this.#next_ms;
    this.#next_ms = Math.min(MAX_MS, wait_ms * 2);
    return wait_ms;
  }

  reset(): void {
    this.#next_ms = BASE_MS;
  }
}
