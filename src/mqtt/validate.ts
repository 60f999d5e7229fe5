/** The rules of every field, on a whole configuration: what is stored, posted or started has passed here. */
import { encodeUtf8 } from "../http/utf8";
import {
  CA_MAX_BYTES,
  CLIENT_ID_MAX,
  DEVICE_ID_MAX,
  FLEET_ID_MAX,
  HOST_MAX,
  KEEPALIVE_MAX_S,
  KEEPALIVE_MIN_S,
  PASSWORD_MAX_BYTES,
  REMARK_MAX,
  TOPIC_MAX_BYTES,
  USERNAME_MAX_BYTES,
  WS_PATH_MAX,
} from "./limits";
import { pemFault } from "./pem";
import { Refusal } from "./refusal";
import { type MqttSettings, overTls, overWebSocket, PROTOCOLS, TOPIC_MODES, TRANSPORTS } from "./settings";
import { topicsOf } from "./topics";

/** C0 and C1 controls, which MQTT forbids or discourages in its strings. [MQTT 5, section 1.5.4] */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const IPV4_BYTE = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;
const HOST_LABEL = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const SEGMENT = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/;

function check(holds: boolean, field: string, message: string): void {
  if (!holds) throw new Refusal(field, `${field} ${message}`);
}

function checkHost(host: string): void {
  check(host !== "", "host", "must not be empty");
  check(host.length <= HOST_MAX, "host", `takes at most ${HOST_MAX} characters`);
  check(/^[A-Za-z0-9.-]+$/.test(host), "host", "takes the characters A-Z a-z 0-9 . - only; IPv6 is not supported");
  const labels = host.split(".");
  if (/^\d+$/.test(labels[labels.length - 1]!)) {
    check(labels.length === 4 && labels.every((label) => IPV4_BYTE.test(label)), "host", "is no IPv4 address");
  } else
    check(
      labels.every((label) => HOST_LABEL.test(label)),
      "host",
      "is no host name",
    );
}

function checkTransport(settings: MqttSettings): void {
  const { transport, ws_path, tls_insecure } = settings;
  check(ws_path !== "" || !overWebSocket(transport), "ws_path", "is required for ws and wss");
  check(ws_path === "" || ws_path.startsWith("/"), "ws_path", "must start with /");
  check(ws_path.length <= WS_PATH_MAX, "ws_path", `takes at most ${WS_PATH_MAX} characters`);
  check(/^[!-~]*$/.test(ws_path), "ws_path", "takes printable ASCII without spaces");
  check(!tls_insecure || overTls(transport), "tls_insecure", "is for the transports tls and wss");
}

function checkCredentials({ username, password, client_id }: MqttSettings): void {
  check(client_id.length <= CLIENT_ID_MAX, "client_id", `takes at most ${CLIENT_ID_MAX} characters`);
  check(/^[!-~]*$/.test(client_id), "client_id", "takes printable ASCII without spaces");
  check(!CONTROL.test(username), "username", "must not hold control characters");
  check(encodeUtf8(username).length <= USERNAME_MAX_BYTES, "username", `takes at most ${USERNAME_MAX_BYTES} bytes`);
  check(!CONTROL.test(password), "password", "must not hold control characters");
  check(encodeUtf8(password).length <= PASSWORD_MAX_BYTES, "password", `takes at most ${PASSWORD_MAX_BYTES} bytes`);
}

function checkSegment(value: string, field: string, longest: number): void {
  check(value.length <= longest, field, `takes at most ${longest} characters`);
  check(
    SEGMENT.test(value),
    field,
    "takes lowercase letters, digits, - _ . and must start and end with a letter or digit",
  );
}

function checkTopic(settings: MqttSettings): void {
  const { topic } = settings;
  if (settings.topic_mode === "auto") {
    check(topic === "", "topic", "is for the manual topic mode");
    return;
  }
  check(topic !== "", "topic", "is required in manual mode");
  check(!/[+#]/.test(topic), "topic", "must not hold + or #");
  check(!/^[$/]/.test(topic), "topic", "must not start with $ or /");
  check(!topic.endsWith("/"), "topic", "must not end with /");
  check(!topic.includes("//"), "topic", "must not hold an empty level");
  check(!CONTROL.test(topic), "topic", "must not hold control characters");
  const status_bytes = encodeUtf8(topicsOf(settings).status).length;
  check(
    status_bytes <= TOPIC_MAX_BYTES,
    "topic",
    `is too long: the status topic below it must fit ${TOPIC_MAX_BYTES} bytes`,
  );
}

function checkCa(ca_cert: string): void {
  if (ca_cert === "") return;
  check(ca_cert.length <= CA_MAX_BYTES, "ca_cert", `takes at most ${CA_MAX_BYTES} bytes`);
  const fault = pemFault(ca_cert);
  if (fault !== null) throw new Refusal("ca_cert", fault);
}

/** What the types promise, for settings that come out of a record. */
function checkChoices({ transport, protocol, qos, topic_mode }: MqttSettings): void {
  check(TRANSPORTS.includes(transport), "transport", `must be one of ${TRANSPORTS.join(", ")}`);
  check(PROTOCOLS.includes(protocol), "protocol", `must be one of ${PROTOCOLS.join(", ")}`);
  check(qos === 0 || qos === 1, "qos", "must be 0 or 1");
  check(TOPIC_MODES.includes(topic_mode), "topic_mode", `must be one of ${TOPIC_MODES.join(", ")}`);
}

const within = (value: number, low: number, high: number) => Number.isInteger(value) && value >= low && value <= high;

/** Throws a Refusal that names the first field at fault. */
export function validate(settings: MqttSettings): void {
  checkChoices(settings);
  checkHost(settings.host);
  check(within(settings.port, 1, 65_535), "port", "must be 1 to 65535");
  checkTransport(settings);
  checkCredentials(settings);
  const { keepalive, remark } = settings;
  check(
    within(keepalive, KEEPALIVE_MIN_S, KEEPALIVE_MAX_S),
    "keepalive",
    `must be ${KEEPALIVE_MIN_S} to ${KEEPALIVE_MAX_S} seconds`,
  );
  checkSegment(settings.device_id, "device_id", DEVICE_ID_MAX);
  checkSegment(settings.fleet_id, "fleet_id", FLEET_ID_MAX);
  check(remark.length <= REMARK_MAX, "remark", `takes at most ${REMARK_MAX} characters`);
  check(/^[ -~]*$/.test(remark), "remark", "takes printable ASCII");
  checkTopic(settings);
  checkCa(settings.ca_cert);
}
