/** What GET /api/mqtt says of the configuration. The password is not in it, in no form. */
import { encodeUtf8 } from "../http/utf8";
import { DEMO_BROKER, effectiveClientId, type MqttSettings } from "./settings";
import { type Topics, topicsOf } from "./topics";

/** The station record as far as this document echoes it. */
export interface StationEcho {
  readonly enabled: boolean;
  readonly ssid: string;
  readonly password_set: boolean;
}

/** Keeps the first and the last character; nothing of a name below four. The number of stars says nothing either. */
export function maskUsername(username: string): string {
  const characters = [...username];
  if (characters.length === 0) return "";
  if (characters.length < 4) return "***";
  return `${characters[0]}***${characters[characters.length - 1]}`;
}

/** `config` of the document, keys in the document's order. */
export function configDocument(settings: MqttSettings, sta: StationEcho) {
  const topics: Topics = topicsOf(settings);
  return {
    enabled: settings.enabled,
    transport: settings.transport,
    protocol: settings.protocol,
    host: settings.host,
    port: settings.port,
    ws_path: settings.ws_path,
    client_id: effectiveClientId(settings),
    client_id_auto: settings.client_id === "",
    username_masked: maskUsername(settings.username),
    username_set: settings.username !== "",
    password_set: settings.password !== "",
    qos: settings.qos,
    keepalive: settings.keepalive,
    lwt: settings.lwt,
    retain_status: settings.retain_status,
    tls_insecure: settings.tls_insecure,
    ca_present: settings.ca_cert !== "",
    ca_bytes: encodeUtf8(settings.ca_cert).length,
    topic_mode: settings.topic_mode,
    topic: settings.topic,
    uri: `${settings.transport}://${settings.host}:${settings.port}`,
    device_id: settings.device_id,
    fleet_id: settings.fleet_id,
    remark: settings.remark,
    topics,
    sta: { enabled: sta.enabled, ssid: sta.ssid, password_set: sta.password_set },
    // A copy: on the board the constant lies in flash, and XS refuses to write such an object as JSON.
    demo_broker: { ...DEMO_BROKER },
  };
}
