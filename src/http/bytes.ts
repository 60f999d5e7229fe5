/** Bytes that arrived and are not parsed yet. Takes a chunk over without a copy where nothing is left of the last one. */
export class ByteQueue {
  /** Holds what is queued in `[start, end)`; replaced by `push`. */
  bytes = new Uint8Array(0);
  start = 0;
  end = 0;

  get length(): number {
    return this.end - this.start;
  }

  /** Appends `chunk`, which belongs to the queue from then on. */
  push(chunk: Uint8Array<ArrayBuffer>): void {
    const length = this.length;
    if (length === 0) {
      this.bytes = chunk;
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    if (this.end + chunk.length > this.bytes.length) {
      // Doubling keeps a head that arrives byte by byte linear in its length.
      const larger = new Uint8Array(Math.max(length + chunk.length, 2 * length));
      larger.set(this.bytes.subarray(this.start, this.end));
      this.bytes = larger;
      this.start = 0;
      this.end = length;
    }
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** Takes up to `count` bytes out, as a view that the next `push` may overwrite. */
  take(count: number): Uint8Array {
    const end = Math.min(this.end, this.start + count);
    const taken = this.bytes.subarray(this.start, end);
    this.start = end;
    return taken;
  }

  clear(): void {
    this.bytes = new Uint8Array(0);
    this.start = 0;
    this.end = 0;
  }
}
