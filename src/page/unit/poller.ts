/**
 * Asks for the status five times a second and, in turns with it, for the documents of the view that is open. One request
 * is on its way at a time, and two never start closer together than `POLL_MS`: a slow access point is asked more
 * slowly, not more often. Nothing is asked while the page is hidden.
 */

export const POLL_MS = 200;
/** Wait after a failure, so that a unit that starts is not met by a crowd. */
export const RETRY_MS = 1000;

export interface PollerParts {
  get(path: string): Promise<unknown>;
  now_ms(): number;
  /** Runs `action` once, `wait_ms` from now. Returns what calls it off. */
  later(action: () => void, wait_ms: number): () => void;
}

export interface Polled {
  readonly path: string;
  readonly every_ms: number;
  onDocument(document: unknown): void;
  onFailure(error: unknown): void;
}

interface Entry {
  readonly polled: Polled;
  due_ms: number;
}

export class Poller {
  readonly #parts: PollerParts;
  readonly #status: Polled;
  readonly #others: Entry[] = [];
  #running = false;
  #busy = false;
  #status_next = false;
  #started_ms = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => {};

  constructor(parts: PollerParts, status: Polled) {
    this.#parts = parts;
    this.#status = status;
  }

  /** Polls or pauses. */
  run(running: boolean): void {
    if (running === this.#running) return;
    this.#running = running;
    if (running) this.#plan(POLL_MS);
    else this.#cancel();
  }

  /** Another document to ask for, at once and then again and again. Returns what ends it. */
  add(polled: Polled): () => void {
    const entry = { polled, due_ms: Number.NEGATIVE_INFINITY };
    this.#others.push(entry);
    this.#status_next = false;
    return () => {
      const at = this.#others.indexOf(entry);
      if (at >= 0) this.#others.splice(at, 1);
    };
  }

  #plan(after_start_ms: number): void {
    this.#cancel();
    if (!this.#running || this.#busy) return;
    const wait_ms = Math.max(0, this.#started_ms + after_start_ms - this.#parts.now_ms());
    this.#cancel = this.#parts.later(() => void this.#ask(), wait_ms);
  }

  async #ask(): Promise<void> {
    const now_ms = this.#parts.now_ms();
    // Every second request at least is for the status: what a driver sees must stay fresh.
    const entry = this.#status_next ? undefined : this.#others.find(({ due_ms }) => due_ms <= now_ms);
    this.#status_next = entry !== undefined;
    const polled = entry ? entry.polled : this.#status;
    if (entry) {
      entry.due_ms = now_ms + entry.polled.every_ms;
      // Those that wait take turns.
      this.#others.push(...this.#others.splice(this.#others.indexOf(entry), 1));
    }
    this.#busy = true;
    this.#started_ms = now_ms;
    let next_ms = POLL_MS;
    try {
      polled.onDocument(await this.#parts.get(polled.path));
    } catch (error) {
      polled.onFailure(error);
      next_ms = RETRY_MS;
    }
    this.#busy = false;
    this.#plan(next_ms);
  }
}
