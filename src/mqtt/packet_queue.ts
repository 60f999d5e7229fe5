/** Packets on their way into a socket, which takes as many bytes at a time as it has room for. */

interface Waiting {
  /** What is left of the packet. */
  bytes: Uint8Array;
  readonly onWritten: () => void;
}

export class PacketQueue {
  readonly #write: (bytes: Uint8Array) => number | null;
  #waiting: Waiting[] = [];
  #room = 0;

  /** `write` takes bytes that fit the room there is and returns what is left of it; null where the socket is gone. */
  constructor(write: (bytes: Uint8Array) => number | null) {
    this.#write = write;
  }

  /** `onWritten` comes when the whole packet was taken. */
  push(bytes: Uint8Array, onWritten: () => void): void {
    this.#waiting.push({ bytes, onWritten });
    this.#flush();
  }

  offer(room: number): void {
    this.#room = room;
    this.#flush();
  }

  clear(): void {
    this.#waiting = [];
    this.#room = 0;
  }

  #flush(): void {
    while (this.#room > 0) {
      const first = this.#waiting[0];
      if (!first) return;
      const part = first.bytes.subarray(0, this.#room);
      first.bytes = first.bytes.subarray(part.length);
      const room = this.#write(part);
      if (room === null) return;
      this.#room = room;
      if (first.bytes.length > 0) continue;
      this.#waiting.shift();
      first.onWritten();
    }
  }
}
