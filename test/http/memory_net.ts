/**
 * Sockets in memory with the manners of the SDK's own on lwIP: callbacks come later and never from within a call, bytes
 * may come before the first `onWritable`, `write` copies and throws past what was offered or after the end.
 */
import type { Listener, ListenerOptions, Tcp, TcpOptions } from "../../src/board/net";

type Task = () => void;

export class MemoryNet {
  readonly #tasks: Task[] = [];
  #listener: { options: ListenerOptions; pending: Tcp[] } | null = null;
  /** What one socket takes before its peer reads. */
  room = 5744;

  /** Later, as the machine's message queue has it. */
  post(task: Task): void {
    this.#tasks.push(task);
  }

  /** Runs what was posted, and what that posts. */
  drain(): void {
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) task();
  }

  get Listener(): new (
    options: ListenerOptions,
  ) => Listener {
    const net = this;
    return class {
      constructor(options: ListenerOptions) {
        net.#listener = { options, pending: [] };
      }
      get port(): number {
        return net.#listener!.options.port;
      }
      read(): Tcp | undefined {
        return net.#listener?.pending.shift();
      }
      close(): void {
        net.#listener = null;
      }
    };
  }

  connect(): MemoryPeer {
    const peer = new MemoryPeer(this);
    this.offer(new MemoryTcp({ peer }));
    return peer;
  }

  /** Lets the listener accept `from`. */
  offer(from: Tcp): void {
    this.post(() => {
      this.#listener?.pending.push(from);
      if (this.#listener) this.#listener.options.onReadable(this.#listener.pending.length);
    });
  }
}

/** The client's side of one connection. */
export class MemoryPeer {
  /** What the server sent and this side read. */
  received: number[] = [];
  /** The server ended the connection. */
  closed = false;
  reading = true;
  /** Sent by the server, not read by this side. */
  unread = 0;
  ended = false;
  tcp: MemoryTcp | null = null;
  input: number[] = [];

  constructor(readonly net: MemoryNet) {}

  get text(): string {
    let text = "";
    for (const byte of this.received) text += String.fromCharCode(byte);
    return text;
  }

  send(bytes: string | Uint8Array): void {
    if (typeof bytes === "string") for (let i = 0; i < bytes.length; i++) this.input.push(bytes.charCodeAt(i) & 0xff);
    else for (const byte of bytes) this.input.push(byte);
    this.net.post(() => this.tcp?.readable());
  }

  /** Reads what waits, and makes room again. */
  read(): void {
    this.unread = 0;
    this.net.post(() => this.tcp?.writable());
  }

  /** The connection breaks, as the SDK sees every end of the peer. */
  break(): void {
    this.ended = true;
    this.net.post(() => this.tcp?.end());
  }
}

export class MemoryTcp implements Tcp {
  readonly #peer: MemoryPeer;
  readonly #options: Partial<TcpOptions>;
  #open = true;
  #told = false;

  constructor(options: TcpOptions | { peer: MemoryPeer }) {
    this.#peer = "peer" in options ? options.peer : (options.from as MemoryTcp).#give();
    this.#options = "peer" in options ? {} : options;
    if ("peer" in options) return;
    this.#peer.tcp = this;
    this.#peer.net.post(() => this.readable());
    this.#peer.net.post(() => this.writable());
  }

  #give(): MemoryPeer {
    this.#open = false;
    return this.#peer;
  }

  readable(): void {
    if (this.#open && this.#peer.input.length > 0) this.#options.onReadable?.(this.#peer.input.length);
  }

  writable(): void {
    if (this.#open && !this.#peer.ended) this.#options.onWritable?.(this.#room);
  }

  /** Told after all that arrived was read. */
  end(): void {
    if (!this.#open || this.#told || this.#peer.input.length > 0) return;
    this.#told = true;
    this.#options.onError?.();
  }

  get #room(): number {
    return this.#peer.net.room - this.#peer.unread;
  }

  read(): ArrayBuffer | undefined {
    const bytes = new Uint8Array(this.#peer.input.splice(0));
    if (this.#peer.ended) this.#peer.net.post(() => this.end());
    return bytes.length > 0 ? bytes.buffer : undefined;
  }

  write(bytes: Uint8Array): number {
    if (!this.#open || this.#peer.ended) throw new Error("not ready");
    if (bytes.length > this.#room) throw new Error("would block");
    for (const byte of bytes) this.#peer.received.push(byte);
    this.#peer.unread += bytes.length;
    if (this.#peer.reading) this.#peer.read();
    return this.#room;
  }

  close(): void {
    this.#open = false;
    this.#peer.closed = true;
  }
}
