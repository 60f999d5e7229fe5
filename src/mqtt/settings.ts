/** What the unit knows of its broker and of itself: the values behind `config` of GET /api/mqtt. */

import { DEVICE_ID_MAX } from "./limits";

export const TRANSPORTS = ["tcp", "tls", "ws", "wss"] as const;
export type Transport = (typeof TRANSPORTS)[number];

export const PROTOCOLS = ["3.1.1", "5"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const TOPIC_MODES = ["auto", "manual"] as const;
export type TopicMode = (typeof TOPIC_MODES)[number];

export interface BrokerSettings {
  readonly enabled: boolean;
  readonly transport: Transport;
  readonly protocol: Protocol;
  readonly host: string;
  readonly port: number;
  readonly ws_path: string;
  /** Empty derives `monitor-{device_id}`. */
  readonly client_id: string;
  /** Empty sends none. */
  readonly username: string;
  /** Empty sends none. */
  readonly password: string;
  readonly qos: 0 | 1;
  /** Seconds. */
  readonly keepalive: number;
  /** The broker announces the unit's death. */
  readonly lwt: boolean;
  readonly retain_status: boolean;
  /** The broker's certificate is not verified. */
  readonly tls_insecure: boolean;
  readonly topic_mode: TopicMode;
  /** The alerts topic in manual mode; empty in auto mode. */
  readonly topic: string;
}

export interface Identity {
  readonly device_id: string;
  readonly fleet_id: string;
  readonly remark: string;
}

export interface MqttSettings extends BrokerSettings, Identity {
  /** PEM of the certificates that TLS trusts; empty trusts the built-in root bundle. */
  readonly ca_cert: string;
}

/** Ports of the transports. [unit document, MQTT configuration document] */
export const DEFAULT_PORTS: Readonly<Record<Transport, number>> = { tcp: 1883, tls: 8883, ws: 8083, wss: 8084 };

/** The public demo broker: anyone can read what is sent to it. [design notes, section 6] */
export const DEMO_BROKER = {
  host: "broker.emqx.io",
  ...DEFAULT_PORTS,
  path: "/mqtt",
  public: true,
} as const;

export const overTls = (transport: Transport): boolean => transport === "tls" || transport === "wss";
export const overWebSocket = (transport: Transport): boolean => transport === "ws" || transport === "wss";

/** The client id that the broker sees. */
export function effectiveClientId({ client_id, device_id }: MqttSettings): string {
  return client_id || `monitor-${device_id}`;
}

/** The device id that an access point's name gives: `Monitor-0A1B2C` becomes `monitor-0a1b2c`. */
export function deviceIdOf(access_point: string): string {
  const slug = access_point.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return slug.replace(/^-|-$/g, "").slice(0, DEVICE_ID_MAX);
}

/** A fresh unit. `device_id` is the slug of the access point's name. [unit document, "Defaults of a fresh unit"] */
export function defaultSettings(device_id: string): MqttSettings {
  return {
    enabled: false,
    transport: "tls",
    protocol: "3.1.1",
    host: DEMO_BROKER.host,
    port: DEFAULT_PORTS.tls,
    ws_path: DEMO_BROKER.path,
    client_id: "",
    username: "",
    password: "",
    qos: 1,
    keepalive: 30,
    lwt: true,
    retain_status: true,
    tls_insecure: false,
    topic_mode: "auto",
    topic: "",
    device_id,
    fleet_id: "demo-fleet",
    remark: "Driver A",
    ca_cert: "",
  };
}
