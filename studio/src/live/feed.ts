import type { Db } from "../db/db";
import { type Batch, Page } from "./batch";
import { compare, type Position } from "./position";
import { SentEvent } from "./sent_event";
import { presentPosition, readAfter } from "./store";

/** Who follows a tenant's events. */
export interface Reader {
  /** The last event that it was given, or passed over. */
  position: Position;
  /** False while it has not taken what it was given: it gets its next page later. */
  ready(): boolean;
  /** Events that follow its position, in order. */
  take(batch: Batch): void;
}

const PAGE = 500;
/** Events kept in memory for those who come back after a moment. */
const KEPT = 2000;
/** Between two reads: wake-ups that come meanwhile are answered by one. */
const GATHER_MS = 20;
/** Nobody tells when the transaction ends that holds back later events: look again after so long, each time a little longer. */
const LOOK_AGAIN_MS = { first: 25, most: 500 } as const;
/** After a read that failed. */
const RETRY_MS = 1000;

/** One tenant's events in this process: one read at a time, however many readers there are. */
export class Feed {
  readonly #readers = new Set<Reader>();
  /** Consecutive events up to the newest that was read; `#from` is the position before the first of them. */
  #recent: SentEvent[] = [];
  #from: Position | null = null;
  #head: Position | null = null;
  #pumping = false;
  #again = false;
  #timer: NodeJS.Timeout | null = null;
  #due_ms = 0;
  /** When the last read ended. */
  #read_ms = Number.NEGATIVE_INFINITY;
  #look_again_ms: number = LOOK_AGAIN_MS.first;
  #closed = false;

  constructor(
    readonly db: Db,
    readonly tenant_id: string,
    readonly onFault: (error: Error) => void,
  ) {}

  get size(): number {
    return this.#readers.size;
  }

  /** Whether a reader lacks nothing but what has just happened. */
  isCurrent({ position }: Reader): boolean {
    return this.#from !== null && compare(position, this.#from) >= 0;
  }

  join(reader: Reader): void {
    this.#readers.add(reader);
    this.wake();
  }

  leave(reader: Reader): void {
    this.#readers.delete(reader);
  }

  close(): void {
    this.#closed = true;
    this.#readers.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Something may have happened: read at once, or soon after a read. */
  wake(): void {
    this.#later(Math.max(0, this.#read_ms + GATHER_MS - performance.now()));
  }

  #later(delay_ms: number): void {
    if (this.#closed) return;
    if (this.#pumping) {
      this.#again = true;
      return;
    }
    const due_ms = performance.now() + delay_ms;
    if (this.#timer !== null) {
      if (this.#due_ms <= due_ms) return;
      clearTimeout(this.#timer);
    }
    this.#due_ms = due_ms;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#pump();
    }, delay_ms);
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    this.#again = false;
    let next_ms: number | null = null;
    try {
      next_ms = await this.#read();
    } catch (error) {
      if (!this.#closed) this.onFault(error as Error);
      next_ms = RETRY_MS;
    }
    this.#pumping = false;
    this.#read_ms = performance.now();
    if (this.#again) this.#later(GATHER_MS);
    else if (next_ms !== null) this.#later(next_ms);
  }

  /** Gives everybody what they lack. @returns when to read again without being woken, ms; null: not before */
  async #read(): Promise<number | null> {
    this.#head ??= await this.db.asTenant(this.tenant_id, (tx) => presentPosition(tx, new Date()));
    this.#from ??= this.#head;
    for (;;) {
      if (this.#closed || this.#readers.size === 0) return null;
      const behind = await this.#serveBehind(this.#from);
      const page = await this.#after(this.#head);
      this.#append(page.sent);
      this.#serveRecent(this.#from);
      if (page.more || behind) continue;
      if (!page.waiting) {
        this.#look_again_ms = LOOK_AGAIN_MS.first;
        return null;
      }
      const wait_ms = this.#look_again_ms;
      this.#look_again_ms = Math.min(2 * wait_ms, LOOK_AGAIN_MS.most);
      return wait_ms;
    }
  }

  /** One page for those whose position lies before what is kept in memory. @returns whether there may be more to do */
  async #serveBehind(from: Position): Promise<boolean> {
    const behind = [...this.#readers].filter((reader) => compare(reader.position, from) < 0 && reader.ready());
    const start = earliest(behind);
    if (start === null) return false;
    const { sent, more } = await this.#after(start);
    const page = new Page(sent);
    for (const reader of behind) {
      give(reader, page);
      // The page was the last one: up to what is kept in memory there is nothing more.
      if (!more && compare(reader.position, from) < 0) reader.position = from;
    }
    return true;
  }

  #serveRecent(from: Position): void {
    const page = new Page(this.#recent);
    for (const reader of this.#readers) if (compare(reader.position, from) >= 0) give(reader, page);
  }

  async #after(position: Position) {
    const page = await this.db.asTenant(this.tenant_id, (tx) => readAfter(tx, this.tenant_id, position, PAGE));
    return { ...page, sent: page.events.map((event) => new SentEvent(event)) };
  }

  #append(sent: readonly SentEvent[]): void {
    const last = sent.at(-1);
    if (last === undefined) return;
    this.#head = last.event;
    this.#recent.push(...sent);
    const surplus = this.#recent.length - KEPT;
    if (surplus <= 0) return;
    this.#from = this.#recent[surplus - 1]!.event;
    this.#recent = this.#recent.slice(surplus);
  }
}

/** Gives a reader those of consecutive events that follow its position. */
function give(reader: Reader, page: Page): void {
  const { events } = page;
  const last = events.at(-1);
  if (last === undefined || compare(reader.position, last.event) >= 0) return;
  const index = firstAfter(events, reader.position);
  reader.position = last.event;
  reader.take(page.from(index));
}

function firstAfter(events: readonly SentEvent[], position: Position): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(events[middle]!.event, position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function earliest(readers: Iterable<Reader>): Position | null {
  let found: Position | null = null;
  for (const { position } of readers) if (found === null || compare(position, found) < 0) found = position;
  return found;
}
