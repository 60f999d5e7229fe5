import type { LiveAccess } from "./access";
import type { SentEvent } from "./sent_event";

/** Consecutive events, put together once for all who may see the same of them: a thousand sockets wait with one piece of memory. */
export class Batch {
  readonly #frames = new Map<string, Buffer>();

  constructor(readonly events: readonly SentEvent[]) {}

  /** WebSocket frames, one behind the other; empty where there is nothing for this view. */
  framesFor({ user, projects, view }: LiveAccess): Buffer {
    let frames = this.#frames.get(view);
    if (frames === undefined) {
      const seen = this.events.filter(({ event }) => projects === null || projects.has(event.data.project_id));
      frames = Buffer.concat(seen.map((sent) => sent.frameFor(user)));
      this.#frames.set(view, frames);
    }
    return frames;
  }
}

/** Events in order, from any of them to the last. */
export class Page {
  readonly #batches = new Map<number, Batch>();

  constructor(readonly events: readonly SentEvent[]) {}

  from(index: number): Batch {
    let batch = this.#batches.get(index);
    if (batch === undefined) {
      batch = new Batch(index === 0 ? this.events : this.events.slice(index));
      this.#batches.set(index, batch);
    }
    return batch;
  }
}
