/** When a connection must be pinged, and when its silence means that it is gone. */
import { PING_TIMEOUT_MS } from "./limits";

/** Share of the keep-alive without a packet of ours after which we ping: a slow network may take the rest. */
const PING_AFTER = 0.75;

export class KeepAlive {
  readonly #keepalive_ms: number;
  #last_written_ms: number;
  #pong_due_ms: number | null = null;

  constructor(keepalive_s: number, now_ms: number) {
    this.#keepalive_ms = keepalive_s * 1000;
    this.#last_written_ms = now_ms;
  }

  wrote(now_ms: number): void {
    this.#last_written_ms = now_ms;
  }

  /** False for an answer to no ping: it would come in floods if it cost nothing. */
  answered(): boolean {
    const expected = this.#pong_due_ms !== null;
    this.#pong_due_ms = null;
    return expected;
  }

  /** What to do now: `ping` starts the wait for its answer, `dead` is a wait that was in vain. */
  check(now_ms: number): "ping" | "dead" | "quiet" {
    if (this.#pong_due_ms !== null) return now_ms >= this.#pong_due_ms ? "dead" : "quiet";
    if (now_ms < this.#last_written_ms + this.#keepalive_ms * PING_AFTER) return "quiet";
    this.#pong_due_ms = now_ms + Math.min(PING_TIMEOUT_MS, this.#keepalive_ms);
    return "ping";
  }
}
