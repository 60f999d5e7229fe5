/** POST /api/mqtt: the fields of a form laid over the configuration in force. */
import { normalisePem } from "./pem";
import { Refusal } from "./refusal";
import { DEFAULT_PORTS, DEMO_BROKER, type MqttSettings, overTls, PROTOCOLS, TOPIC_MODES, TRANSPORTS } from "./settings";
import { validate } from "./validate";

type Form = ReadonlyMap<string, string>;
/** What a field changes. `draft` holds what came before it. */
type Field = (value: string, draft: MqttSettings, form: Form) => Partial<MqttSettings>;

function oneOf<T extends string>(field: string, known: readonly T[], value: string): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Refusal(field, `${field} must be one of ${known.join(", ")}`);
  return found;
}

const flag = (field: string, value: string): boolean => oneOf(field, ["0", "1"], value) === "1";

/** Digits only: no sign, no exponent, no blank. The range is the validation's business. */
function wholeNumber(field: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new Refusal(field, `${field} must be a whole number`);
  return Number(value);
}

/** A field that erases another one, which must not be set by the same form. */
const eraser =
  (field: string, erased: "username" | "password" | "ca_cert"): Field =>
  (value, _draft, form) => {
    if (!flag(field, value)) return {};
    if (form.get(erased)) throw new Refusal(field, `${field} contradicts ${erased} in the same form`);
    return { [erased]: "" };
  };

/** The transport, and what hangs on it. */
const transport: Field = (value, draft) => {
  const next = oneOf("transport", TRANSPORTS, value);
  return {
    transport: next,
    port: draft.port === DEFAULT_PORTS[draft.transport] ? DEFAULT_PORTS[next] : draft.port,
    // It was accepted for the old transport; kept, it would come back in force unseen with the next change to TLS.
    tls_insecure: draft.tls_insecure && overTls(next),
  };
};

const preset: Field = (value, draft) => {
  oneOf("preset", ["demo"], value);
  return { host: DEMO_BROKER.host, ws_path: DEMO_BROKER.path, port: DEFAULT_PORTS[draft.transport] };
};

const qos: Field = (value) => {
  if (value === "2") {
    throw new Refusal("qos", "qos 2 is not offered: delivery is at least once, and the event id removes duplicates");
  }
  return { qos: oneOf("qos", ["0", "1"], value) === "1" ? 1 : 0 };
};

/** Every field of the form, in the order they are applied: the preset first, so that what stands beside it wins. */
const FIELDS: readonly (readonly [name: string, apply: Field])[] = [
  ["preset", preset],
  ["transport", transport],
  ["enabled", (value) => ({ enabled: flag("enabled", value) })],
  ["protocol", (value) => ({ protocol: value === "311" ? "3.1.1" : oneOf("protocol", PROTOCOLS, value) })],
  ["host", (host) => ({ host })],
  ["port", (value) => ({ port: wholeNumber("port", value) })],
  ["ws_path", (ws_path) => ({ ws_path })],
  ["client_id", (client_id) => ({ client_id })],
  ["username", (value, draft) => ({ username: value || draft.username })],
  ["password", (value, draft) => ({ password: value || draft.password })],
  ["clear_username", eraser("clear_username", "username")],
  ["clear_password", eraser("clear_password", "password")],
  ["qos", qos],
  ["keepalive", (value) => ({ keepalive: wholeNumber("keepalive", value) })],
  ["lwt", (value) => ({ lwt: flag("lwt", value) })],
  ["retain_status", (value) => ({ retain_status: flag("retain_status", value) })],
  ["tls_insecure", (value) => ({ tls_insecure: flag("tls_insecure", value) })],
  ["ca_cert", (value, draft) => ({ ca_cert: normalisePem(value) || draft.ca_cert })],
  ["clear_ca", eraser("clear_ca", "ca_cert")],
  // A manual topic does not outlive its mode.
  [
    "topic_mode",
    (value, draft) => {
      const topic_mode = oneOf("topic_mode", TOPIC_MODES, value);
      return { topic_mode, topic: topic_mode === "auto" ? "" : draft.topic };
    },
  ],
  ["topic", (topic) => ({ topic })],
  ["device_id", (device_id) => ({ device_id })],
  ["fleet_id", (fleet_id) => ({ fleet_id })],
  ["remark", (remark) => ({ remark })],
];

/** A name that may be repeated in an answer: anything else could be a value that lost its name. */
const NAME = /^[a-z][a-z_0-9]{0,31}$/;

/**
 * The configuration that `form` asks for, all of it valid; `current` stays as it is.
 * Absent fields keep their value. Throws a Refusal that names the first field at fault, also one that does not exist.
 */
export function amend(current: MqttSettings, form: Form): MqttSettings {
  for (const name of form.keys()) {
    if (FIELDS.some(([known]) => known === name)) continue;
    throw new Refusal(NAME.test(name) ? name : "body", "the form has a field that does not exist here");
  }
  let draft = current;
  for (const [name, apply] of FIELDS) {
    const value = form.get(name);
    if (value !== undefined) draft = { ...draft, ...apply(value, draft, form) };
  }
  validate(draft);
  return draft;
}
