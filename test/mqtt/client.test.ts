/** The client against a broker in memory: what it does in every state, and how it gets out of every bad one. */
import type { Mqtt } from "../../src/mqtt/mqtt";
import { FakeBroker } from "./fake_broker";
import { form, makeRig, microsleep, options } from "./rig";

const state = (mqtt: Mqtt) => mqtt.summary.state;
const alerts = (mqtt: Mqtt, count: number) => {
  for (let i = 0; i < count; i++) mqtt.alert(microsleep(i));
};
const seqOf = ({ event_id }: { event_id: string }) => Number(event_id.split("-").pop());
const errorOf = (mqtt: Mqtt) => mqtt.summary.error;

/** Everything that a status can say is made of names and numbers. */
const STABLE = /^[A-Z0-9_]+( \d+)?$/;

describe("the state", () => {
  test("is disabled, then connecting, then online", () => {
    const broker = new FakeBroker();
    const { mqtt } = makeRig({ enabled: 0 }, broker);
    expect(state(mqtt)).toBe("disabled");
    mqtt.configure(form({ enabled: 1 }));
    expect(state(mqtt)).toBe("connecting");
    broker.run(0);
    expect(state(mqtt)).toBe("online");
    expect(mqtt.document.status).toMatchObject({ client_up: true, connects: 1, disconnects: 0, attempt: 0, error: "" });
  });

  test("is idle before the start and after the stop of an enabled client", async () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    const stopped = mqtt.stop();
    expect(state(mqtt)).toBe("idle");
    broker.run(100);
    await stopped;
    expect(state(mqtt)).toBe("idle");
    expect(mqtt.document.status.client_up).toBe(false);
  });

  test("is fault while the stored certificate cannot be read, until reconfigured", () => {
    const reads = { ca: true };
    const { mqtt, broker } = makeRig({ transport: "tls" }, new FakeBroker(), { readsCertificate: () => reads.ca });
    mqtt.configure(form({ ca_cert: CERTIFICATE }));
    broker.run(0);
    reads.ca = false;
    mqtt.configure(form({ remark: "another" }));
    broker.run(2000);
    expect(state(mqtt)).toBe("fault");
    expect(errorOf(mqtt)).toBe("CA_UNREADABLE");
    expect(broker.timers.count).toBe(0);
    mqtt.configure(form({ clear_ca: 1 }));
    broker.run(0);
    expect(state(mqtt)).toBe("online");
  });

  test("of a refused connection is backoff, with the time left counting down", () => {
    const { mqtt, broker } = makeRig();
    broker.up = false;
    mqtt.configure(form({ host: "other.test" }));
    broker.run(1000);
    expect(state(mqtt)).toBe("backoff");
    expect(errorOf(mqtt)).toBe("TCP_REFUSED");
    const before = mqtt.summary.retry_ms;
    broker.run(100);
    expect(mqtt.summary.retry_ms).toBe(before - 100);
  });
});

describe("the two words of the unit", () => {
  test("connected and shutdown are retained, and the will says last-will with nothing in it", async () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    const { will } = broker.last.packets[0];
    expect(will).toMatchObject({ topic: `svc/monitor/demo-fleet/monitor-0a1b2c/status`, qos: 1, retain: true });
    expect(JSON.parse(will.payload.toString())).toMatchObject({
      online: false,
      reason: "last-will",
      uptime_ms: 0,
      alert_count: 0,
      ts: "",
    });
    const stopped = mqtt.stop();
    broker.run(0);
    await stopped;
    expect(broker.published.map(({ retain, qos }) => ({ retain, qos }))).toEqual([
      { retain: true, qos: 1 },
      { retain: true, qos: 1 },
    ]);
    expect(broker.statuses).toEqual(["connected", "shutdown"]);
    expect(broker.last.packets.map(({ cmd }: { cmd: string }) => cmd)).toEqual([
      "connect",
      "publish",
      "publish",
      "disconnect",
    ]);
  });

  test("are not retained, and there is no will, where the configuration says so", () => {
    const { broker } = makeRig({ retain_status: 0, lwt: 0 });
    broker.run(0);
    expect(broker.last.packets[0].will).toBeUndefined();
    expect(broker.published[0]!.retain).toBe(false);
  });

  test("a broker that swallows the goodbye holds the end up by less than two seconds", async () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    broker.puback = null;
    let gone = false;
    void mqtt.stop().then(() => {
      gone = true;
    });
    broker.onPacket = () => {};
    broker.run(1900);
    await Promise.resolve();
    expect(gone).toBe(true);
    expect(broker.timers.count).toBe(0);
    expect(broker.last.packets.slice(-1)[0].cmd).toBe("disconnect");
  });

  test("a username is sent with its password, and a password never without", () => {
    const { mqtt, broker } = makeRig({ username: "cab", password: "secret" });
    broker.run(0);
    expect(broker.last.packets[0].password.toString()).toBe("secret");
    mqtt.configure(form({ clear_username: 1 }));
    broker.run(100);
    expect(broker.last.packets[0]).toMatchObject({ clientId: "monitor-monitor-0a1b2c" });
    expect(broker.last.packets[0].password).toBeUndefined();
  });
});

describe("alerts", () => {
  test("nothing is queued or sent while publishing is disabled", () => {
    const { mqtt, broker } = makeRig({ enabled: 0 });
    alerts(mqtt, 3);
    expect(mqtt.test()).toBe(false);
    expect(mqtt.summary.queued).toBe(0);
    expect(mqtt.document.status.seq).toBe(0);
    mqtt.configure(form({ enabled: 1 }));
    broker.run(5000);
    expect(broker.events).toEqual([]);
  });

  test("ten of an outage arrive once and in order, the first of them with the connection", () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    broker.up = false;
    broker.last.break("TCP_RESET");
    broker.run(60_000);
    alerts(mqtt, 10);
    expect(mqtt.summary).toMatchObject({ state: "backoff", queued: 10 });
    broker.up = true;
    broker.run(mqtt.summary.retry_ms + 50);
    expect(state(mqtt)).toBe("online");
    expect(broker.events.map(seqOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(broker.events.every(({ dup }) => !dup)).toBe(true);
    expect(mqtt.summary).toMatchObject({ queued: 0, dropped: 0, published: 10, acked: 10, error: "" });
  });

  test("of twenty in an outage the newest sixteen arrive and four are dropped", () => {
    const broker = new FakeBroker();
    broker.up = false;
    const { mqtt } = makeRig({}, broker);
    alerts(mqtt, 20);
    broker.up = true;
    broker.run(3000);
    expect(broker.events.map(seqOf)).toEqual(Array.from({ length: 16 }, (_, i) => i + 5));
    expect(mqtt.summary).toMatchObject({ dropped: 4, queued: 0, acked: 16 });
  });

  test("one whose acknowledgement was lost is sent again with the same id, marked as a duplicate, and counted once", () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    broker.puback = null;
    alerts(mqtt, 2);
    broker.run(500);
    expect(mqtt.summary).toMatchObject({ published: 1, acked: 0, queued: 2 });
    broker.last.break("TCP_RESET");
    broker.puback = { cmd: "puback" };
    broker.run(3000);
    expect(broker.events.map(({ event_id, dup }) => [seqOf({ event_id }), dup])).toEqual([
      [1, false],
      [1, true],
      [2, false],
    ]);
    expect(mqtt.summary).toMatchObject({ published: 2, acked: 2, queued: 0, suppressed: 0 });
  });

  test("a broker that never acknowledges is left after ten seconds", () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    broker.puback = null;
    alerts(mqtt, 1);
    broker.run(10_600);
    expect(errorOf(mqtt)).toBe("PUBACK_TIMEOUT");
    expect(mqtt.summary.queued).toBe(1);
  });

  test("QoS 0: one stays in the outbox until its last byte was taken", () => {
    const { mqtt, broker } = makeRig({ qos: 0 });
    broker.run(0);
    broker.room = 0;
    // The room that the last write left is used up by the first alert's beginning.
    alerts(mqtt, 16);
    broker.run(100);
    const { queued, published } = mqtt.summary;
    expect(queued).toBeGreaterThan(0);
    expect(published).toBe(16 - queued);
    expect(broker.events).toHaveLength(published);
    broker.room = 7;
    broker.last.offer();
    broker.run(0);
    expect(mqtt.summary).toMatchObject({ queued: 0, published: 16, acked: 0 });
    expect(broker.events.map(seqOf)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1));
  });

  test("reconfiguring while connected says shutdown, loses none, and sends them where the new configuration says", () => {
    const { mqtt, broker } = makeRig();
    broker.run(0);
    broker.puback = null;
    alerts(mqtt, 3);
    broker.run(0);
    mqtt.configure(form({ fleet_id: "night", protocol: "5" }));
    expect(state(mqtt)).toBe("connecting");
    broker.puback = { cmd: "puback" };
    broker.run(2000);
    expect(broker.connections.map(({ version }) => version)).toEqual([4, 5]);
    expect(broker.statuses).toEqual(["connected", "shutdown", "connected"]);
    expect(broker.events.map(({ event_id, dup }) => [seqOf({ event_id }), dup])).toEqual([
      [1, false],
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(broker.published.slice(-1)[0]!.topic).toBe("svc/monitor/night/monitor-0a1b2c/alerts");
    expect(mqtt.document.status).toMatchObject({ connects: 2, disconnects: 1, queued: 0 });
  });

  test("the longest that any configuration can make fits 768 bytes", () => {
    const { mqtt, broker } = makeRig(
      { device_id: "d".repeat(47), fleet_id: "f".repeat(47), remark: '"'.repeat(47) },
      new FakeBroker(),
      { utc_ms: () => 4e12 },
    );
    broker.run(0);
    mqtt.alert({ ...microsleep(2 ** 53), alert: "no_driver", risk: 0.1234, perclos: 0.1234, alert_count: 2 ** 53 });
    broker.run(0);
    expect(broker.published[1]!.payload.length).toBeLessThanOrEqual(768);
    expect(mqtt.summary.rejected).toBe(0);
  });

  test("one that does not fit is not published and counts as rejected", () => {
    const { mqtt, broker } = makeRig();
    // No alert of the unit and no configuration is that long; what comes after it must arrive all the same.
    mqtt.alert({ ...microsleep(), alert: "x".repeat(600) as "test" });
    mqtt.alert(microsleep());
    broker.run(0);
    expect(broker.events.map(seqOf)).toEqual([2]);
    expect(mqtt.summary).toMatchObject({ rejected: 1, queued: 0, acked: 1 });
  });
});

describe("a broker of version 5 with limits", () => {
  const withLimits = (properties: object) => {
    const broker = new FakeBroker();
    broker.connack = { cmd: "connack", reasonCode: 0, sessionPresent: false, properties };
    const rig = makeRig({ protocol: "5" }, broker);
    broker.run(0);
    return rig;
  };

  test("gets one message at a time where it wants no more", () => {
    const { mqtt, broker } = withLimits({ receiveMaximum: 1 });
    broker.puback = null;
    alerts(mqtt, 2);
    broker.run(0);
    expect(broker.events).toHaveLength(1);
    broker.last.reply({ cmd: "puback", messageId: broker.published.slice(-1)[0]!.messageId! });
    broker.run(0);
    expect(broker.events).toHaveLength(2);
  });

  test("gets QoS 0 and nothing retained where it offers no more", () => {
    const { mqtt, broker } = withLimits({ maximumQoS: 0, retainAvailable: false });
    alerts(mqtt, 1);
    broker.run(0);
    expect(broker.published.map(({ qos, retain }) => ({ qos, retain }))).toEqual([
      { qos: 0, retain: false },
      { qos: 0, retain: false },
    ]);
    expect(mqtt.summary).toMatchObject({ queued: 0, published: 1, acked: 0 });
  });

  test("is left where no alert fits its packets, and the alert is kept", () => {
    const { mqtt, broker } = withLimits({ maximumPacketSize: 300 });
    alerts(mqtt, 1);
    broker.run(0);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "PACKET_LIMIT", queued: 1 });
  });

  test("is pinged at the pace that it asks for", () => {
    const { broker } = withLimits({ serverKeepAlive: 8 });
    broker.run(7000);
    expect(broker.last.packets.map(({ cmd }: { cmd: string }) => cmd)).toContain("pingreq");
  });

  test.each([[{ receiveMaximum: 0 }], [{ receiveMaximum: [3, 4] }]])("is not believed with %j", (properties) => {
    const broker = new FakeBroker();
    broker.connack = null;
    const { mqtt } = makeRig({ protocol: "5" }, broker);
    broker.run(0);
    const value = Array.isArray(properties.receiveMaximum) ? [0x21, 0, 3, 0x21, 0, 4] : [0x21, 0, 0];
    broker.last.send(Uint8Array.from([0x20, 3 + value.length, 0, 0, value.length, ...value]));
    broker.run(0);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "MALFORMED" });
  });

  test.each([
    ["a message that it will not take", { cmd: "puback", reasonCode: 0x87 }, "PUBACK 135"],
    ["its own goodbye", { cmd: "disconnect", reasonCode: 0x8b }, "DISCONNECT 139"],
  ])("ends the connection with %s, and the alert stays", (_, packet, error) => {
    const { mqtt, broker } = withLimits({});
    broker.puback = packet.cmd === "puback" ? packet : null;
    alerts(mqtt, 1);
    broker.run(0);
    if (packet.cmd === "disconnect") broker.last.reply(packet);
    broker.run(0);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error, queued: 1 });
  });
});

describe("a broker that is none ends in backoff:", () => {
  const bytes = (...values: number[]) => Uint8Array.from(values);
  const silent = () => {
    const broker = new FakeBroker();
    broker.speaks_mqtt = false;
    return makeRig({}, broker);
  };

  test("it accepts and says nothing", () => {
    const { mqtt, broker } = silent();
    broker.run(9900);
    expect(state(mqtt)).toBe("connecting");
    broker.run(600);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "CONNECT_TIMEOUT" });
    expect(broker.last.closed).toBe(true);
  });

  test.each([
    ["garbage", bytes(0xff, 0xff, 0xff, 0xff, 0xff), "MALFORMED"],
    [
      "a greeting of another protocol",
      Uint8Array.from("220 mail.test ESMTP\r\n".repeat(9), (c) => c.charCodeAt(0)),
      "MALFORMED",
    ],
    ["a packet of 200 MB", bytes(0x30, 0xff, 0xff, 0xff, 0x60), "OVERSIZE"],
    ["a length that never ends", bytes(0x20, 0x80, 0x80, 0x80, 0x80, 0x80), "MALFORMED"],
    ["a packet before its CONNACK", bytes(0xd0, 0), "PROTOCOL"],
    ["a refusal", bytes(0x20, 2, 0, 5), "CONNACK 5"],
    ["a CONNACK without its code", bytes(0x20, 1, 0), "CONNACK 255"],
    ["a message nobody subscribed to", bytes(0x20, 2, 0, 0, 0x30, 3, 0, 1, 97), "PROTOCOL"],
    ["an answer to no ping", bytes(0x20, 2, 0, 0, 0xd0, 0), "PROTOCOL"],
    ["an acknowledgement of nothing", bytes(0x20, 2, 0, 0, 0x40, 2, 0x12, 0x34), "PROTOCOL"],
    ["a second CONNACK", bytes(0x20, 2, 0, 0, 0x20, 2, 0, 0), "PROTOCOL"],
    ["reserved flags", bytes(0x20, 2, 0, 0, 0x4f, 2, 0, 1), "MALFORMED"],
  ])("it sends %s", (_, answer, error) => {
    const { mqtt, broker } = silent();
    broker.run(0);
    broker.last.send(answer);
    broker.run(0);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error });
    expect(error).toMatch(STABLE);
    expect(broker.last.closed).toBe(true);
  });

  test("it resets in the middle of a packet", () => {
    const { mqtt, broker } = silent();
    broker.run(0);
    broker.last.send(bytes(0x20, 2, 0));
    broker.last.break("TCP_RESET");
    broker.run(0);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "TCP_RESET" });
  });

  test("it closes at once, again and again: the pauses double and stay within a minute and its quarter", () => {
    const broker = new FakeBroker();
    broker.connack = null;
    const { mqtt } = makeRig({}, broker);
    const waits: number[] = [];
    for (let i = 0; i < 9; i++) {
      broker.drain();
      broker.last.break();
      broker.drain();
      waits.push(mqtt.summary.retry_ms);
      broker.run(mqtt.summary.retry_ms + 50);
    }
    for (const [i, wait] of waits.entries()) {
      const base = Math.min(60_000, 1000 * 2 ** i);
      expect(wait).toBeGreaterThanOrEqual(base);
      expect(wait).toBeLessThanOrEqual(base * 1.25);
    }
    expect(mqtt.document.status).toMatchObject({ attempt: 9, connects: 0 });
  });

  test("it agrees and then drops everyone: the pauses still double, and start anew only after a connection that held", () => {
    const { mqtt, broker } = makeRig();
    for (let i = 0; i < 4; i++) {
      broker.run(0);
      expect(state(mqtt)).toBe("online");
      broker.last.break();
      broker.drain();
      expect(mqtt.document.status.attempt).toBe(i + 1);
      broker.run(mqtt.summary.retry_ms + 50);
    }
    broker.run(12_000);
    alerts(mqtt, 1);
    broker.run(0);
    broker.last.break();
    broker.drain();
    expect(mqtt.document.status.attempt).toBe(1);
  });

  test("it stalls half-open for ten minutes: the ping finds it out, and the outbox keeps what came", () => {
    const { mqtt, broker } = makeRig({ keepalive: 30 });
    broker.run(0);
    broker.pingresp = false;
    broker.puback = null;
    broker.connack = null;
    broker.run(33_500);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "PING_TIMEOUT" });
    alerts(mqtt, 5);
    broker.run(600_000);
    expect(["backoff", "connecting"]).toContain(state(mqtt));
    expect(mqtt.summary.queued).toBe(5);
    expect(broker.timers.count).toBeLessThanOrEqual(1);
    expect(broker.connections.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(1);
  });

  test("it takes no byte: nothing piles up but the sixteen alerts", () => {
    const broker = new FakeBroker();
    const { mqtt } = makeRig({}, broker);
    broker.run(0);
    broker.room = 0;
    alerts(mqtt, 40);
    broker.run(9000);
    expect(mqtt.summary.queued).toBe(16);
    broker.run(35_000);
    expect(["backoff", "connecting"]).toContain(state(mqtt));
    expect(errorOf(mqtt)).toMatch(STABLE);
  });

  test("its connection breaks under a write: the alert is not taken for written", () => {
    const { mqtt, broker } = makeRig({ qos: 0 });
    broker.run(0);
    broker.last.closed = true;
    alerts(mqtt, 1);
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "TCP_RESET", queued: 1, published: 0 });
  });

  test("the board has no socket left", () => {
    const broker = new FakeBroker();
    const Full = class extends broker.ClientSocket {
      constructor(...args: ConstructorParameters<typeof broker.ClientSocket>) {
        super(...args);
        throw new Error("no sockets");
      }
    };
    const { mqtt } = makeRig({}, broker, { ClientSocket: Full });
    expect(mqtt.summary).toMatchObject({ state: "backoff", error: "TCP_FAILED" });
  });
});

test("a kept-alive connection pings before the broker loses patience, and not while there is traffic", () => {
  const { mqtt, broker } = makeRig({ keepalive: 20 });
  const pings = () => broker.last.packets.filter(({ cmd }: { cmd: string }) => cmd === "pingreq").length;
  broker.run(10_000);
  alerts(mqtt, 1);
  broker.run(14_000);
  expect(pings()).toBe(0);
  broker.run(2000);
  expect(pings()).toBe(1);
  broker.run(160_000);
  expect(state(mqtt)).toBe("online");
  expect(pings()).toBeGreaterThanOrEqual(10);
});

test("two boots never give the same event id", () => {
  const ids = new Set<string>();
  const shared = options();
  for (let boot = 0; boot < 5; boot++) {
    const { mqtt, broker } = makeRig({}, new FakeBroker(), { random: shared.random });
    broker.run(0);
    alerts(mqtt, 3);
    broker.run(0);
    for (const { event_id } of broker.events) {
      expect(event_id).toMatch(/^monitor-0a1b2c-[0-9a-f]{12}-[1-3]$/);
      ids.add(event_id);
    }
  }
  expect(ids.size).toBe(15);
});

const CERTIFICATE = [
  "-----BEGIN CERTIFICATE-----",
  // SEQUENCE { SEQUENCE {}, SEQUENCE {}, BIT STRING {} }
  Buffer.from([0x30, 6, 0x30, 0, 0x30, 0, 0x03, 0]).toString("base64"),
  "-----END CERTIFICATE-----",
].join("\r\n");
