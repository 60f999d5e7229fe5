import type { Tcp, TcpConstructor } from "../board/net";
import { Output } from "./output";

export interface TransportCallbacks {
  /** There is something to read, or room to send. */
  onReady(): void;
  /** The peer sends no more; once again when it takes no more either. */
  onEnd(): void;
}

const NOTHING = new Uint8Array(0);

/** One accepted socket: reads when asked to, queues what is to be sent, and knows when that last moved. */
export class Transport {
  /** When the socket last took something, or had nothing to take. */
  progress_ms: number;
  readonly #socket: Tcp;
  readonly #output = new Output();
  readonly #now_ms: () => number;
  /** Bytes that wait in the socket. They stay there until they are read, so that a fast peer fills its own memory. */
  #readable = 0;

  /** Takes `from` over. Throws what the socket class throws where the peer is gone again. */
  constructor(from: Tcp, now_ms: () => number, callbacks: TransportCallbacks) {
    this.#now_ms = now_ms;
    this.progress_ms = now_ms();
    const TCP = from.constructor as TcpConstructor;
    this.#socket = new TCP({
      from,
      onReadable: (bytes) => {
        this.#readable = bytes;
        callbacks.onReady();
      },
      onWritable: (bytes) => {
        this.#output.writable = bytes;
        callbacks.onReady();
      },
      onError: () => callbacks.onEnd(),
    });
  }

  get readable(): number {
    return this.#readable;
  }

  /** Bytes queued that the socket has not taken. */
  get pending(): number {
    return this.#output.pending;
  }

  /** All that waits in the socket; null where nothing does. */
  read(): Uint8Array<ArrayBuffer> | null {
    if (this.#readable === 0) return null;
    this.#readable = 0;
    const bytes = this.#socket.read();
    return bytes ? new Uint8Array(bytes) : null;
  }

  /** Queues `bytes`, which must not change until the socket took them; `flush` sends them. */
  send(bytes: Uint8Array): void {
    if (this.#output.pending === 0) this.progress_ms = this.#now_ms();
    this.#output.push(bytes);
  }

  /** Hands the socket what it takes now; false where the connection is gone. */
  flush(): boolean {
    if (this.#output.pending === 0) return true;
    try {
      if (this.#output.flush(this.#socket)) this.progress_ms = this.#now_ms();
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the socket takes anything at all; asked once the peer sends no more. */
  isWritable(): boolean {
    try {
      this.#socket.write(NOTHING);
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets what is queued and ends the connection. */
  close(): void {
    this.#output.clear();
    this.#socket.close();
  }
}
