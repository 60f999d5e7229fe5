import type { Listener, ListenerConstructor, Tcp } from "../board/net";
import type { TimerId, Timers } from "../board/timers";
import { Connection, type ConnectionHost } from "./connection";
import { HttpError } from "./error";
import { HTTP_LIMITS, type HttpLimits } from "./limits";
import type { Router } from "./router";

export interface HttpServerOptions {
  readonly Listener: ListenerConstructor;
  readonly timers: Timers;
  readonly port: number;
  readonly address?: string;
  /** What differs from `HTTP_LIMITS`. */
  readonly limits?: Partial<HttpLimits>;
  readonly router: Router;
  /** Told what a handler threw unforeseen; the client got 500. */
  readonly onError?: (error: unknown) => void;
}

/** How long `close` waits for answers that are on their way. */
const CLOSE_GRACE_MS = 500;

/** A small HTTP/1.1 server: bounded in connections, in memory per connection and in time per request. */
export class HttpServer {
  readonly limits: HttpLimits;
  readonly #options: HttpServerOptions;
  readonly #listener: Listener;
  readonly #host: ConnectionHost;
  readonly #served = new Set<Connection>();
  readonly #refused = new Set<Connection>();
  /** Runs only while there is a connection, so that a unit that nobody looks at has nothing to wake for. */
  #clock: TimerId | null = null;
  #closing = false;
  #closed: Promise<void> | null = null;
  #onEmpty: (() => void) | null = null;

  /** Starts to listen. Throws where the port cannot be bound. */
  constructor(options: HttpServerOptions) {
    this.#options = options;
    this.limits = { ...HTTP_LIMITS, ...options.limits };
    this.#host = this.#makeHost();
    this.#listener = new options.Listener({
      port: options.port,
      ...(options.address === undefined ? {} : { address: options.address }),
      onReadable: (count) => {
        for (let i = 0; i < count; i++) this.#accept(this.#listener.read());
      },
    });
  }

  /** The bound port. */
  get port(): number {
    return this.#listener.port;
  }

  /** Connections being served now. */
  get connections(): number {
    return this.#served.size;
  }

  /** Listens no more, lets answers that are on their way out for up to half a second, then ends every connection. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  #close(): Promise<void> {
    this.#closing = true;
    this.#listener.close();
    for (const connection of this.#all()) connection.shutDown();
    if (this.#all().length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const { timers } = this.#options;
      const grace = timers.set(() => {
        for (const connection of this.#all()) connection.close();
      }, CLOSE_GRACE_MS);
      this.#onEmpty = () => {
        timers.clear(grace);
        resolve();
      };
    });
  }

  #all(): Connection[] {
    return [...this.#served, ...this.#refused];
  }

  #makeHost(): ConnectionHost {
    const server = this;
    const { timers, router, onError } = this.#options;
    return {
      limits: this.limits,
      router,
      get closing() {
        return server.#closing;
      },
      now_ms: () => timers.now_ms(),
      onError: (error) => onError?.(error),
      onClosed: (connection) => this.#forget(connection),
    };
  }

  #accept(from: Tcp | undefined): void {
    if (!from) return;
    const full = this.#served.size >= this.limits.connections && !this.#makeRoom();
    if (this.#closing || (full && this.#refused.size >= this.limits.refusals)) from.close();
    else {
      try {
        const connection = new Connection(this.#host, from);
        (full ? this.#refused : this.#served).add(connection);
        this.#clock ??= this.#options.timers.repeat(() => this.#checkTime(), this.#tick_ms());
        if (full) connection.refuse(new HttpError(503, "too many connections; try again"));
      } catch (error) {
        // The peer may be gone again, or the machine out of sockets: the others are served on.
        this.#host.onError(error);
        from.close();
      }
    }
  }

  /**
   * Ends the connection that is longest at rest; false where none is. Browsers hold six connections each for a next
   * request that may never come, and ask again by themselves where one was ended: two pages must not lock out a third.
   */
  #makeRoom(): boolean {
    let longest: Connection | null = null;
    let since_ms = Number.POSITIVE_INFINITY;
    for (const connection of this.#served) {
      const resting_ms = connection.resting_since_ms;
      if (resting_ms === null || resting_ms >= since_ms) continue;
      longest = connection;
      since_ms = resting_ms;
    }
    longest?.close();
    return longest !== null;
  }

  #forget(connection: Connection): void {
    this.#served.delete(connection);
    this.#refused.delete(connection);
    if (this.#served.size + this.#refused.size > 0) return;
    if (this.#clock) this.#options.timers.clear(this.#clock);
    this.#clock = null;
    this.#onEmpty?.();
  }

  /** Often enough to be late by half of the shortest limit at most, and by a quarter of a second. */
  #tick_ms(): number {
    const { head_ms, idle_ms, handler_ms, response_ms, linger_ms, stall_ms } = this.limits;
    const shortest_ms = Math.min(head_ms, idle_ms, handler_ms, response_ms, linger_ms, stall_ms);
    return Math.max(10, Math.min(250, Math.floor(shortest_ms / 2)));
  }

  #checkTime(): void {
    const now_ms = this.#options.timers.now_ms();
    for (const connection of this.#all()) connection.checkTime(now_ms);
  }
}
