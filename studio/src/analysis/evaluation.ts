import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { problem } from "../http/problem";
import type { Evaluation, LabelledUtterance } from "../nlu/evaluate";
import type { LibraryIntent } from "../nlu/matcher";

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

/** Node 20 does not hand `--import tsx` on to threads. */
const START = `require(${JSON.stringify(require.resolve("tsx/cjs"))}); require(${JSON.stringify(join(__dirname, "evaluation_thread.ts"))})`;

/** The evaluations of one process. */
export class Evaluations {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  #running: Worker | null = null;
  #stopped = false;

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
    this.#stopped = true;
    await this.#running?.terminate();
  }

  #inThread(request: EvaluationRequest): Promise<Evaluation> {
    if (this.#stopped) throw problem("SHUTTING_DOWN");
    return new Promise((done, refuse) => {
      const thread = new Worker(START, { eval: true, workerData: request });
      this.#running = thread;
      const timer = setTimeout(() => {
        refuse(problem("LIMIT_REACHED", { detail: `The evaluation took longer than ${MAX_MS / 1000} s` }));
        void thread.terminate();
      }, MAX_MS);
      timer.unref();
      thread.unref();
      thread.once("message", done);
      thread.once("error", refuse);
      thread.once("exit", () => {
        clearTimeout(timer);
        this.#running = null;
        refuse(this.#stopped ? problem("SHUTTING_DOWN") : new Error("the evaluation ended without a result"));
      });
    });
  }
}
