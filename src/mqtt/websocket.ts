/** MQTT over WebSocket: the client's side of RFC 6455 over a socket of the board, looking like a socket itself. */
import type { ClientSocketConstructor } from "../board/client_socket";
import type { Tcp } from "../board/net";
import { concatBytes } from "./bytes";
import type { Link, LinkAddress, LinkCallbacks } from "./link";
import { BINARY, CLOSE, FrameReader, frame, HEADER_MAX, PONG } from "./ws_frame";
import { ResponseReader, upgradeRequest, webSocketKey } from "./ws_handshake";

/** Longest payload of one frame: the header then fits HEADER_MAX. */
const FRAME_MAX_BYTES = 65_535;

export class WebSocketLink implements Link {
  readonly #socket: Tcp;
  readonly #random: (count: number) => Uint8Array;
  readonly #callbacks: LinkCallbacks;
  readonly #response: ResponseReader;
  readonly #frames: FrameReader;
  #state: "opening" | "open" | "closed" = "opening";
  /** Bytes that the socket takes now. */
  #room = 0;
  /** The upgrade request as far as it is not sent. */
  #request: Uint8Array;
  /** The answer to the latest ping that was not answered yet; earlier ones may be skipped. [RFC 6455, section 5.5.3] */
  #pong: Uint8Array | null = null;
  #inbox: Uint8Array[] = [];

  constructor(
    Socket: ClientSocketConstructor,
    random: (count: number) => Uint8Array,
    address: LinkAddress,
    path: string,
    callbacks: LinkCallbacks,
  ) {
    const key = webSocketKey(random(16));
    this.#random = random;
    this.#callbacks = callbacks;
    this.#request = upgradeRequest(address, path, key);
    this.#response = new ResponseReader(key);
    this.#frames = new FrameReader({
      onData: (bytes) => void this.#inbox.push(bytes),
      onPing: (payload) => {
        this.#pong = payload;
      },
    });
    this.#socket = new Socket({
      ...address,
      onReadable: () => this.#receive(),
      onWritable: (bytes) => this.#writable(bytes),
      onError: (fault) => this.#fail(fault),
    });
  }

  read(): ArrayBuffer | undefined {
    if (this.#inbox.length === 0) return undefined;
    const bytes = concatBytes(this.#inbox);
    this.#inbox = [];
    return bytes.buffer;
  }

  write(bytes: Uint8Array): number {
    if (this.#state !== "open" || bytes.length > this.#offer) throw new Error("more than the WebSocket has room for");
    this.#send(frame(BINARY, bytes, this.#random(4)));
    return this.#offer;
  }

  close(): void {
    if (this.#state === "closed") return;
    if (this.#state === "open" && this.#room >= HEADER_MAX)
      this.#send(frame(CLOSE, new Uint8Array(0), this.#random(4)));
    this.#state = "closed";
    this.#inbox = [];
    this.#socket.close();
  }

  /** Payload bytes that one frame may carry now. */
  get #offer(): number {
    const waiting = this.#pong ? HEADER_MAX + this.#pong.length : 0;
    return Math.min(FRAME_MAX_BYTES, Math.max(0, this.#room - HEADER_MAX - waiting));
  }

  #send(bytes: Uint8Array): void {
    try {
      this.#room = this.#socket.write(bytes) ?? 0;
    } catch {
      // The connection is gone, and its own callback tells why.
      this.#room = 0;
    }
  }

  #writable(room: number): void {
    this.#room = room;
    if (this.#state === "opening") {
      const part = this.#request.subarray(0, room);
      this.#request = this.#request.subarray(part.length);
      if (part.length > 0) this.#send(part);
      return;
    }
    this.#answerPing();
    if (this.#state === "open" && this.#offer > 0) this.#callbacks.onWritable(this.#offer);
  }

  #answerPing(): void {
    if (!this.#pong || this.#room < HEADER_MAX + this.#pong.length) return;
    const payload = this.#pong;
    this.#pong = null;
    this.#send(frame(PONG, payload, this.#random(4)));
  }

  #receive(): void {
    const chunk = this.#socket.read();
    if (!chunk || this.#state === "closed") return;
    let bytes: Uint8Array = new Uint8Array(chunk);
    if (this.#state === "opening") {
      const answer = this.#response.push(bytes);
      if (answer === null) return;
      if (answer.fault !== null) {
        this.#fail(answer.fault);
        return;
      }
      this.#state = "open";
      bytes = answer.rest;
      // Before what came behind the answer: a reader may answer only what it was offered room for.
      if (this.#offer > 0) this.#callbacks.onWritable(this.#offer);
    }
    this.#receiveFrames(bytes);
  }

  #receiveFrames(bytes: Uint8Array): void {
    const fault = this.#frames.push(bytes);
    if (this.#isClosed()) return;
    if (this.#pong) {
      this.#answerPing();
      // The answer took of the room that was offered before.
      this.#callbacks.onWritable(this.#offer);
    }
    const count = this.#inbox.reduce((sum, part) => sum + part.length, 0);
    if (count > 0) this.#callbacks.onReadable(count);
    if (fault !== null) this.#fail(fault);
  }

  /** Callbacks may close the link, which the compiler cannot see. */
  #isClosed(): boolean {
    return this.#state === "closed";
  }

  #fail(fault: string): void {
    if (this.#state === "closed") return;
    this.close();
    this.#callbacks.onError(fault);
  }
}
