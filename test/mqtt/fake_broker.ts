/**
 * A broker in memory with a clock that the test moves; runs on XS too. Callbacks come later and never from within a call,
 * as the machine's message queue has it.
 */
import mqttPacket from "mqtt-packet";
import type { ClientSocketOptions, LinkFault } from "../../src/board/client_socket";
import type { Tcp } from "../../src/board/net";
import { type MqttPacketModule, packetCodec } from "../../src/mqtt/packet_codec";
import { ManualTimers } from "../http/manual_timers";

export const codec = packetCodec(mqttPacket as unknown as MqttPacketModule);

// biome-ignore lint/suspicious/noExplicitAny: packets of the library, looked at field by field
type Packet = any;

export interface Published {
  readonly topic: string;
  readonly payload: string;
  readonly qos: number;
  readonly retain: boolean;
  readonly dup: boolean;
  readonly messageId?: number;
}

/** The broker's end of one connection. */
export class Connection {
  /** Packets that came, oldest first. */
  readonly packets: Packet[] = [];
  /** Bytes that came, for a peer that is no broker. */
  readonly bytes: number[] = [];
  /** The client ended it. */
  closed = false;
  input: number[] = [];
  /** Tells the client what room there is. */
  offer = () => {};
  readonly #parser: Packet;

  constructor(
    readonly broker: FakeBroker,
    readonly options: ClientSocketOptions,
  ) {
    this.#parser = mqttPacket.parser();
    this.#parser.on("packet", (packet: Packet) => {
      this.packets.push(packet);
      broker.onPacket(packet, this);
    });
    this.#parser.on("error", () => {});
  }

  get version(): number {
    return this.packets[0]?.protocolVersion ?? 4;
  }

  take(bytes: Uint8Array): void {
    for (const byte of bytes) this.bytes.push(byte);
    if (this.broker.speaks_mqtt) this.#parser.parse(bytes);
  }

  reply(packet: object): void {
    this.send(mqttPacket.generate(packet as Packet, { protocolVersion: this.version }));
  }

  send(bytes: Uint8Array): void {
    for (const byte of bytes) this.input.push(byte);
    this.broker.post(() => {
      if (!this.closed && this.input.length > 0) this.options.onReadable(this.input.length);
    });
  }

  /** The connection breaks, after what was sent before arrived. */
  break(fault: LinkFault = "TCP_CLOSED"): void {
    this.broker.post(() => {
      if (this.closed) return;
      this.closed = true;
      this.options.onError(fault);
    });
  }
}

export class FakeBroker {
  readonly timers = new ManualTimers();
  readonly connections: Connection[] = [];
  readonly published: Published[] = [];
  /** Nobody listens where false. */
  up = true;
  /** False leaves the bytes alone: the peer is something else. */
  speaks_mqtt = true;
  /** What a CONNECT gets; null: nothing. */
  connack: Packet | null = { cmd: "connack", returnCode: 0, reasonCode: 0, sessionPresent: false };
  /** What a message with QoS 1 gets besides its id; null: nothing. */
  puback: object | null = { cmd: "puback" };
  /** Bytes that the connection takes at a time. */
  room = 4096;
  pingresp = true;
  readonly #tasks: (() => void)[] = [];

  post(task: () => void): void {
    this.#tasks.push(task);
  }

  drain(): void {
    for (let task = this.#tasks.shift(); task; task = this.#tasks.shift()) task();
  }

  /** Lets so much time pass. */
  run(ms: number): void {
    this.drain();
    for (let passed = 0; passed < ms; passed += 50) {
      this.timers.advance(50);
      this.drain();
    }
  }

  get last(): Connection {
    return this.connections[this.connections.length - 1]!;
  }

  /** Of the messages on the alerts topic. */
  get events(): { event_id: string; dup: boolean }[] {
    return this.published
      .filter(({ topic }) => topic.endsWith("/alerts"))
      .map(({ payload, dup }) => ({ event_id: JSON.parse(payload).event_id, dup }));
  }

  get statuses(): string[] {
    return this.published
      .filter(({ topic }) => topic.endsWith("/status"))
      .map(({ payload }) => JSON.parse(payload).reason);
  }

  onPacket(packet: Packet, connection: Connection): void {
    switch (packet.cmd) {
      case "connect":
        if (this.connack) connection.reply(this.connack);
        return;
      case "publish":
        this.published.push({ ...packet, payload: packet.payload.toString() });
        if (packet.qos === 1 && this.puback) connection.reply({ ...this.puback, messageId: packet.messageId });
        return;
      case "disconnect":
        connection.break();
        return;
      case "pingreq":
        if (this.pingresp) connection.reply({ cmd: "pingresp" });
        return;
    }
  }

  get ClientSocket(): new (
    options: ClientSocketOptions,
  ) => Tcp {
    const broker = this;
    return class implements Tcp {
      readonly #connection: Connection;
      #room = 0;

      constructor(options: ClientSocketOptions) {
        const connection = new Connection(broker, options);
        this.#connection = connection;
        if (!broker.up) {
          connection.break("TCP_REFUSED");
          return;
        }
        broker.connections.push(connection);
        connection.offer = () => broker.post(() => this.#offer());
        connection.offer();
      }

      read(): ArrayBuffer | undefined {
        const bytes = new Uint8Array(this.#connection.input.splice(0));
        return bytes.length > 0 ? bytes.buffer : undefined;
      }

      write(bytes: Uint8Array): number {
        if (this.#connection.closed || bytes.length > this.#room) throw new Error("would block");
        this.#room -= bytes.length;
        const copy = new Uint8Array(bytes);
        broker.post(() => {
          if (!this.#connection.closed) this.#connection.take(copy);
          this.#offer();
        });
        return this.#room;
      }

      close(): void {
        const connection = this.#connection;
        // What was written still arrives.
        broker.post(() => {
          connection.closed = true;
        });
      }

      #offer(): void {
        this.#room = broker.room;
        if (!this.#connection.closed && this.#room > 0) this.#connection.options.onWritable(this.#room);
      }
    };
  }
}
