import mqttPacket from "mqtt-packet";
import { type MqttPacketModule, packetCodec } from "../../../mqtt/packet_codec";

/** The MQTT codec of a computer. */
export const hostCodec = packetCodec(mqttPacket as unknown as MqttPacketModule);
