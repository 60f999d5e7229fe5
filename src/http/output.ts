import type { Tcp } from "../board/net";

/** What is queued for one socket. Never writes more than the socket offered to take. */
export class Output {
  /** Bytes queued and not yet taken by the socket. */
  pending = 0;
  /** Bytes that the socket takes now, from its last `onWritable` or `write`. */
  writable = 0;
  readonly #queue: Uint8Array[] = [];
  #offset = 0;

  /** Queues `bytes` without a copy. */
  push(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#queue.push(bytes);
    this.pending += bytes.length;
  }

  /** Hands over what the socket takes; true when that was anything. Throws what `write` throws. */
  flush(socket: Tcp): boolean {
    let moved = false;
    while (this.pending > 0 && this.writable > 0) {
      const first = this.#queue[0]!;
      const count = Math.min(first.length - this.#offset, this.writable);
      const whole = count === first.length;
      const left = socket.write(whole ? first : first.subarray(this.#offset, this.#offset + count));
      this.writable = left ?? 0;
      this.pending -= count;
      this.#offset += count;
      moved = true;
      if (this.#offset === first.length) {
        this.#queue.shift();
        this.#offset = 0;
      }
    }
    return moved;
  }

  /** Forgets what is queued. */
  clear(): void {
    this.#queue.length = 0;
    this.pending = 0;
    this.#offset = 0;
  }
}
