/** What the MQTT form shows and what it sends: no drawing here. */
import type { MqttDocument } from "../unit/documents";
import type { Words } from "../words/words";

export type Config = MqttDocument["config"];
export type FieldName = keyof Words["mqtt"]["labels"];
export type Draft = Readonly<Partial<Record<FieldName, string>>>;

export type Kind = "flag" | "text" | "number" | "password" | "lines" | readonly string[];

export interface Field {
  readonly name: FieldName;
  readonly kind: Kind;
  /** Absent: always. */
  shown?(values: Values, config: Config): boolean;
}

/** The value of every field as a form has it, the draft's over the unit's. */
export type Values = Readonly<Record<FieldName, string>>;

const overTls = ({ transport }: Values) => transport === "tls" || transport === "wss";
const overWebSocket = ({ transport }: Values) => transport === "ws" || transport === "wss";

export const GROUPS: readonly { readonly name: keyof Words["mqtt"]["groups"]; readonly fields: readonly Field[] }[] = [
  {
    name: "broker",
    fields: [
      { name: "enabled", kind: "flag" },
      { name: "transport", kind: ["tcp", "tls", "ws", "wss"] },
      { name: "host", kind: "text" },
      { name: "port", kind: "number" },
      { name: "ws_path", kind: "text", shown: overWebSocket },
      { name: "protocol", kind: ["3.1.1", "5"] },
    ],
  },
  {
    name: "login",
    fields: [
      { name: "client_id", kind: "text" },
      { name: "username", kind: "text" },
      { name: "clear_username", kind: "flag", shown: (_, { username_set }) => username_set },
      { name: "password", kind: "password" },
      { name: "clear_password", kind: "flag", shown: (_, { password_set }) => password_set },
    ],
  },
  {
    name: "tls",
    fields: [
      { name: "ca_cert", kind: "lines", shown: overTls },
      { name: "clear_ca", kind: "flag", shown: (values, { ca_present }) => overTls(values) && ca_present },
      { name: "tls_insecure", kind: "flag", shown: overTls },
    ],
  },
  {
    name: "identity",
    fields: [
      { name: "device_id", kind: "text" },
      { name: "fleet_id", kind: "text" },
      { name: "remark", kind: "text" },
    ],
  },
  {
    name: "topic",
    fields: [
      { name: "topic_mode", kind: ["auto", "manual"] },
      { name: "topic", kind: "text", shown: ({ topic_mode }) => topic_mode === "manual" },
    ],
  },
  {
    name: "delivery",
    fields: [
      { name: "qos", kind: ["0", "1"] },
      { name: "keepalive", kind: "number" },
      { name: "lwt", kind: "flag" },
      { name: "retain_status", kind: "flag" },
    ],
  },
];

const flag = (value: boolean) => (value ? "1" : "0");

/** The configuration in force, as the form has it. What the unit keeps to itself is empty. */
function inForce(config: Config): Values {
  const { transport, protocol, host, ws_path, topic_mode, topic, device_id, fleet_id, remark } = config;
  return {
    ...{ transport, protocol, host, ws_path, topic_mode, topic, device_id, fleet_id, remark },
    enabled: flag(config.enabled),
    port: `${config.port}`,
    client_id: config.client_id_auto ? "" : config.client_id,
    qos: `${config.qos}`,
    keepalive: `${config.keepalive}`,
    lwt: flag(config.lwt),
    retain_status: flag(config.retain_status),
    tls_insecure: flag(config.tls_insecure),
    ...{ username: "", password: "", ca_cert: "", clear_username: "0", clear_password: "0", clear_ca: "0" },
  };
}

export const valuesOf = (config: Config, draft: Draft): Values => ({ ...inForce(config), ...draft });

/** What differs from the configuration in force: absent fields stay as they are at the unit. */
export function changed(config: Config, draft: Draft): Record<string, string> {
  const before = inForce(config);
  const takesTopic = valuesOf(config, draft).topic_mode === "manual";
  const entries = Object.entries(draft).filter(
    ([name, value]) => value !== before[name as FieldName] && (name !== "topic" || takesTopic),
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The draft with one field changed, and with what hangs on it: a default port follows the transport. */
export function edit(config: Config, draft: Draft, name: FieldName, value: string): Draft {
  const next = { ...draft, [name]: value };
  if (name !== "transport") return next;
  const { transport, port } = valuesOf(config, draft);
  const { demo_broker: ports } = config;
  const default_port = `${ports[transport as keyof typeof ports]}`;
  if (port === default_port) next.port = `${ports[value as keyof typeof ports]}`;
  if (!overTls({ ...valuesOf(config, next) })) next.tls_insecure = "0";
  return next;
}

/** The public demo broker over one transport. */
export function preset(config: Config, draft: Draft, transport: "tcp" | "tls" | "ws" | "wss"): Draft {
  const { host, path, ...ports } = config.demo_broker;
  return { ...draft, transport, host, ws_path: path, port: `${ports[transport]}` };
}
