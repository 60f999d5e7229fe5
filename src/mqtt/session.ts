/**
 * One connection to a broker, from the dial to its end: CONNECT, publishing, keep-alive, the clean goodbye.
 * It never tries again; that is the client's business.
 */
import type { TimerId, Timers } from "../board/timers";
import type { BrokerLimits, Codec, ConnectPacket, InboundPacket, OutboundPacket } from "./codec";
import { PacketReader } from "./frame";
import { KeepAlive } from "./keep_alive";
import { ACK_TIMEOUT_MS, CLOSE_TIMEOUT_MS, CONNECT_TIMEOUT_MS, FAREWELL_TIMEOUT_MS, TICK_MS } from "./limits";
import type { Link, LinkCallbacks } from "./link";
import { PacketQueue } from "./packet_queue";
import type { Protocol } from "./settings";

export interface Message {
  readonly topic: string;
  /** ASCII. */
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
  readonly dup: boolean;
  /** The whole message was handed to the connection. */
  onWritten?(): void;
  /** Comes after `onWritten`: the broker acknowledged it or, sent with QoS 0, it is known to be written and no more. */
  onDelivered?(acknowledged: boolean): void;
}

export interface SessionOptions {
  readonly timers: Timers;
  readonly codec: Codec;
  readonly protocol: Protocol;
  readonly connect: ConnectPacket;
  open(callbacks: LinkCallbacks): Link;
  onOnline(): void;
  /** The broker answered something of ours while online. */
  onAnswer(): void;
  /** The connection ended without having been asked to; `error` is made of names and numbers only. */
  onEnd(error: string): void;
}

interface Unacknowledged {
  readonly message: Message;
  readonly due_ms: number;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #link: Link;
  readonly #ticker: TimerId;
  readonly #reader = new PacketReader();
  #state: "connecting" | "online" | "ending" | "ended" = "connecting";
  readonly #outgoing = new PacketQueue((bytes) => this.#write(bytes));
  /** CONNECT was sent. */
  #greeted = false;
  #limits: BrokerLimits | null = null;
  #unacknowledged = new Map<number, Unacknowledged>();
  #message_id = 0;
  /** When the present step must have come to its end: CONNACK while connecting, the goodbye while ending. */
  #step_due_ms: number;
  /** Null until online. */
  #keep_alive: KeepAlive | null = null;
  /** DISCONNECT was sent. */
  #parted = false;
  #onClosed = () => {};

  /** Throws where the board cannot open another connection. */
  constructor(options: SessionOptions) {
    this.#options = options;
    this.#step_due_ms = this.#now() + CONNECT_TIMEOUT_MS;
    this.#link = options.open({
      onReadable: () => this.#receive(),
      onWritable: (bytes) => this.#writable(bytes),
      onError: (fault) => this.#end(fault),
    });
    this.#ticker = options.timers.repeat(() => this.#tick(), TICK_MS);
  }

  get online(): boolean {
    return this.#state === "online";
  }

  /** Online, and the broker takes another message with QoS 1. */
  get ready(): boolean {
    return this.#state === "online" && this.#unacknowledged.size < this.#limits!.receive_max;
  }

  /** Sends a message; only while online. Where it is not `ready` the QoS is 0. The broker's own limits may lower QoS and retain. */
  publish(message: Message): void {
    const limits = this.#limits!;
    const qos = this.ready && limits.qos_max === 1 ? message.qos : 0;
    const message_id = this.#nextMessageId();
    const { topic, payload, dup } = message;
    const retain = message.retain && limits.retain;
    if (qos === 1) this.#unacknowledged.set(message_id, { message, due_ms: this.#now() + ACK_TIMEOUT_MS });
    this.#send({ cmd: "publish", topic, payload, qos, retain, dup, message_id }, () => {
      message.onWritten?.();
      if (qos === 0) message.onDelivered?.(false);
    });
  }

  /** Says goodbye with `farewell` and closes; `onClosed` comes once, within FAREWELL_TIMEOUT_MS and CLOSE_TIMEOUT_MS. */
  shutdown(farewell: Message, onClosed: () => void): void {
    if (this.#state !== "online") {
      this.abort();
      onClosed();
      return;
    }
    this.#onClosed = onClosed;
    this.#step_due_ms = this.#now() + FAREWELL_TIMEOUT_MS;
    this.publish({ ...farewell, onDelivered: () => this.#part() });
    if (this.#state === "online") this.#state = "ending";
  }

  /** Closes at once, without a word. No callback comes afterwards. */
  abort(): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#options.timers.clear(this.#ticker);
    this.#outgoing.clear();
    this.#unacknowledged.clear();
    this.#link.close();
  }

  #now(): number {
    return this.#options.timers.now_ms();
  }

  #isEnded(): boolean {
    return this.#state === "ended";
  }

  /** Without DISCONNECT the broker would announce a death; with it, it ends the connection. */
  #part(): void {
    if (this.#parted) return;
    this.#parted = true;
    this.#step_due_ms = this.#now() + CLOSE_TIMEOUT_MS;
    this.#send({ cmd: "disconnect" });
  }

  /** The end that was asked for. */
  #finish(): void {
    this.abort();
    this.#onClosed();
  }

  /** The end that was not. */
  #end(error: string): void {
    if (this.#state === "ended") return;
    if (this.#state === "ending") {
      this.#finish();
      return;
    }
    this.abort();
    this.#options.onEnd(error);
  }

  #nextMessageId(): number {
    do this.#message_id = (this.#message_id % 65_535) + 1;
    while (this.#unacknowledged.has(this.#message_id));
    return this.#message_id;
  }

  #send(packet: OutboundPacket, onWritten = () => {}): void {
    if (this.#state === "ended") return;
    let bytes: Uint8Array;
    try {
      bytes = this.#options.codec.encode(packet, this.#options.protocol);
    } catch {
      this.#end("ENCODE");
      return;
    }
    if (this.#limits && bytes.length > this.#limits.packet_max_bytes) {
      this.#end("PACKET_LIMIT");
      return;
    }
    this.#outgoing.push(bytes, onWritten);
  }

  #writable(bytes: number): void {
    this.#outgoing.offer(bytes);
    if (this.#greeted) return;
    this.#greeted = true;
    this.#send(this.#options.connect);
  }

  #write(bytes: Uint8Array): number | null {
    try {
      const room = this.#link.write(bytes) ?? 0;
      this.#keep_alive?.wrote(this.#now());
      return room;
    } catch {
      // A socket that throws is gone; its own callback may come too late to tell.
      this.#end("TCP_RESET");
      return null;
    }
  }

  #receive(): void {
    const chunk = this.#link.read();
    if (!chunk || this.#state === "ended") return;
    const fault = this.#reader.push(new Uint8Array(chunk), (bytes) => {
      this.#take(this.#options.codec.decode(bytes, this.#options.protocol));
      return !this.#isEnded();
    });
    if (fault !== null) this.#end(fault);
  }

  #take(packet: InboundPacket | null): void {
    if (packet === null) {
      this.#end("MALFORMED");
      return;
    }
    if (this.#state === "connecting") {
      if (packet.cmd !== "connack") {
        this.#end("PROTOCOL");
        return;
      }
      if (packet.code !== 0) {
        this.#end(`CONNACK ${packet.code}`);
        return;
      }
      this.#limits = packet.limits;
      const keepalive_s = packet.limits.keepalive_s || this.#options.connect.keepalive_s;
      this.#keep_alive = new KeepAlive(keepalive_s, this.#now());
      this.#state = "online";
      this.#options.onOnline();
      return;
    }
    switch (packet.cmd) {
      case "puback":
        this.#acknowledged(packet.message_id, packet.code);
        return;
      case "pingresp":
        if (!this.#keep_alive!.answered()) {
          this.#end("PROTOCOL");
          return;
        }
        this.#options.onAnswer();
        return;
      case "disconnect":
        this.#end(`DISCONNECT ${packet.code}`);
        return;
      default:
        this.#end("PROTOCOL");
        return;
    }
  }

  #acknowledged(message_id: number, code: number): void {
    const entry = this.#unacknowledged.get(message_id);
    if (!entry) {
      this.#end("PROTOCOL");
      return;
    }
    // The broker has it and will not take it: said once more after a pause, in case its rules change.
    if (code >= 0x80) {
      this.#end(`PUBACK ${code}`);
      return;
    }
    this.#unacknowledged.delete(message_id);
    this.#options.onAnswer();
    entry.message.onDelivered?.(true);
  }

  #tick(): void {
    const now_ms = this.#now();
    if (this.#state === "connecting" && now_ms >= this.#step_due_ms) {
      this.#end("CONNECT_TIMEOUT");
      return;
    }
    if (this.#state === "ending" && now_ms >= this.#step_due_ms) {
      if (this.#parted) this.#finish();
      else this.#part();
      return;
    }
    if (this.#state !== "online") return;
    for (const { due_ms } of this.#unacknowledged.values()) {
      if (now_ms >= due_ms) {
        this.#end("PUBACK_TIMEOUT");
        return;
      }
    }
    const due = this.#keep_alive!.check(now_ms);
    if (due === "dead") this.#end("PING_TIMEOUT");
    else if (due === "ping") this.#send({ cmd: "pingreq" });
  }
}
