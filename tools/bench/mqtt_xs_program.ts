/** Runs on XS: each command publishes one alert to a broker that acknowledges at once. */
import mqttPacket from "mqtt-packet";
import type { ClientSocketOptions } from "../../src/board/client_socket";
import type { Tcp } from "../../src/board/net";
import { Mqtt } from "../../src/mqtt/mqtt";
import { type MqttPacketModule, packetCodec } from "../../src/mqtt/packet_codec";
import { Store } from "../../src/store/store";
import { ManualTimers } from "../../test/http/manual_timers";
import { MemoryStorage } from "../../test/store/memory_storage";

const CONNECT = 1;
const PUBLISH = 3;

let answers: number[] = [];

/** Answers by hand, so that the figure is the client's own. */
class AgreeableSocket implements Tcp {
  static options: ClientSocketOptions;

  constructor(options: ClientSocketOptions) {
    AgreeableSocket.options = options;
  }
  read(): ArrayBuffer {
    return Uint8Array.from(answers.splice(0)).buffer;
  }
  write(bytes: Uint8Array): number {
    const type = bytes[0]! >> 4;
    if (type === CONNECT) answers.push(0x20, 2, 0, 0);
    if (type === PUBLISH) {
      const topic = bytes[1]! < 0x80 ? 2 : 3;
      const id = topic + 2 + bytes[topic]! * 256 + bytes[topic + 1]!;
      answers.push(0x40, 2, bytes[id]!, bytes[id + 1]!);
    }
    return 4096;
  }
  close(): void {}
}

function answer(): void {
  while (answers.length > 0) AgreeableSocket.options.onReadable(answers.length);
}

const mqtt = new Mqtt({
  timers: new ManualTimers(),
  codec: packetCodec(mqttPacket as unknown as MqttPacketModule),
  ClientSocket: AgreeableSocket,
  random: (count) => new Uint8Array(count),
  store: new Store(() => new MemoryStorage()),
  device_id: "monitor-0a1b2c",
  utc_ms: () => 1_700_000_000_000,
  alertCount: () => 1,
  station: () => ({ enabled: true, ssid: "depot", password_set: true }),
  readsCertificate: () => true,
  log: () => {},
});
mqtt.start();
mqtt.configure(
  new Map([
    ["enabled", "1"],
    ["transport", "tcp"],
  ]),
);
AgreeableSocket.options.onWritable(4096);
answer();

Object.assign(globalThis, {
  handleCommand() {
    mqtt.alert({ alert: "microsleep", risk: 0.912, perclos: 0.456, alert_count: 7, uptime_ms: 123_456 });
    answer();
    answers = [];
    return Uint8Array.of(mqtt.summary.queued === 0 && mqtt.summary.acked > 0 ? 1 : 0).buffer;
  },
});
