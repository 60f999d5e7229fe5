/**
 * The codec over the npm package mqtt-packet 9, which is handed in: Node loads it from npm, a board from one bundled
 * module (`tools/mqtt`), and this file imports neither.
 */
import { encodeUtf8 } from "../http/utf8";
import { concatBytes } from "./bytes";
import type { BrokerLimits, Codec, InboundPacket, OutboundPacket } from "./codec";
import type { Protocol } from "./settings";

interface PacketOptions {
  readonly protocolVersion: number;
}

/** A parsed packet: the fields that are read here, whichever packet it is. */
interface ParsedPacket {
  readonly cmd: string;
  readonly messageId?: number;
  readonly returnCode?: number;
  readonly reasonCode?: number;
  /** A property that came twice is an array, one that was cut short is -1 or null: nothing here can be relied on. */
  readonly properties?: {
    readonly receiveMaximum?: unknown;
    readonly maximumPacketSize?: unknown;
    readonly maximumQoS?: unknown;
    readonly retainAvailable?: unknown;
    readonly serverKeepAlive?: unknown;
  };
}

interface PacketParser {
  on(event: "packet", callback: (packet: ParsedPacket) => void): unknown;
  on(event: "error", callback: () => void): unknown;
  parse(bytes: Uint8Array): number;
}

/** Where the library writes a packet, piece by piece. */
interface PacketStream {
  write(piece: Uint8Array | string): boolean;
  destroy(error: Error): void;
}

/** The part of mqtt-packet that is used. */
export interface MqttPacketModule {
  parser(options: PacketOptions): PacketParser;
  readonly writeToStream: {
    (packet: object, stream: PacketStream, options: PacketOptions): boolean;
    cacheNumbers: boolean;
  };
}

/** Gathers the pieces. The library's own `generate` turns every string into bytes three times, character by character. */
class Gathered implements PacketStream {
  readonly #pieces: Uint8Array[] = [];

  write(piece: Uint8Array | string): boolean {
    this.#pieces.push(typeof piece === "string" ? encodeUtf8(piece) : piece);
    return true;
  }

  destroy(error: Error): void {
    throw error;
  }

  get bytes(): Uint8Array {
    return concatBytes(this.#pieces);
  }
}

const NO_LIMITS: BrokerLimits = {
  receive_max: 65_535,
  packet_max_bytes: 268_435_455,
  qos_max: 1,
  retain: true,
  keepalive_s: null,
};

const version = (protocol: Protocol) => (protocol === "5" ? 5 : 4);

/** `packet` in the words of mqtt-packet. */
function outbound(packet: OutboundPacket, protocol: Protocol): object {
  if (packet.cmd === "publish") {
    const { topic, qos, retain, dup } = packet;
    const payload = encodeUtf8(packet.payload);
    return { cmd: "publish", topic, payload, qos, retain, dup: qos === 1 && dup, messageId: packet.message_id };
  }
  if (packet.cmd !== "connect") return packet;
  const { username, password, will } = packet;
  return {
    cmd: "connect",
    protocolVersion: version(protocol),
    clientId: packet.client_id,
    clean: true,
    keepalive: packet.keepalive_s,
    ...(username === "" ? {} : { username, ...(password === "" ? {} : { password }) }),
    ...(will ? { will } : {}),
    ...(protocol === "5"
      ? { properties: { maximumPacketSize: packet.inbound_max_bytes, requestProblemInformation: false } }
      : {}),
  };
}

/** A property between `low` and its type's end; `absent` where it was not sent. Throws for anything else. */
function numberOf(value: unknown, low: number, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value !== "number" || !(value >= low)) throw new RangeError("a property out of range");
  return value;
}

function limitsOf({ properties }: ParsedPacket): BrokerLimits {
  if (!properties) return NO_LIMITS;
  const { receiveMaximum, maximumPacketSize, maximumQoS, retainAvailable, serverKeepAlive } = properties;
  return {
    receive_max: numberOf(receiveMaximum, 1, NO_LIMITS.receive_max),
    packet_max_bytes: numberOf(maximumPacketSize, 1, NO_LIMITS.packet_max_bytes),
    qos_max: numberOf(maximumQoS, 0, 1) === 0 ? 0 : 1,
    retain: retainAvailable !== false,
    keepalive_s: serverKeepAlive === undefined ? null : numberOf(serverKeepAlive, 0, 0),
  };
}

/** `packet` in our words. Throws where a field that matters is not sound. */
function inbound(packet: ParsedPacket): InboundPacket {
  switch (packet.cmd) {
    case "connack":
      return {
        cmd: "connack",
        code: numberOf(packet.reasonCode ?? packet.returnCode, 0, 0xff),
        limits: limitsOf(packet),
      };
    case "puback":
      return {
        cmd: "puback",
        message_id: numberOf(packet.messageId, 1, 0),
        code: numberOf(packet.reasonCode, 0, 0),
      };
    case "pingresp":
      return { cmd: "pingresp" };
    case "disconnect":
      return { cmd: "disconnect", code: numberOf(packet.reasonCode, 0, 0) };
    default:
      return { cmd: "unexpected" };
  }
}

export function packetCodec(library: MqttPacketModule): Codec {
  // Its table of all 65,536 two-byte numbers would be built at the first packet.
  library.writeToStream.cacheNumbers = false;
  return {
    encode(packet, protocol) {
      const stream = new Gathered();
      library.writeToStream(outbound(packet, protocol), stream, { protocolVersion: version(protocol) });
      return stream.bytes;
    },
    decode(bytes, protocol) {
      const found: ParsedPacket[] = [];
      const parser = library.parser({ protocolVersion: version(protocol) });
      let sound = true;
      parser.on("packet", (packet) => found.push(packet));
      parser.on("error", () => {
        sound = false;
      });
      try {
        parser.parse(bytes);
        return sound && found.length === 1 ? inbound(found[0]!) : null;
      } catch {
        // The library reads past the end of some malformed packets instead of reporting them.
        return null;
      }
    },
  };
}
