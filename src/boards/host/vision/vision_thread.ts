import { createRequire } from "node:module";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker, WorkerSettings } from "./messages";

/** A thread that does not end by itself within this time is ended. */
const STOP_MS = 400;

export interface ThreadCallbacks {
  onMessage(message: FromWorker): void;
  /** The thread is gone, and with it whatever it had started. Not called after `stop`. */
  onEnd(reason: string): void;
}

/** One run of the vision thread, and the ffmpeg process that it may have. */
export class VisionThread {
  #worker: Worker;
  #child: number | null = null;
  #stopping = false;
  #gone: Promise<void>;

  constructor(settings: WorkerSettings, callbacks: ThreadCallbacks) {
    // Node 20 loads a TypeScript file as a worker's entry only through `require` hooks, and this one by its path: the
    // working directory may be anywhere, and Jest's own hooks do not reach into threads.
    const hook = createRequire(__filename).resolve("tsx/cjs");
    this.#worker = new Worker(path.join(__dirname, "worker.ts"), {
      workerData: settings,
      execArgv: ["--require", hook],
    });
    let reason = "the thread ended";
    this.#worker.on("message", (message: FromWorker) => {
      if (message.type === "child") this.#child = message.pid;
      else callbacks.onMessage(message);
    });
    this.#worker.on("error", (error) => {
      reason = `the thread failed: ${error.message ?? error}`;
    });
    this.#gone = new Promise((resolve) => {
      this.#worker.on("exit", () => {
        this.#endChild();
        resolve();
        if (!this.#stopping) callbacks.onEnd(reason);
      });
    });
  }

  /** The process that the camera depends on, or null. */
  get child(): number | null {
    return this.#child;
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Ends the thread and its process; resolves when both are gone. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.send({ type: "stop" });
    const limit = setTimeout(() => void this.#worker.terminate(), STOP_MS);
    await this.#gone;
    clearTimeout(limit);
  }

  /** A thread that was ended could not end its process. */
  #endChild(): void {
    if (this.#child === null) return;
    try {
      process.kill(this.#child, "SIGKILL");
    } catch {
      // It was gone already.
    }
    this.#child = null;
  }
}
