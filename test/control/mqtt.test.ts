/** The MQTT resource on a server in memory. */
import fc from "fast-check";
import { mqttRoutes } from "../../src/control/mqtt";
import { Router } from "../../src/http/router";
import { HttpServer } from "../../src/http/server";
import { maskUsername } from "../../src/mqtt/document";
import { Mqtt } from "../../src/mqtt/mqtt";
import { bodyOf, get, post, statuses } from "../http/fixture";
import { MemoryNet } from "../http/memory_net";
import { PEM } from "../mqtt/certificate";
import { FakeBroker } from "../mqtt/fake_broker";
import { options } from "../mqtt/rig";
import { MemoryStorage } from "../store/memory_storage";

// biome-ignore lint/suspicious/noExplicitAny: documents, checked field by field
type Document = any;

const CLOSE = "Connection: close\r\n";
const FORM = `${CLOSE}Content-Type: application/x-www-form-urlencoded\r\n`;
const PASSWORD = "correct-horse-battery";

class MqttUnit {
  readonly broker = new FakeBroker();
  readonly mqtt: Mqtt;
  readonly lines: string[] = [];
  has_memory = true;
  reads_certificates = true;
  readonly #net = new MemoryNet();

  constructor(readonly storage = new MemoryStorage()) {
    const { timers, ClientSocket } = this.broker;
    this.mqtt = new Mqtt({
      ...options(storage),
      timers,
      ClientSocket,
      log: (_level, text) => void this.lines.push(text),
      station: () => ({ enabled: true, ssid: "depot", password_set: true }),
      readsCertificate: () => this.reads_certificates,
    });
    const router = new Router(mqttRoutes({ mqtt: this.mqtt, hasMemory: () => this.has_memory }));
    const onError = (error: unknown) => {
      throw error;
    };
    new HttpServer({ Listener: this.#net.Listener, timers, port: 80, router, onError });
    this.mqtt.start();
  }

  ask(request: string): { status: number; body: Document; raw: string } {
    const peer = this.#net.connect();
    peer.send(request);
    this.#net.drain();
    const raw = bodyOf(peer);
    expect(raw).not.toContain(PASSWORD);
    return { status: statuses(peer)[0] ?? 0, body: JSON.parse(raw), raw };
  }

  get = () => this.ask(get("/api/mqtt", CLOSE)).body;
  post = (form: string) => this.ask(post("/api/mqtt", form, FORM));
  test = () => this.ask(post("/api/mqtt/test", "", CLOSE));
}

const encode = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

test("the document has every key of the interface, in its order", () => {
  const document = new MqttUnit().get();
  expect(Object.keys(document)).toEqual(["config", "status", "nvs"]);
  expect(Object.keys(document.config)).toEqual(
    (
      "enabled transport protocol host port ws_path client_id client_id_auto username_masked username_set password_set qos " +
      "keepalive lwt retain_status tls_insecure ca_present ca_bytes topic_mode topic uri device_id fleet_id remark topics sta " +
      "demo_broker"
    ).split(" "),
  );
  expect(Object.keys(document.status)).toEqual(
    (
      "state client_up connects disconnects attempt retry_ms published acked queued capacity dropped suppressed rejected " +
      "boot_id seq last_publish_ms error"
    ).split(" "),
  );
});

test("a fresh unit has the documented defaults", () => {
  const { config, status, nvs } = new MqttUnit().get();
  expect(config).toMatchObject({
    enabled: false,
    transport: "tls",
    protocol: "3.1.1",
    host: "broker.emqx.io",
    port: 8883,
    ws_path: "/mqtt",
    client_id: "monitor-monitor-0a1b2c",
    client_id_auto: true,
    username_masked: "",
    username_set: false,
    password_set: false,
    qos: 1,
    keepalive: 30,
    lwt: true,
    retain_status: true,
    tls_insecure: false,
    ca_present: false,
    ca_bytes: 0,
    topic_mode: "auto",
    topic: "",
    uri: "tls://broker.emqx.io:8883",
    device_id: "monitor-0a1b2c",
    fleet_id: "demo-fleet",
    remark: "Driver A",
    topics: {
      alerts: "svc/monitor/demo-fleet/monitor-0a1b2c/alerts",
      status: "svc/monitor/demo-fleet/monitor-0a1b2c/status",
      fleet_alerts: "svc/monitor/demo-fleet/+/alerts",
      fleet_status: "svc/monitor/demo-fleet/+/status",
    },
    sta: { enabled: true, ssid: "depot", password_set: true },
    demo_broker: { host: "broker.emqx.io", tcp: 1883, tls: 8883, ws: 8083, wss: 8084, path: "/mqtt", public: true },
  });
  expect(status).toMatchObject({ state: "disabled", capacity: 16, seq: 0, last_publish_ms: 0, error: "" });
  expect(nvs).toBe(true);
});

test("a form that is taken is answered with the document, which the next start has too", () => {
  const unit = new MqttUnit();
  const { status, body } = unit.post(
    encode({ username: "operator", password: PASSWORD, ca_cert: PEM, remark: 'a "b"\\' }),
  );
  expect(status).toBe(200);
  expect(body.config).toMatchObject({
    username_masked: "o***r",
    username_set: true,
    password_set: true,
    ca_present: true,
    ca_bytes: PEM.length,
    remark: 'a "b"\\',
  });
  expect(unit.get()).toEqual(body);
  expect(new MqttUnit(new MemoryStorage(unit.storage.values)).get().config).toEqual(body.config);
});

test("a username below four characters is masked whole, and no mask tells its length", () => {
  expect(["", "a", "abc", "abcd", "abcdefghij", "🚗🚗🚗🚗"].map(maskUsername)).toEqual([
    "",
    "***",
    "***",
    "a***d",
    "a***j",
    "🚗***🚗",
  ]);
});

test.each([
  ["an empty body", ""],
  ["a body over 6 kB", `remark=${"x".repeat(6144)}`],
  ["a bad escape", "host=%zz"],
  ["text that is no UTF-8", "remark=%ff"],
  ["a field sent twice", "qos=0&qos=1"],
])("%s is refused", (_, form) => {
  const unit = new MqttUnit();
  const before = unit.get();
  const { status, body } = unit.post(form);
  expect(status).toBe(400);
  expect(body.error).toMatch(/\w/);
  expect(unit.get()).toEqual(before);
  expect(unit.storage.operations).toBe(new MqttUnit().storage.operations);
});

test("a body without a length is empty", () => {
  expect(new MqttUnit().ask(`POST /api/mqtt HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`).status).toBe(400);
});

test("a body of exactly 6 kB is read", () => {
  const { status, body } = new MqttUnit().post(`remark=${"x".repeat(6144 - 7)}`);
  expect(status).toBe(400);
  expect(body.field).toBe("remark");
});

test("a certificate that the TLS library cannot read is refused", () => {
  const unit = new MqttUnit();
  unit.reads_certificates = false;
  expect(unit.post(encode({ ca_cert: PEM, remark: "x" }))).toMatchObject({ status: 400, body: { field: "ca_cert" } });
  expect(unit.get().config).toMatchObject({ ca_present: false, remark: "Driver A" });
});

test("the test alert is queued, and says so", () => {
  const unit = new MqttUnit();
  unit.broker.up = false;
  unit.post("enabled=1&transport=tcp");
  expect(unit.test()).toMatchObject({
    status: 200,
    body: { queued: true, state: "connecting", queued_depth: 1, published: 0, acked: 0, error: "" },
  });
});

test("the test alert is refused while publishing is disabled", () => {
  const { status, body } = new MqttUnit().test();
  expect(status).toBe(409);
  expect(body).toEqual({
    queued: false,
    state: "disabled",
    queued_depth: 0,
    published: 0,
    acked: 0,
    error: "publishing is disabled",
  });
});

test("settings that cannot be stored are in force all the same, answered with 500", () => {
  const unit = new MqttUnit(new MemoryStorage(new Map(), 2));
  const { status, body } = unit.post("enabled=1&transport=tcp&host=other.test");
  expect(status).toBe(500);
  expect(body.error).toMatch(/power cycle/);
  expect(unit.get()).toMatchObject({ nvs: false, config: { enabled: true, host: "other.test" } });
  unit.broker.run(0);
  expect(unit.get().status.state).toBe("online");
  expect(new MqttUnit(new MemoryStorage(unit.storage.values)).get().config.host).toBe("broker.emqx.io");
});

test("without memory for new settings nothing is touched, and publishing goes on", () => {
  const unit = new MqttUnit();
  unit.post("enabled=1&transport=tcp");
  unit.broker.run(0);
  const before = unit.get();
  unit.has_memory = false;
  expect(unit.post("host=other.test").status).toBe(503);
  expect(unit.get()).toEqual(before);
  expect(before.status.state).toBe("online");
});

test("the power may go after any operation of a POST: the next start has the old or the new settings, never a mix", () => {
  const before = new MemoryStorage();
  new MqttUnit(before).post(encode({ host: "old.test", remark: "old", ca_cert: PEM }));
  const seen = new Set<string>();
  for (let budget = 0; budget < 14; budget++) {
    const storage = new MemoryStorage(before.values, budget);
    const { status } = new MqttUnit(storage).post(encode({ host: "new.test", remark: "new", clear_ca: "1" }));
    const { host, remark, ca_present } = new MqttUnit(new MemoryStorage(storage.values)).get().config;
    const found = `${host} ${remark} ${ca_present}`;
    expect(["old.test old true", "new.test new false"]).toContain(found);
    if (status === 200) expect(found).toBe("new.test new false");
    seen.add(found);
  }
  expect(seen.size).toBe(2);
});

test("a record with any bit flipped, or with a value that no rule allows today, is not used", () => {
  const storage = new MemoryStorage();
  const fresh = new MqttUnit().get().config;
  new MqttUnit(storage).post(encode({ host: "other.test", keepalive: "77", remark: "other" }));
  const { values } = storage;
  for (const key of ["mqtt.broker", "mqtt.identity"]) {
    const size = values.get(key)!.length;
    for (let bit = 0; bit < size * 8; bit += 7) {
      const damaged = new MemoryStorage(values);
      damaged.values.get(key)![bit >> 3]! ^= 1 << (bit & 7);
      const { config } = new MqttUnit(damaged).get();
      if (key === "mqtt.broker") expect(config).toMatchObject({ host: fresh.host, keepalive: 30, remark: "other" });
      else expect(config).toMatchObject({ host: "other.test", remark: fresh.remark });
    }
  }
});

test("no response and no log line ever holds the password, whatever form comes with it", () => {
  const names = fc.constantFrom(
    "host",
    "port",
    "qos",
    "username",
    "remark",
    "topic",
    "enabled",
    "transport",
    "preset",
    "x",
  );
  const values = fc.oneof(fc.string({ maxLength: 30 }), fc.constantFrom("1", "0", "tcp", "demo"));
  const unit = new MqttUnit();
  unit.post("enabled=1&transport=tcp");
  fc.assert(
    fc.property(fc.dictionary(names, values, { maxKeys: 4 }), (fields) => {
      const { status } = unit.post(encode({ ...fields, password: PASSWORD }));
      expect([200, 400]).toContain(status);
      unit.get();
      unit.test();
      unit.broker.run(100);
      // The broker gets it, or this test looks for something that is nowhere.
      const bytes = Buffer.from(unit.broker.connections.flatMap((connection) => connection.bytes.splice(0))).toString(
        "latin1",
      );
      if (bytes.includes("MQTT") && unit.get().config.username_set) expect(bytes).toContain(PASSWORD);
    }),
    { numRuns: 200 },
  );
  expect(unit.lines.length).toBeGreaterThan(0);
  expect(unit.lines.join("\n")).not.toContain(PASSWORD);
});
