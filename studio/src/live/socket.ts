import type { Socket } from "node:net";
import type { RawData, WebSocket } from "ws";
import type { Claims } from "../http/principal";
import { Problem, problem } from "../http/problem";
import type { LiveAccess } from "./access";
import type { Batch } from "./batch";
import type { Reader } from "./feed";
import { decodePosition, encodePosition, type Position } from "./position";
import { type Authenticate, CLOSE, readMessage } from "./protocol";

/** What a socket needs of the process. */
export interface SocketHost {
  /** Gives the socket its access and position. @throws Problem where the user may not watch, or the cursor is none of ours */
  enter(socket: LiveSocket, claims: Claims, cursor: Position | null): Promise<{ complete: boolean }>;
  /** Events may come from now on. */
  follow(socket: LiveSocket, claims: Claims): void;
  verify(token: string): Promise<Claims>;
  /** It has taken what it was given. */
  drained(socket: LiveSocket): void;
  left(socket: LiveSocket): void;
  onFault(error: Error): void;
}

export interface SocketLimits {
  authenticate_ms: number;
  /** A reader with more than this waiting for it is too slow. */
  max_buffered_bytes: number;
}

/** Less than this waits for a reader: it gets its next page of history. */
const READY_BYTES = 65_536;

/** An event may wait so long for older transactions before it is given out. */
const MARGIN_MS = 60_000;

/** A closing handshake that is not answered ends so soon. */
const CLOSING_MS = 1_000;

/** One client. It is there from the upgrade on; events come once it has said who it is. */
export class LiveSocket implements Reader {
  position: Position = { xid: "0", seq: 0, at_ms: 0 };
  claims: Claims | null = null;
  #access: LiveAccess | null = null;
  /** Of the look at the database that `#access` comes from: an older answer that arrives later does not count. */
  #access_number = 0;
  #begun = false;
  #closing = false;
  #alive = true;
  readonly #deadline: NodeJS.Timeout;

  constructor(
    readonly ws: WebSocket,
    readonly raw: Socket,
    readonly host: SocketHost,
    readonly limits: SocketLimits,
  ) {
    this.#deadline = setTimeout(() => this.close(CLOSE.timeout, "TOKEN_MISSING"), limits.authenticate_ms);
    ws.on("message", (data, is_binary) => {
      this.#message(data, is_binary);
    });
    ws.on("pong", () => {
      this.#alive = true;
    });
    // A client that breaks the protocol or the connection: `close` follows.
    ws.on("error", () => {});
    ws.on("close", () => {
      clearTimeout(this.#deadline);
      this.#closing = true;
      host.left(this);
    });
    raw.on("drain", () => host.drained(this));
  }

  get waiting(): boolean {
    return this.#access === null;
  }

  ready(): boolean {
    return !this.#closing && this.ws.bufferedAmount < READY_BYTES;
  }

  take(batch: Batch): void {
    const access = this.#access;
    if (this.#closing || access === null || this.ws.readyState !== this.ws.OPEN) return;
    if (this.ws.bufferedAmount > this.limits.max_buffered_bytes) {
      this.close(CLOSE.too_slow, "TOO_SLOW");
      return;
    }
    const frames = batch.framesFor(access);
    // Behind what `ws` has written, which without compression keeps nothing back: `send` would frame every event for every socket anew.
    if (frames.length > 0) this.raw.write(frames);
  }

  /** What the user may see from now on. @param number of the look at the database, counted up */
  allow(access: LiveAccess, number: number): void {
    if (number <= this.#access_number) return;
    this.#access_number = number;
    this.#access = access;
  }

  /** @param current it lacks nothing but what has just happened: its cursor is as good as one of now */
  heartbeat(now: Date, current: boolean): void {
    if (this.#closing) return;
    if (!this.#alive) {
      this.ws.terminate();
      return;
    }
    this.#alive = false;
    this.ws.ping();
    if (this.#access === null) return;
    const at_ms = current ? Math.max(this.position.at_ms, now.getTime() - MARGIN_MS) : this.position.at_ms;
    this.#send({ type: "heartbeat", cursor: encodePosition({ ...this.position, at_ms }), at: now.toISOString() });
  }

  close(code: number, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.ws.close(code, reason);
    const timer = setTimeout(() => this.ws.terminate(), CLOSING_MS);
    this.ws.once("close", () => clearTimeout(timer));
  }

  /** Ends for the reason that a request would have been refused for. */
  refuse(error: unknown): void {
    if (error instanceof Problem) {
      this.close(4000 + error.status, error.code);
      return;
    }
    this.host.onFault(error as Error);
    this.close(CLOSE.fault, "INTERNAL");
  }

  #message(data: RawData, is_binary: boolean): void {
    const message = is_binary || this.#begun ? null : readMessage(data.toString());
    if (message === null) {
      this.close(CLOSE.bad_message, "VALIDATION_FAILED");
      return;
    }
    this.#begun = true;
    clearTimeout(this.#deadline);
    this.#authenticate(message).catch((error: unknown) => this.refuse(error));
  }

  async #authenticate({ token, cursor }: Authenticate): Promise<void> {
    const position = cursor === undefined ? null : decodePosition(cursor);
    if (cursor !== undefined && position === null) throw problem("CURSOR_INVALID");
    const claims = await this.host.verify(token);
    this.claims = claims;
    const { complete } = await this.host.enter(this, claims, position);
    this.#send({ type: "ready", cursor: encodePosition(this.position), complete });
    this.host.follow(this, claims);
  }

  #send(message: object): void {
    if (!this.#closing) this.ws.send(JSON.stringify(message));
  }
}
