import { Worker } from "node:worker_threads";

/** A thread took longer than it may. */
export class TooLong extends Error {}

/**
 * Runs a module in a thread of its own, so that calls and requests need not wait for it.
 * @param file of the module, TypeScript; it reads `workerData` and posts one message: the result
 * @param data anything that can be cloned
 * @param signal ends the thread
 * @throws TooLong after `most_ms`; the signal's reason, once the thread is gone; whatever the module throws
 */
export function aside<Result>(file: string, data: unknown, most_ms: number, signal?: AbortSignal): Promise<Result> {
  return new Promise((done, refuse) => {
    const thread = new Worker(start(file), { eval: true, workerData: data });
    const timer = setTimeout(() => {
      refuse(new TooLong(`took longer than ${most_ms / 1000} s`));
      void thread.terminate();
    }, most_ms);
    timer.unref();
    const end = () => void thread.terminate();
    signal?.addEventListener("abort", end);
    thread.unref();
    thread.once("message", done);
    thread.once("error", refuse);
    thread.once("exit", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      refuse(signal?.aborted ? signal.reason : new Error("the thread ended without a result"));
    });
  });
}

/** Node 20 does not hand `--import tsx` on to threads. */
const start = (file: string) =>
  `require(${JSON.stringify(require.resolve("tsx/cjs"))}); require(${JSON.stringify(file)})`;
