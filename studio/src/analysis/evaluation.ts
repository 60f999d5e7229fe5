import { join } from "node:path";
import { problem } from "../http/problem";
import type { Evaluation, LabelledUtterance } from "../nlu/evaluate";
import type { LibraryIntent } from "../nlu/matcher";
import { aside, TooLong } from "../thread/aside";

export interface EvaluationRequest {
  library: readonly LibraryIntent[];
  /** Of utterances that name none, BCP 47. */
  language: string;
  /** Null: the library's own, each asked of a matcher that was trained without it. */
  utterances: readonly LabelledUtterance[] | null;
}

/** An evaluation takes a core for its time: one runs, so many wait. */
const MAX_WAITING = 4;
const MAX_MS = 50_000;

/** The evaluations of one process. */
export class Evaluations {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  readonly #stopped = new AbortController();

  /** Evaluates in a thread of its own, one at a time. @throws Problem RATE_LIMITED, LIMIT_REACHED, SHUTTING_DOWN */
  async run(request: EvaluationRequest): Promise<Evaluation> {
    if (this.#waiting >= MAX_WAITING) throw problem("RATE_LIMITED", { detail: "Other evaluations are under way" });
    this.#waiting += 1;
    const mine = this.#last.then(() => this.#inThread(request));
    // The next one does not care what came of this one.
    this.#last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Who waits is told that the studio stops; nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped.abort(problem("SHUTTING_DOWN"));
    await this.#last;
  }

  async #inThread(request: EvaluationRequest): Promise<Evaluation> {
    this.#stopped.signal.throwIfAborted();
    try {
      return await aside(join(__dirname, "evaluation_thread.ts"), request, MAX_MS, this.#stopped.signal);
    } catch (error) {
      if (error instanceof TooLong) throw problem("LIMIT_REACHED", { detail: `The evaluation ${error.message}` });
      throw error;
    }
  }
}
