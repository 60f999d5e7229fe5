/** POST /api/mqtt: every row of its field table, taken and refused, and what a form leaves alone. */
import fc from "fast-check";
import { amend } from "../../src/mqtt/amend";
import { Refusal } from "../../src/mqtt/refusal";
import { DEMO_BROKER, defaultSettings, type MqttSettings } from "../../src/mqtt/settings";
import { validate } from "../../src/mqtt/validate";
import { PEM } from "./certificate";
import { type Fields, form } from "./rig";

const FRESH = defaultSettings("monitor-0a1b2c");
const SECRET = "hunter2-hunter2";

const post = (fields: Fields, current: MqttSettings = FRESH) => amend(current, form(fields));

/** The field that the refusal names; "" where the form was taken. */
function refusedField(fields: Fields, current: MqttSettings = FRESH): string {
  try {
    post(fields, current);
    return "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.message).not.toContain(SECRET);
    expect(error.message.length).toBeGreaterThan(10);
    return error.field;
  }
}

const set = (changes: Partial<MqttSettings>): MqttSettings => {
  const settings = { ...FRESH, ...changes };
  validate(settings);
  return settings;
};
const LONG_HOST = `${"h".repeat(63)}.${"h".repeat(31)}`;
const MANUAL = { topic_mode: "manual" } as const;

type Wrong = readonly [field: string, fields: Fields, current?: MqttSettings];
type Row = readonly [fields: Fields, changes: Partial<MqttSettings>, current?: MqttSettings];

describe("taken", () => {
  test.each<Row>([
    [{ enabled: 1 }, { enabled: true }],
    [{ enabled: 0 }, { enabled: false }, set({ enabled: true })],
    [{ transport: "tcp" }, { transport: "tcp", port: 1883 }],
    [{ transport: "ws" }, { transport: "ws", port: 8083 }],
    [{ transport: "wss" }, { transport: "wss", port: 8084 }],
    [{ transport: "tls" }, { transport: "tls", port: 8883 }, set({ transport: "tcp", port: 1883 })],
    [{ transport: "tcp" }, { transport: "tcp", port: 9000 }, set({ port: 9000 })],
    [{ transport: "tcp" }, { transport: "tcp", port: 8083 }, set({ port: 8083 })],
    [
      { transport: "tcp", port: 8883 },
      { transport: "tcp", port: 8883 },
    ],
    [{ transport: "tls" }, { port: 9000 }, set({ port: 9000 })],
    [{ protocol: "3.1.1" }, { protocol: "3.1.1" }, set({ protocol: "5" })],
    [{ protocol: "311" }, { protocol: "3.1.1" }, set({ protocol: "5" })],
    [{ protocol: "5" }, { protocol: "5" }],
    [{ host: LONG_HOST }, { host: LONG_HOST }],
    [{ host: "a-1.B.example" }, { host: "a-1.B.example" }],
    [{ host: "192.168.4.255" }, { host: "192.168.4.255" }],
    [{ host: "localhost" }, { host: "localhost" }],
    [{ port: 1 }, { port: 1 }],
    [{ port: 65535 }, { port: 65535 }],
    [{ ws_path: "/" }, { ws_path: "/" }],
    [{ ws_path: "/a?b=c" }, { ws_path: "/a?b=c" }],
    [{ ws_path: "" }, { ws_path: "" }],
    [{ client_id: "x".repeat(63) }, { client_id: "x".repeat(63) }],
    [{ client_id: "" }, { client_id: "" }, set({ client_id: "cab" })],
    [
      { username: "u", password: SECRET },
      { username: "u", password: SECRET },
    ],
    [{ username: "", password: "" }, {}, set({ username: "u", password: SECRET })],
    [{ username: "ខ្មែរ" }, { username: "ខ្មែរ" }],
    [{ clear_username: 1 }, { username: "" }, set({ username: "u", password: SECRET })],
    [{ clear_password: 1 }, { password: "" }, set({ username: "u", password: SECRET })],
    [{ clear_username: 0, clear_password: 0, clear_ca: 0 }, {}, set({ username: "u", password: "p", ca_cert: PEM })],
    [{ qos: 0 }, { qos: 0 }],
    [{ qos: 1 }, { qos: 1 }, set({ qos: 0 })],
    [{ keepalive: 5 }, { keepalive: 5 }],
    [{ keepalive: 300 }, { keepalive: 300 }],
    [
      { lwt: 0, retain_status: 0 },
      { lwt: false, retain_status: false },
    ],
    [{ lwt: 1, retain_status: 1 }, { lwt: true, retain_status: true }, set({ lwt: false, retain_status: false })],
    [{ tls_insecure: 1 }, { tls_insecure: true }],
    [
      { tls_insecure: 1, transport: "wss" },
      { tls_insecure: true, transport: "wss", port: 8084 },
    ],
    [
      { tls_insecure: 0, transport: "tcp" },
      { transport: "tcp", port: 1883 },
    ],
    [{ ca_cert: PEM }, { ca_cert: PEM }],
    [{ ca_cert: `\r\n${PEM.replace(/\n/g, "\r\n")}\r\n` }, { ca_cert: PEM }],
    [{ ca_cert: PEM + PEM }, { ca_cert: PEM + PEM }],
    [{ ca_cert: "" }, {}, set({ ca_cert: PEM })],
    [{ clear_ca: 1 }, { ca_cert: "" }, set({ ca_cert: PEM })],
    [
      { topic_mode: "manual", topic: "fleet/7/alerts" },
      { ...MANUAL, topic: "fleet/7/alerts" },
    ],
    [{ topic: "x".repeat(120) }, { topic: "x".repeat(120) }, set({ ...MANUAL, topic: "a" })],
    [{ topic: "a b/ក$" }, { topic: "a b/ក$" }, set({ ...MANUAL, topic: "a" })],
    [{ topic_mode: "auto" }, { topic_mode: "auto", topic: "" }, set({ ...MANUAL, topic: "a" })],
    [{ topic: "" }, {}],
    [{ device_id: "a" }, { device_id: "a" }],
    [{ device_id: "0-_.z" }, { device_id: "0-_.z" }],
    [
      { device_id: "d".repeat(47), fleet_id: "f".repeat(47) },
      { device_id: "d".repeat(47), fleet_id: "f".repeat(47) },
    ],
    [{ remark: `${'"\\'.repeat(23)}~` }, { remark: `${'"\\'.repeat(23)}~` }],
    [{ remark: "" }, { remark: "" }],
    [{ preset: "demo" }, {}, set({ host: "other.test", port: 1, ws_path: "/x" })],
    [{ preset: "demo", transport: "ws" }, { transport: "ws", port: 8083 }, set({ host: "other.test", port: 1 })],
    [{ preset: "demo", port: 99 }, { port: 99 }, set({ host: "other.test" })],
  ])("%j", (...row) => {
    const [fields, changes, current = FRESH] = row as unknown as Row;
    const before = { ...current };
    const preset = "preset" in fields ? { host: DEMO_BROKER.host, ws_path: "/mqtt", port: 8883 } : {};
    expect(post(fields, current)).toEqual({ ...current, ...preset, ...changes });
    expect(current).toEqual(before);
  });

  test("an insecure flag does not outlive a transport without TLS", () => {
    const insecure = post({ tls_insecure: 1 });
    expect(post({ transport: "tls" }, post({ transport: "tcp" }, insecure)).tls_insecure).toBe(false);
  });
});

describe("refused, naming the field", () => {
  test.each<Wrong>([
    ["enabled", { enabled: "true" }],
    ["enabled", { enabled: "" }],
    ["transport", { transport: "udp" }],
    ["transport", { transport: "TCP" }],
    ["protocol", { protocol: "4" }],
    ["protocol", { protocol: "5.0" }],
    ["host", { host: "" }],
    ["host", { host: "a".repeat(96) }],
    ["host", { host: `${"a".repeat(48)}.${"b".repeat(47)}` }],
    ["host", { host: "a".repeat(64) }],
    ["host", { host: "::1" }],
    ["host", { host: "[fe80::1]" }],
    ["host", { host: "a_b" }],
    ["host", { host: "a b" }],
    ["host", { host: "a..b" }],
    ["host", { host: "a." }],
    ["host", { host: "-a" }],
    ["host", { host: "mqtt://a" }],
    ["host", { host: "a:1883" }],
    ["host", { host: "256.1.1.1" }],
    ["host", { host: "1.2.3" }],
    ["host", { host: "010.1.1.1" }],
    ["host", { host: "ខ្មែរ" }],
    ["port", { port: 0 }],
    ["port", { port: 65536 }],
    ["port", { port: -1 }],
    ["port", { port: "1e3" }],
    ["port", { port: " 1" }],
    ["port", { port: "" }],
    ["port", { port: "99999999999999999999" }],
    ["ws_path", { ws_path: "mqtt" }],
    ["ws_path", { transport: "ws", ws_path: "" }],
    ["ws_path", { transport: "wss" }, set({ ws_path: "" })],
    ["ws_path", { ws_path: "/a\r\nX: y" }],
    ["ws_path", { ws_path: "/a b" }],
    ["ws_path", { ws_path: `/${"a".repeat(127)}` }],
    ["client_id", { client_id: "x".repeat(64) }],
    ["client_id", { client_id: "a b" }],
    ["client_id", { client_id: "é" }],
    ["client_id", { client_id: "a\u0007" }],
    ["username", { username: "u".repeat(128) }],
    ["username", { username: "é".repeat(64) }],
    ["username", { username: "a\u0000" }],
    ["password", { password: SECRET.repeat(18) }],
    ["password", { password: `${SECRET}\u0000` }],
    ["clear_username", { clear_username: "yes" }],
    ["clear_username", { clear_username: 1, username: "u" }],
    ["clear_password", { clear_password: 2 }],
    ["clear_password", { clear_password: 1, password: SECRET }],
    ["qos", { qos: 2 }],
    ["qos", { qos: 3 }],
    ["qos", { qos: "" }],
    ["keepalive", { keepalive: 4 }],
    ["keepalive", { keepalive: 301 }],
    ["keepalive", { keepalive: "30s" }],
    ["lwt", { lwt: 2 }],
    ["retain_status", { retain_status: "on" }],
    ["tls_insecure", { tls_insecure: "x" }],
    ["tls_insecure", { transport: "tcp", tls_insecure: 1 }],
    ["tls_insecure", { transport: "ws", tls_insecure: 1 }],
    ["ca_cert", { ca_cert: "x" }],
    ["ca_cert", { ca_cert: "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----" }],
    ["ca_cert", { ca_cert: PEM.replace("CERTIFICATE", "PRIVATE KEY") }],
    ["ca_cert", { ca_cert: PEM.replace(/CERTIFICATE/g, "PRIVATE KEY") }],
    ["ca_cert", { ca_cert: PEM.slice(0, -30) }],
    ["ca_cert", { ca_cert: PEM.replace("MII", "M!I") }],
    ["ca_cert", { ca_cert: PEM.replace("MII", "AII") }],
    ["ca_cert", { ca_cert: PEM.repeat(9) }],
    ["ca_cert", { ca_cert: `comment\n${PEM}` }],
    ["clear_ca", { clear_ca: "x" }],
    ["clear_ca", { clear_ca: 1, ca_cert: PEM }],
    ["topic_mode", { topic_mode: "both" }],
    ["topic", { topic_mode: "manual" }],
    ["topic", { topic: "" }, set({ ...MANUAL, topic: "a" })],
    ["topic", { topic: "a" }],
    ["topic", { topic_mode: "auto", topic: "a" }],
    ["topic", { topic_mode: "manual", topic: "a/+/b" }],
    ["topic", { topic_mode: "manual", topic: "a/#" }],
    ["topic", { topic_mode: "manual", topic: "$SYS/a" }],
    ["topic", { topic_mode: "manual", topic: "/a" }],
    ["topic", { topic_mode: "manual", topic: "a/" }],
    ["topic", { topic_mode: "manual", topic: "a//b" }],
    ["topic", { topic_mode: "manual", topic: "a\u0000b" }],
    ["topic", { topic_mode: "manual", topic: "x".repeat(121) }],
    ["topic", { topic_mode: "manual", topic: "ក".repeat(41) }],
    ["device_id", { device_id: "" }],
    ["device_id", { device_id: "A" }],
    ["device_id", { device_id: "a/b" }],
    ["device_id", { device_id: "-a" }],
    ["device_id", { device_id: "a." }],
    ["device_id", { device_id: "a+" }],
    ["device_id", { device_id: "d".repeat(48) }],
    ["fleet_id", { fleet_id: "" }],
    ["fleet_id", { fleet_id: "a b" }],
    ["fleet_id", { fleet_id: "f".repeat(48) }],
    ["remark", { remark: "r".repeat(48) }],
    ["remark", { remark: "é" }],
    ["remark", { remark: "a\nb" }],
    ["preset", { preset: "other" }],
    ["preset", { preset: "" }],
    ["ssid", { ssid: "depot" }],
    ["keep_alive", { keep_alive: 10 }],
    // What stands where a name should may be a value that lost its name.
    ["body", { [SECRET]: "" }],
  ])("%s: %j", (...wrong) => {
    const [field, fields, current] = wrong as unknown as Wrong;
    expect(refusedField(fields, current)).toBe(field);
    // Also beside fields that are right, and whether or not publishing is on.
    expect(refusedField({ enabled: 1, retain_status: 0, ...fields }, current)).toBe(field);
  });
});

const NAMES = [
  "enabled transport protocol host port ws_path client_id username password clear_username clear_password qos keepalive",
  "lwt retain_status tls_insecure ca_cert clear_ca topic_mode topic device_id fleet_id remark preset",
].flatMap((line) => line.split(" "));

const value = fc.oneof(
  fc.constantFrom("0", "1", "2", "", "tcp", "tls", "ws", "wss", "5", "311", "manual", "auto", "demo", "a.b", "/a", PEM),
  fc.integer({ min: -5, max: 70_000 }).map(String),
  fc.string({ unit: "binary", maxLength: 140 }),
);

test("random forms are taken whole and valid, or refused naming one of their fields", () => {
  let taken = 0;
  const draft = { current: FRESH };
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...NAMES, "unknown"), value, { maxKeys: 5 }), (fields) => {
      const field = refusedField(fields, draft.current);
      if (field === "") {
        const next = post(fields, draft.current);
        validate(next);
        // Whatever was taken is a starting point for the next form.
        draft.current = next;
        taken++;
      } else expect([...Object.keys(fields), "topic", "ws_path", "tls_insecure"]).toContain(field);
    }),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(300);
});
