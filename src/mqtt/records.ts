/** How the configuration is stored: three records, saved together or not at all. */

import type { Change } from "../store/journal";
import { jsonRecord, type RecordKind } from "../store/record";
import { erase, put, type Store } from "../store/store";
import type { BrokerSettings, Identity, MqttSettings } from "./settings";
import { validate } from "./validate";

type Shape<T> = { readonly [K in keyof T]-?: "string" | "number" | "boolean" };

const BROKER: Shape<BrokerSettings> = {
  enabled: "boolean",
  transport: "string",
  protocol: "string",
  host: "string",
  port: "number",
  ws_path: "string",
  client_id: "string",
  username: "string",
  password: "string",
  qos: "number",
  keepalive: "number",
  lwt: "boolean",
  retain_status: "boolean",
  tls_insecure: "boolean",
  topic_mode: "string",
  topic: "string",
};
const IDENTITY: Shape<Identity> = { device_id: "string", fleet_id: "string", remark: "string" };
const CA: Shape<Pick<MqttSettings, "ca_cert">> = { ca_cert: "string" };

/** The fields of `shape` out of `from`; null where one is missing or of another type. */
function pick<T>(shape: Shape<T>, from: unknown): T | null {
  if (typeof from !== "object" || from === null) return null;
  const source = from as Record<string, unknown>;
  const picked: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(shape)) {
    if (typeof source[name] !== type) return null;
    picked[name] = source[name];
  }
  return picked as T;
}

function kind<T>(key: string, shape: Shape<T>, defaults: MqttSettings): RecordKind<T> {
  return jsonRecord(key, 1, (value) => {
    const picked = pick(shape, value);
    // Throws where a field breaks a rule, which refuses the record.
    if (picked) validate({ ...defaults, ...picked });
    return picked;
  });
}

function kinds(defaults: MqttSettings) {
  return {
    broker: kind("mqtt.broker", BROKER, defaults),
    identity: kind("mqtt.identity", IDENTITY, defaults),
    ca: kind("mqtt.ca", CA, defaults),
  };
}

/** What is stored, and `defaults` where nothing valid is. */
export function loadSettings(store: Store, defaults: MqttSettings): MqttSettings {
  const { broker, identity, ca } = kinds(defaults);
  return { ...defaults, ...store.read(broker), ...store.read(identity), ...store.read(ca) };
}

/** Stores the whole configuration in one save; false where it would be lost at the next power cycle. */
export function saveSettings(store: Store, settings: MqttSettings): boolean {
  const { broker, identity, ca } = kinds(settings);
  const certificate: Change = settings.ca_cert === "" ? erase(ca) : put(ca, { ca_cert: settings.ca_cert });
  return store.save(put(broker, pick(BROKER, settings)!), put(identity, pick(IDENTITY, settings)!), certificate);
}
