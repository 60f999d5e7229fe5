/** The MQTT part of a unit on this machine's sockets and clock. */
import { randomBytes } from "node:crypto";
import type { KeyValue } from "../../src/board/storage";
import { readsCertificate } from "../../src/boards/host/mqtt_transport/certificate";
import { HostClientSocket } from "../../src/boards/host/mqtt_transport/client_socket";
import { hostCodec } from "../../src/boards/host/mqtt_transport/codec";
import { hostTimers } from "../../src/boards/host/timers";
import { Mqtt, type MqttOptions } from "../../src/mqtt/mqtt";
import { options } from "./rig";

export function makeMqtt(more: Partial<MqttOptions> = {}, storage?: KeyValue): Mqtt {
  return new Mqtt({
    ...options(storage),
    timers: hostTimers,
    codec: hostCodec,
    ClientSocket: HostClientSocket,
    random: (count) => new Uint8Array(randomBytes(count)),
    readsCertificate,
    ...more,
  });
}

/** Waits until `holds`; the limit is only there to end a test that fails. */
export async function until(what: string, holds: () => boolean, limit_ms = 15_000): Promise<void> {
  const end = Date.now() + limit_ms;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${limit_ms} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}
