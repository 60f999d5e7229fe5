import type { Socket } from "node:net";
import type { Tcp, TcpCallbacks, TcpOptions } from "../../../board/net";

/** Bytes that one `read` gives and that may wait unsent: of the size of the board's own, so that the same cuts happen here. */
const READ_BYTES = 4096;
const SEND_BYTES = 16_384;

/** How long a closed connection may take to send what was written, and the peer to end its side. */
const CLOSE_MS = 1000;

/** An ECMA-419 TCP connection over a Node socket that is paused and allows half-open connections. */
export class HostTcp implements Tcp {
  #socket: Socket | null;
  #callbacks: TcpCallbacks = {};
  #broken = false;
  #corked = false;

  constructor(options: TcpOptions | { readonly socket: Socket }) {
    if ("socket" in options) {
      this.#socket = options.socket;
      // Without a listener an error between accept and take-over would end the program.
      this.#socket.on("error", () => {});
    } else {
      this.#socket = HostTcp.#takeFrom(options.from);
      this.#callbacks = options;
      this.#attach(this.#socket);
    }
  }

  static #takeFrom(from: Tcp): Socket {
    if (!(from instanceof HostTcp) || !from.#socket) throw new Error("from is no open connection");
    const socket = from.#socket;
    from.#socket = null;
    return socket;
  }

  read(): ArrayBuffer | undefined {
    const socket = this.#socket;
    const count = Math.min(socket?.readableLength ?? 0, READ_BYTES);
    if (!socket || count === 0) return undefined;
    const bytes: Buffer | null = socket.read(count);
    // The rest counts as new, and the end is only reported once there is no rest.
    setImmediate(() => this.#tellReadable());
    return bytes ? new Uint8Array(bytes).buffer : undefined;
  }

  write(bytes: Uint8Array): number | undefined {
    const socket = this.#socket;
    if (!socket || this.#broken) throw new Error("the connection is gone");
    if (bytes.length > this.#room(socket)) throw new Error("more than the socket takes");
    if (bytes.length > 0) {
      this.#cork(socket);
      // A copy, as on the board: the caller may use its buffer again at once.
      socket.write(new Uint8Array(bytes), () => this.#tellWritable());
    }
    return this.#room(socket);
  }

  close(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    this.#callbacks = {};
    if (this.#corked) socket.uncork();
    // Unread bytes would turn the end into a reset, which may overtake what was written. Node drops them only where
    // nobody listens for them.
    socket.removeAllListeners("readable");
    socket.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS);
    socket.once("close", () => clearTimeout(timer));
  }

  #attach(socket: Socket): void {
    socket.setNoDelay(true);
    socket.on("readable", () => this.#tellReadable());
    socket.on("end", () => this.#tellEnd());
    socket.on("close", () => this.#tellBroken());
    setImmediate(() => {
      if (socket.destroyed) this.#tellBroken();
      else this.#tellWritable();
    });
  }

  #room(socket: Socket): number {
    return Math.max(0, SEND_BYTES - socket.writableLength);
  }

  /** Writes of one turn leave in one piece: a head and its body fit one segment. */
  #cork(socket: Socket): void {
    if (this.#corked) return;
    this.#corked = true;
    socket.cork();
    process.nextTick(() => {
      this.#corked = false;
      socket.uncork();
    });
  }

  #tellReadable(): void {
    const socket = this.#socket;
    if (!socket) return;
    if (socket.readableLength > 0) this.#callbacks.onReadable?.(Math.min(socket.readableLength, READ_BYTES));
    // Node reports the end only to a reader that found nothing more.
    else socket.read(0);
  }

  #tellWritable(): void {
    if (this.#socket && !this.#broken) this.#callbacks.onWritable?.(this.#room(this.#socket));
  }

  /** The peer ended its side; it may still read. */
  #tellEnd(): void {
    this.#callbacks.onError?.();
  }

  #tellBroken(): void {
    if (this.#broken) return;
    this.#broken = true;
    this.#callbacks.onError?.();
  }
}
