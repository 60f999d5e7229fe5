/**
 * The codec over the npm package mqtt-packet 9, which is handed in: Node loads it from npm, a board from one bundled
 * module (`tools/mqtt`), and this file imports neither.
 */
import type { BrokerLimits, Codec, InboundPacket, OutboundPacket } from "./codec";
import type { Protocol } from "./settings";

interface GenerateOptions {
  readonly protocolVersion: number;
}

/** A parsed packet: the fields that are read here, whichever packet it is. */
interface ParsedPacket {
  readonly cmd: string;
  readonly messageId?: number;
  readonly returnCode?: number;
  readonly reasonCode?: number;
  readonly properties?: {
    readonly receiveMaximum?: number;
    readonly maximumPacketSize?: number;
    readonly maximumQoS?: number;
    readonly retainAvailable?: boolean;
    readonly serverKeepAlive?: number;
  };
}

interface PacketParser {
  on(event: "packet", callback: (packet: ParsedPacket) => void): unknown;
  on(event: "error", callback: () => void): unknown;
  parse(bytes: Uint8Array): number;
}

/** The part of mqtt-packet that is used. */
export interface MqttPacketModule {
  generate(packet: object, options: GenerateOptions): Uint8Array;
  parser(options: GenerateOptions): PacketParser;
  readonly writeToStream: { cacheNumbers: boolean };
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
    const { topic, payload, qos, retain, dup } = packet;
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

function limitsOf({ properties }: ParsedPacket): BrokerLimits {
  if (!properties) return NO_LIMITS;
  return {
    receive_max: properties.receiveMaximum ?? NO_LIMITS.receive_max,
    packet_max_bytes: properties.maximumPacketSize ?? NO_LIMITS.packet_max_bytes,
    qos_max: properties.maximumQoS === 0 ? 0 : 1,
    retain: properties.retainAvailable ?? true,
    keepalive_s: properties.serverKeepAlive ?? null,
  };
}

function inbound(packet: ParsedPacket): InboundPacket {
  switch (packet.cmd) {
    case "connack":
      return { cmd: "connack", code: packet.reasonCode ?? packet.returnCode ?? 0, limits: limitsOf(packet) };
    case "puback":
      return { cmd: "puback", message_id: packet.messageId ?? 0, code: packet.reasonCode ?? 0 };
    case "pingresp":
      return { cmd: "pingresp" };
    case "disconnect":
      return { cmd: "disconnect", code: packet.reasonCode ?? 0 };
    default:
      return { cmd: "unexpected" };
  }
}

export function packetCodec(library: MqttPacketModule): Codec {
  // Its table of all 65,536 two-byte numbers would be built at the first packet.
  library.writeToStream.cacheNumbers = false;
  return {
    encode: (packet, protocol) => library.generate(outbound(packet, protocol), { protocolVersion: version(protocol) }),
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
      } catch {
        // It reads past the end of some malformed packets instead of reporting them.
        return null;
      }
      return sound && found.length === 1 ? inbound(found[0]!) : null;
    },
  };
}
