/** The running program and a real broker: what a subscriber sees in good times, in an outage, and when the program dies. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificates, Mosquitto, makeCertificates, type Received } from "../mqtt/mosquitto";
import { BrokerProxy } from "../mqtt/proxy";
import { type Document, eventually, getDocument, postDocument, request } from "./context";
import { type RunningUnit, startUnit } from "./running_unit";

jest.setTimeout(120_000);

const PASSWORD = "correct-horse-battery";

let certificates: Certificates;
let broker: Mosquitto;
let folder: string;
let unit: RunningUnit;
let output = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-mqtt-"));
  certificates = makeCertificates();
  broker = await Mosquitto.start({ certificates });
  unit = await start("data");
});
afterAll(async () => {
  await unit?.stop();
  await broker?.stop();
  certificates?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const start = (data: string, camera = "sim:alert") => startUnit(["--data", join(folder, data), "--camera", camera]);

async function configure(fields: Record<string, string | number>): Promise<Document> {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await request(`${unit.base}/api/mqtt`, { method: "POST", body });
  const text = await response.text();
  expect(text).not.toContain(PASSWORD);
  expect(response.status).toBe(200);
  return JSON.parse(text);
}

const status = async (): Promise<Document> => (await getDocument(`${unit.base}/api/mqtt`)).status;
const state = (wanted: string) =>
  eventually(`mqtt.state is ${wanted}`, 15_000, async () => ((await status()).state === wanted ? true : null));
const online = () => state("online");

async function testAlerts(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await postDocument(`${unit.base}/api/mqtt/test`);
}

const parsed = (received: Received[]): Document[] => received.map(({ text }) => JSON.parse(text));
const seqs = (received: Received[]): number[] => parsed(received).map(({ seq }) => seq);
const arrived = (received: Received[], count: number, limit_ms = 90_000) =>
  eventually(`${count} messages`, limit_ms, async () => (received.length >= count ? true : null));

/** Ends the program without a word. */
async function sigkill(): Promise<void> {
  const gone = new Promise((resolve) => unit.process.once("exit", resolve));
  unit.process.kill("SIGKILL");
  await gone;
}

const tcp = () => ({ enabled: 1, host: "127.0.0.1", transport: "tcp", port: broker.ports.tcp });

describe("a unit that publishes", () => {
  test("is online within 15 s of the POST, over TLS with the posted certificate, and says connected, retained", async () => {
    await configure({
      ...tcp(),
      transport: "tls",
      port: broker.ports.tls,
      ca_cert: certificates.ca,
      username: "operator",
      password: PASSWORD,
    });
    await online();
    const { topics } = (await getDocument(`${unit.base}/api/mqtt`)).config;
    const late = await broker.subscribe(topics.fleet_status);
    await arrived(late, 1);
    expect(late[0]).toMatchObject({ retained: true, topic: topics.status });
    expect(parsed(late)[0]).toMatchObject({ schema: "monitor.status.v1", online: true, reason: "connected" });
  });

  test("delivers each alert once, with the facts of the document", async () => {
    await configure(tcp());
    await online();
    const received = await broker.subscribe("svc/monitor/+/+/alerts");
    await testAlerts(3);
    await arrived(received, 3);
    const { boot_id } = await status();
    const { config } = await getDocument(`${unit.base}/api/mqtt`);
    for (const alert of parsed(received)) {
      expect(alert).toMatchObject({
        schema: "monitor.alert.v1",
        event_id: `${config.device_id}-${boot_id}-${alert.seq}`,
        alert: "test",
        severity: "info",
        ts_source: "sntp",
      });
      expect(Date.parse(alert.ts)).toBeGreaterThan(Date.UTC(2024, 0));
    }
    expect(seqs(received)).toEqual([1, 2, 3]);
    expect(await status()).toMatchObject({ published: 3, acked: 3, queued: 0, dropped: 0, error: "" });
  });

  test("keeps ten alerts of an outage, and delivers them in order once the broker is back", async () => {
    const before = (await status()).seq;
    await broker.kill();
    await state("backoff");
    await testAlerts(10);
    expect(await status()).toMatchObject({ queued: 10 });
    // Long enough for several attempts to fail.
    await new Promise((done) => setTimeout(done, 3000));
    await broker.run();
    const received = await broker.subscribe("svc/monitor/+/+/alerts");
    await arrived(received, 10);
    await online();
    expect(seqs(received)).toEqual(Array.from({ length: 10 }, (_, i) => before + 1 + i));
    expect(await status()).toMatchObject({ queued: 0, dropped: 0 });
  });

  test("keeps the newest sixteen of twenty, and says that four were dropped", async () => {
    // Attempts count anew, so that the pause after the outage is short.
    await configure(tcp());
    await online();
    const before = (await status()).seq;
    await broker.kill();
    await state("backoff");
    await testAlerts(20);
    expect(await status()).toMatchObject({ queued: 16, dropped: 4 });
    await broker.run();
    const received = await broker.subscribe("svc/monitor/+/+/alerts");
    await arrived(received, 16);
    expect(seqs(received)).toEqual(Array.from({ length: 16 }, (_, i) => before + 5 + i));
  });

  test("sends an alert again whose acknowledgement was lost: same id, and a subscriber who looks at ids has it once", async () => {
    const proxy = await BrokerProxy.start(broker.ports.tcp);
    try {
      await configure({ ...tcp(), port: proxy.port });
      await online();
      const received = await broker.subscribe("svc/monitor/+/+/alerts");
      proxy.eats_pubacks = true;
      const before = await status();
      await testAlerts(1);
      await arrived(received, 1);
      proxy.cut();
      proxy.eats_pubacks = false;
      await arrived(received, 2);
      await eventually("acknowledged", 10_000, async () => ((await status()).acked === before.acked + 1 ? true : null));
      const ids = parsed(received).map(({ event_id }) => event_id);
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
      expect(await status()).toMatchObject({ published: before.published + 1, queued: 0 });
    } finally {
      await proxy.stop();
    }
  });

  test("loses none when it is reconfigured while alerts are in flight, and says shutdown before it goes", async () => {
    const proxy = await BrokerProxy.start(broker.ports.tcp);
    try {
      await configure({ ...tcp(), port: proxy.port });
      await online();
      const alerts = await broker.subscribe("svc/monitor/+/+/alerts");
      const statuses = await broker.subscribe("svc/monitor/demo-fleet/+/status");
      proxy.eats_pubacks = true;
      await testAlerts(5);
      await configure({ ...tcp(), protocol: "5", fleet_id: "night" });
      await arrived(alerts, 6);
      await online();
      const all = seqs(alerts);
      expect([...new Set(all)]).toHaveLength(5);
      expect(alerts.slice(-4).every(({ topic }) => topic.includes("/night/"))).toBe(true);
      const reasons = parsed(statuses).map(({ reason }) => reason);
      expect(reasons).toEqual(["connected", "shutdown"]);
    } finally {
      await proxy.stop();
    }
  });

  test("that is killed is announced dead by the broker, retained", async () => {
    const statuses = await broker.subscribe("svc/monitor/night/+/status");
    await sigkill();
    await arrived(statuses, 2, 10_000);
    expect(parsed(statuses).slice(-1)[0]).toMatchObject({
      online: false,
      reason: "last-will",
      uptime_ms: 0,
      alert_count: 0,
      ts: "",
    });
    const late = await broker.subscribe("svc/monitor/night/+/status");
    await arrived(late, 1);
    expect(parsed(late)[0].reason).toBe("last-will");
  });

  test("comes back by itself with what was stored, under another boot id, and goes with shutdown within two seconds", async () => {
    output += unit.output();
    await unit.stop();
    const statuses = await broker.subscribe("svc/monitor/night/+/status");
    unit = await start("data", "sim:microsleep");
    await online();
    const alerts = await broker.subscribe("svc/monitor/night/+/alerts");
    await arrived(alerts, 1);
    const [alert] = parsed(alerts);
    expect(alert).toMatchObject({ alert: "microsleep", severity: "critical", seq: 1 });
    const exited = new Promise((resolve) => unit.process.once("exit", resolve));
    unit.process.kill("SIGTERM");
    await exited;
    await arrived(statuses, 3, 10_000);
    expect(parsed(statuses).map(({ reason }) => reason)).toEqual(["last-will", "connected", "shutdown"]);
    output += unit.output();
    expect(output).toContain("mqtt: online");
    // Neither the password nor the broker's address or topics are in the log.
    expect(output).not.toMatch(/correct-horse|svc\/monitor|operator/);
    expect(output).not.toContain(String(broker.ports.tls));
  });
});
