/** Wi-Fi, stored settings and the console of the running program, over the simulated radio of `--radio`. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PEM } from "../mqtt/certificate";
import { type Document, eventually, getDocument, postDocument, request } from "./context";
import { type RunningUnit, startUnit } from "./running_unit";

jest.setTimeout(90_000);

const DEPOT = { ssid: "Depot", passphrase: "night-shift", rssi: -58, channel: 6, auth: "wpa2" };
const SECRETS = /night-shift|day-shift|broker-secret/;

let folder: string;
let unit: RunningUnit;
const everything: string[] = [];

/** What is on the air, and whether BOOT is held. Replaced at once, as an editor does it. */
function air(networks: object[], boot_button = false): void {
  writeFileSync(join(folder, "radio.tmp"), JSON.stringify({ networks, boot_button }));
  renameSync(join(folder, "radio.tmp"), join(folder, "radio.json"));
}

async function start(data = "data"): Promise<void> {
  const flags = ["--data", join(folder, data), "--radio", join(folder, "radio.json"), "--camera", "sim:empty"];
  unit = await startUnit(flags);
}

/** The power goes, and comes back, with the memory that is in `data`. */
async function powerCycle(data = "data"): Promise<void> {
  const gone = new Promise((resolve) => unit.process.once("exit", resolve));
  unit.process.kill("SIGKILL");
  await gone;
  await unit.stop();
  everything.push(unit.output());
  await start(data);
}

async function wifi(): Promise<Document> {
  const text = await (await request(`${unit.base}/api/wifi`)).text();
  everything.push(text);
  const document = JSON.parse(text);
  expect(document.ap.up).toBe(true);
  return document;
}

async function post(form: string): Promise<Document> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const response = await request(`${unit.base}/api/wifi`, { method: "POST", body: form, headers });
  const text = await response.text();
  everything.push(text);
  expect(response.status).toBe(200);
  return JSON.parse(text);
}

const station = (what: string, limit_ms: number, holds: (sta: Document) => boolean) =>
  eventually(what, limit_ms, async () => {
    const { sta } = await wifi();
    return holds(sta) ? sta : null;
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-wifi-"));
  air([DEPOT, { ssid: "Visitors", rssi: -71, channel: 11 }]);
  await start();
});

afterAll(async () => {
  expect(await unit.stop()).toBe(0);
  everything.push(unit.output());
  rmSync(folder, { recursive: true });
  // Over all that was answered and logged by every run.
  expect(everything.join("\n")).not.toMatch(SECRETS);
});

test("joins a network within 15 s, and its page is served on", async () => {
  expect((await post("ssid=Depot&password=night-shift")).sta.state).toBe("connecting");
  const sta = await station("connected", 15_000, ({ state }) => state === "connected");
  expect(sta).toMatchObject({ ssid: "Depot", stored: true, password_set: true, attempts: 0, reason: 0 });
  expect((await getDocument(`${unit.base}/api/status`)).net).toMatchObject({
    sta: true,
    sta_ip: sta.ip,
    sta_state: "connected",
  });
  // The address that it reports is one under which it answers.
  expect((await request(`http://${sta.ip}:${new URL(unit.base).port}/`)).status).toBe(200);
});

test("fails when the network goes, climbs, and rejoins by itself when it returns", async () => {
  air([]);
  const lost = await station("lost", 5000, ({ state }) => state === "failed");
  expect(lost).toMatchObject({ reason: 200, connected: false, ip: "" });
  await station("a second failure", 10_000, ({ attempts, state }) => attempts >= 2 && state === "failed");
  air([DEPOT]);
  await station("connected again", 20_000, ({ state }) => state === "connected");
});

test("comes back connected after a power cut, with its settings and its name", async () => {
  await postDocument(`${unit.base}/api/settings?quality=33&lang=km`);
  const { ap } = await wifi();
  await powerCycle();
  await station("connected without anybody's help", 15_000, ({ state }) => state === "connected");
  expect(await getDocument(`${unit.base}/api/settings`)).toMatchObject({ quality: 33, lang: "km" });
  expect((await getDocument(`${unit.base}/api/status`)).alert.lang_stored).toBe(true);
  expect((await wifi()).ap.ssid).toBe(ap.ssid);
});

test("says that a passphrase is wrong, counts down, and serves its page meanwhile", async () => {
  await post("ssid=Depot&password=day-shift");
  const sta = await station("refused", 15_000, ({ state }) => state === "failed");
  expect(sta).toMatchObject({ auth_failed: true, reason: 15, attempts: 1 });
  expect(sta.retry_ms).toBeGreaterThan(0);
  expect((await request(`${unit.base}/`)).status).toBe(200);
  await station("counted down", 4000, ({ retry_ms, state }) => state !== "failed" || retry_ms < sta.retry_ms);
});

test("forgets on request, and still after a power cut; broker, identity, captures and settings stay", async () => {
  const broker = new URLSearchParams({
    host: "broker.example",
    transport: "tls",
    username: "bus-driver",
    password: "broker-secret",
    device_id: "bus-7",
    remark: "Driver B",
    ca_cert: PEM,
  });
  expect((await request(`${unit.base}/api/mqtt`, { method: "POST", body: broker })).status).toBe(200);
  const kept = async () => {
    const { config } = await getDocument(`${unit.base}/api/mqtt`);
    everything.push(JSON.stringify(config));
    const { sta: _echo, ...rest } = config;
    return rest;
  };
  const before = await kept();
  expect(before).toMatchObject({ device_id: "bus-7", password_set: true, ca_present: true });
  const capture = await eventually("the empty seat was captured", 30_000, async () => {
    const { events } = await getDocument(`${unit.base}/api/events`);
    return events.at(-1)?.id ?? null;
  });
  expect((await post("action=forget")).sta).toMatchObject({ state: "disabled", stored: false, password_set: false });
  expect(await kept()).toEqual(before);
  await powerCycle();
  expect((await wifi()).sta).toMatchObject({ state: "disabled", ssid: "", stored: false, password_set: false });
  expect(await kept()).toEqual(before);
  expect((await request(`${unit.base}/api/event?id=${capture}`)).status).toBe(200);
  expect((await getDocument(`${unit.base}/api/settings`)).quality).toBe(33);
});

test("BOOT held for 5 s erases the network", async () => {
  await post("ssid=Depot&password=night-shift");
  await eventually("armed", 6000, async () => ((await wifi()).button.armed ? true : null));
  air([DEPOT], true);
  await eventually("a hold is counted", 3000, async () => ((await wifi()).button.held_ms > 1000 ? true : null));
  expect((await wifi()).sta.stored).toBe(true);
  await station("erased", 8000, ({ state, stored }) => state === "disabled" && !stored);
  air([DEPOT]);
});

test("obeys the console, and reboots on the same ports", async () => {
  const said = (pattern: RegExp, limit_ms: number) =>
    eventually(`${pattern} on the console`, limit_ms, async () => pattern.exec(unit.output()));
  unit.process.stdin!.write("wifi\nsettings\nlog debug\nnonsense\n");
  await said(/^sta {2}state=disabled ssid="" stored=false/m, 2000);
  await said(/^quality=33 fps=\d+ muted=false lang=km$/m, 2000);
  await said(/^log debug$/m, 2000);
  await said(/^error: 'nonsense' is no command; help lists them$/m, 2000);
  const before = (await getDocument(`${unit.base}/api/status`)).uptime_ms;
  unit.process.stdin!.write("reboot\n");
  await said(/is ready[\s\S]*is ready/, 20_000);
  expect((await getDocument(`${unit.base}/api/status`)).uptime_ms).toBeLessThan(before);
  unit.process.stdin!.write("log\n");
  await said(/^log info$/m, 2000);
});

test("runs on its defaults where its store is not usable, and says so", async () => {
  mkdirSync(join(folder, "broken"));
  writeFileSync(join(folder, "broken", "store"), "a file where a folder belongs");
  await powerCycle("broken");
  expect(await wifi()).toMatchObject({ nvs: false, sta: { state: "disabled", stored: false } });
  expect(unit.output()).toMatch(/^\d+\.\d{3} warn store: not usable/m);
  expect((await post("ssid=Depot&password=night-shift")).sta).toMatchObject({ state: "connecting", stored: false });
  await station("connected", 15_000, ({ state }) => state === "connected");
  expect(await postDocument(`${unit.base}/api/settings?quality=44`)).toMatchObject({ quality: 44 });
  expect((await getDocument(`${unit.base}/api/status`)).alert.lang_stored).toBe(false);
});
