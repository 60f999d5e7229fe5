/** The MQTT packets that a publisher needs, and what turns them into bytes. Types only. */
import type { Protocol } from "./settings";

export interface ConnectPacket {
  readonly cmd: "connect";
  readonly client_id: string;
  readonly keepalive_s: number;
  /** Both empty where none is sent; a password without a username is never sent. */
  readonly username: string;
  readonly password: string;
  readonly will: {
    readonly topic: string;
    readonly payload: string;
    readonly qos: 0 | 1;
    readonly retain: boolean;
  } | null;
  /** Told to a broker of version 5: larger packets are not taken. */
  readonly inbound_max_bytes: number;
}

export interface PublishPacket {
  readonly cmd: "publish";
  readonly topic: string;
  /** ASCII. */
  readonly payload: string;
  readonly qos: 0 | 1;
  readonly retain: boolean;
  readonly dup: boolean;
  /** 1-65535; not sent with QoS 0. */
  readonly message_id: number;
}

export type OutboundPacket =
  | ConnectPacket
  | PublishPacket
  | { readonly cmd: "pingreq" }
  | { readonly cmd: "disconnect" };

/** What the broker allows, from CONNACK; version 3.1.1 has no limits to tell. */
export interface BrokerLimits {
  /** Unacknowledged QoS 1 messages at a time. */
  readonly receive_max: number;
  readonly packet_max_bytes: number;
  readonly qos_max: 0 | 1;
  readonly retain: boolean;
  /** The keep-alive that the broker wants in place of the one asked for. */
  readonly keepalive_s: number | null;
}

export type InboundPacket =
  | { readonly cmd: "connack"; readonly code: number; readonly limits: BrokerLimits }
  | { readonly cmd: "puback"; readonly message_id: number; readonly code: number }
  | { readonly cmd: "pingresp" }
  | { readonly cmd: "disconnect"; readonly code: number }
  /** Well-formed, but nothing that a broker may send to a publisher. */
  | { readonly cmd: "unexpected" };

export interface Codec {
  /** The packet's bytes. Throws for a packet that the protocol cannot express. */
  encode(packet: OutboundPacket, protocol: Protocol): Uint8Array;
  /** The packet in `bytes`, which hold exactly one; null where they are malformed. */
  decode(bytes: Uint8Array, protocol: Protocol): InboundPacket | null;
}
