/** The MQTT part of a unit on this machine, without the rest of the unit. */
import { randomBytes } from "node:crypto";
import type { KeyValue } from "../../src/board/storage";
import type { Timers } from "../../src/board/timers";
import { readsCertificate } from "../../src/boards/host/mqtt_transport/certificate";
import { HostClientSocket } from "../../src/boards/host/mqtt_transport/client_socket";
import { hostCodec } from "../../src/boards/host/mqtt_transport/codec";
import { hostTimers } from "../../src/boards/host/timers";
import { Mqtt, type MqttOptions } from "../../src/mqtt/mqtt";
import { Store } from "../../src/store/store";

/** Storage that lives as long as the test. `fail_after` operations that change it, every further one throws. */
export class MemoryStorage implements KeyValue {
  readonly values = new Map<string, Uint8Array>();
  fail_after = Number.POSITIVE_INFINITY;
  changes = 0;

  read(key: string): ArrayBuffer | undefined {
    const value = this.values.get(key);
    return value && new Uint8Array(value).buffer;
  }
  write(key: string, value: Uint8Array): void {
    this.#change();
    this.values.set(key, new Uint8Array(value));
  }
  delete(key: string): void {
    this.#change();
    this.values.delete(key);
  }
  close(): void {}
  [Symbol.iterator](): Iterator<string> {
    return this.values.keys();
  }
  #change(): void {
    if (this.changes >= this.fail_after) throw new Error("the power is gone");
    this.changes++;
  }
}

export const DEVICE_ID = "monitor-0a1b2c";

/** `timers` other than the machine's own let a test shorten the long waits. */
export function makeMqtt(options: Partial<MqttOptions> & { storage?: KeyValue; timers?: Timers } = {}): Mqtt {
  const { storage = new MemoryStorage(), ...rest } = options;
  return new Mqtt({
    timers: hostTimers,
    codec: hostCodec,
    ClientSocket: HostClientSocket,
    random: (count) => new Uint8Array(randomBytes(count)),
    store: new Store(() => storage),
    device_id: DEVICE_ID,
    utc_ms: () => null,
    alertCount: () => 7,
    station: () => ({ enabled: false, ssid: "", password_set: false }),
    readsCertificate,
    ...rest,
  });
}

export const form = (fields: Record<string, string | number>): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Waits until `holds`; the limit is only there to end a test that fails. */
export async function until(what: string, holds: () => boolean, limit_ms = 15_000): Promise<void> {
  const end = Date.now() + limit_ms;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${limit_ms} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}
