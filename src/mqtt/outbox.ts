/** Alerts on their way to the broker, oldest first, and the memory of those that arrived. */
import { DEDUP_SLOTS, OUTBOX_DEPTH } from "./limits";

export interface OutboxEntry {
  readonly event_id: string;
  /** JSON, ASCII. Made at the time of the alert and the same on every attempt. */
  readonly payload: string;
  /** It was handed to a broker before: the next attempt is a duplicate delivery. */
  handed: boolean;
}

export class Outbox {
  readonly capacity = OUTBOX_DEPTH;
  #entries: OutboxEntry[] = [];
  #arrived: string[] = [];
  #dropped = 0;
  #suppressed = 0;

  get queued(): number {
    return this.#entries.length;
  }

  /** Alerts evicted from a full outbox. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Event ids that were offered again after they had arrived or while they were queued. */
  get suppressed(): number {
    return this.#suppressed;
  }

  /** The oldest alert, the next to publish. */
  get head(): OutboxEntry | undefined {
    return this.#entries[0];
  }

  /** Queues an alert; a full outbox loses its oldest one. False where the id is known already: nothing is queued. */
  offer(event_id: string, payload: string): boolean {
    if (this.#arrived.includes(event_id) || this.#entries.some((entry) => entry.event_id === event_id)) {
      this.#suppressed++;
      return false;
    }
    if (this.#entries.length === this.capacity) {
      this.#entries.shift();
      this.#dropped++;
    }
    this.#entries.push({ event_id, payload, handed: false });
    return true;
  }

  /** The alert arrived: it leaves the outbox and is never sent again. Also for one that was evicted while it was in flight. */
  arrived(event_id: string): void {
    this.#entries = this.#entries.filter((entry) => entry.event_id !== event_id);
    if (this.#arrived.includes(event_id)) return;
    this.#arrived.push(event_id);
    if (this.#arrived.length > DEDUP_SLOTS) this.#arrived.shift();
  }
}
