import type { Db } from "../db/db";
import type { TraceEvent } from "../runtime/trace";
import type { Lease } from "./lease";
import { storeProgress, type TracedCall } from "./progress";

/** What happens in a call is stored so soon, so that people can follow it; a shorter call is stored once, at its end. */
const FLUSH_MS = 300;

/** Stores the events of a call that this process carries, a few at a time. */
export class TraceKeeper {
  readonly all: TraceEvent[] = [];
  #stored = 0;
  #answered_at: Date | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    readonly call: TracedCall,
    readonly services: { db: Db; lease: Lease; now(): Date },
  ) {}

  answered(): void {
    this.#answered_at = this.services.now();
    this.#later();
  }

  add(events: readonly TraceEvent[]): void {
    this.all.push(...events);
    this.#later();
  }

  unstored(): TraceEvent[] {
    return this.all.slice(this.#stored);
  }

  /** Nothing is written by this any more when the promise is fulfilled. */
  stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    return this.#writing;
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      // What cannot be stored now is stored at the end, or is lost with the call.
      this.#writing = this.#writing.then(() => this.#store()).catch(() => undefined);
    }, FLUSH_MS);
  }

  async #store(): Promise<void> {
    const answered_at = this.#answered_at;
    if (answered_at === null) return;
    const events = this.unstored();
    const { db, lease } = this.services;
    await db.asSystem((tx) => storeProgress(tx, this.call, lease, { answered_at, events }));
    this.#stored += events.length;
  }
}
