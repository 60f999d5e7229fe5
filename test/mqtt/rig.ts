/** The MQTT part of a unit without the rest of the unit; runs on XS too. */
import type { KeyValue } from "../../src/board/storage";
import { Mqtt, type MqttOptions } from "../../src/mqtt/mqtt";
import type { AlertFacts } from "../../src/mqtt/payload";
import { Store } from "../../src/store/store";
import { MemoryStorage } from "../store/memory_storage";
import { codec, FakeBroker } from "./fake_broker";

export const DEVICE_ID = "monitor-0a1b2c";

export type Fields = Readonly<Record<string, string | number>>;

export const form = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]));

export const microsleep = (uptime_ms = 1234): AlertFacts => ({
  alert: "microsleep",
  risk: 0.9,
  perclos: 0.5,
  alert_count: 8,
  uptime_ms,
});

/** The options that every rig shares. Its random bytes are anything but. */
export function options(storage: KeyValue = new MemoryStorage()): Omit<MqttOptions, "timers" | "ClientSocket"> {
  let next = 0;
  return {
    codec,
    random: (count) => Uint8Array.from({ length: count }, () => (next = (next * 5 + 17) & 0xff)),
    store: new Store(() => storage),
    device_id: DEVICE_ID,
    utc_ms: () => null,
    alertCount: () => 7,
    station: () => ({ enabled: false, ssid: "", password_set: false }),
    readsCertificate: () => true,
    log: () => {},
  };
}

export interface Rig {
  readonly broker: FakeBroker;
  readonly mqtt: Mqtt;
}

/** A started unit that is to publish to a broker in memory. */
export function makeRig(fields: Fields = {}, broker = new FakeBroker(), more: Partial<MqttOptions> = {}): Rig {
  const mqtt = new Mqtt({ ...options(), timers: broker.timers, ClientSocket: broker.ClientSocket, ...more });
  mqtt.start();
  mqtt.configure(form({ enabled: 1, transport: "tcp", ...fields }));
  return { broker, mqtt };
}
