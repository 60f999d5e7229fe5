import mqttPacket from "mqtt-packet";
import type { Codec } from "../../mqtt/codec";
import { type MqttPacketModule, packetCodec } from "../../mqtt/packet_codec";

/** The MQTT codec of the board; the build bundles the package (`tools/board`). It keeps state: made at the start, never in the image. */
export const boardCodec = (): Codec => packetCodec(mqttPacket as unknown as MqttPacketModule);
