/** An alert of the running program, from the eyes that close to the voice, the picture and the card that keeps it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { buildWav, parseWav } from "../../src/announce/wav";
import { HEARD_LOG, type Heard } from "../../src/boards/host/speaker/wav";
import { freePorts, Mosquitto } from "../mqtt/mosquitto";
import { type Document, eventually, getDocument, postDocument, request } from "./context";
import { type RunningUnit, startUnit } from "./running_unit";

jest.setTimeout(90_000);

const CLIPS = join(__dirname, "../../src/announce/clips");

let folder: string;
let heard_dir: string;
let unit: RunningUnit;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-announce-"));
  heard_dir = join(folder, "heard");
});
afterEach(() => unit.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = async (camera: string, ...flags: string[]) => {
  unit = await startUnit([
    "--data",
    join(folder, "data"),
    "--camera",
    camera,
    "--speaker",
    `wav:${heard_dir}`,
    ...flags,
  ]);
};
const status = (): Promise<Document> => getDocument(`${unit.base}/api/status`);
const events = (query = ""): Promise<Document> => getDocument(`${unit.base}/api/events${query}`);

async function configure(form: string): Promise<void> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const response = await request(`${unit.base}/api/mqtt`, { method: "POST", body: form, headers });
  expect(response.status).toBe(200);
}

/** Lines of the speaker's log; null before there are `count`. */
async function heard(count: number): Promise<Heard[] | null> {
  const log = join(heard_dir, HEARD_LOG);
  if (!existsSync(log)) return null;
  const lines = readFileSync(log, "utf8").trim().split("\n");
  return lines.length >= count ? lines.map((line) => JSON.parse(line)) : null;
}

const samplesOf = (file: string) => Buffer.from(parseWav(readFileSync(file)));

test("a microsleep is heard, kept and queued for the broker under one token, and its capture outlives the program", async () => {
  const [dead_port] = (await freePorts(1)) as [number];
  await start("sim:microsleep");
  await configure(`enabled=1&transport=tcp&host=127.0.0.1&port=${dead_port}`);
  const [spoken] = await eventually("one clip heard", 60_000, () => heard(1));
  const { alert, card, mqtt } = await status();
  expect(mqtt).toMatchObject({ enabled: true, queued: alert.count, published: 0 });
  expect(alert).toMatchObject({ reason: "microsleep", text: "Wake up! Wake up! Wake up!" });
  expect(alert.counts.microsleep).toBe(alert.count);

  const index = await events();
  expect(index).toMatchObject({ total: card.events, dropped: 0, card: { mounted: true, name: "card", error: "" } });
  expect(index.card.free).toBeLessThanOrEqual(index.card.total);
  const first = index.events.at(-1);
  expect(first.reason).toBe("microsleep");
  expect(spoken!.clip).toBe("en_microsleep.wav");
  // Speaking starts at the alert itself.
  expect(Math.abs(spoken!.start_ms - first.uptime_ms)).toBeLessThan(500);
  if (!spoken!.cut) {
    expect(samplesOf(join(heard_dir, spoken!.file)).equals(samplesOf(join(CLIPS, "en_microsleep.wav")))).toBe(true);
  }

  const jpeg = Buffer.from(await (await request(`${unit.base}/api/event?id=${first.id}`)).arrayBuffer());
  expect(jpeg.length).toBe(first.size);
  const image = await loadImage(jpeg);
  expect([image.width, image.height]).toEqual([240, 240]);
  const canvas = createCanvas(240, 240);
  canvas.getContext("2d").drawImage(image, 0, 0);
  expect(new Set(canvas.data().subarray(0, 40_000)).size).toBeGreaterThan(20);

  const broker = await Mosquitto.start();
  try {
    const received = await broker.subscribe("svc/monitor/+/+/alerts");
    await configure(`port=${broker.ports.tcp}`);
    await eventually("the pending alert at the broker", 20_000, async () => (received.length > 0 ? true : null));
    const message = JSON.parse(received[0]!.text);
    expect(message).toMatchObject({
      alert: "microsleep",
      severity: "critical",
      alert_count: 1,
      perclos: first.perclos,
    });
    expect(Math.abs(message.uptime_ms - first.uptime_ms)).toBeLessThanOrEqual(1);
  } finally {
    await broker.stop();
  }

  unit.process.kill("SIGKILL");
  await unit.stop();
  await start("sim:alert");
  const again = await eventually("the card is read", 10_000, async () => {
    const found = await events();
    return found.card.mounted ? found : null;
  });
  expect(again.events.at(-1)).toEqual(first);
  expect(again.stored).toBe(0);
  expect((await request(`${unit.base}/api/event?id=${first.id}`)).status).toBe(200);

  expect(await postDocument(`${unit.base}/api/events/clear`)).toEqual({ cleared: again.total });
  expect(await events()).toMatchObject({ total: 0, events: [] });
  expect((await request(`${unit.base}/api/event?id=${first.id}`)).status).toBe(404);
  expect((await status()).card.events).toBe(0);
  expect(await postDocument(`${unit.base}/api/events/clear`)).toEqual({ cleared: 0 });
});

test("a clip on the card is heard instead of the built-in one, and a broken one is named and not used", async () => {
  const own = buildWav(Uint8Array.from({ length: 16_000 }, (_, i) => (i % 2 === 0 ? 0 : i % 64 < 32 ? 0x20 : 0xe0)));
  const card = join(folder, "data", "card");
  mkdirSync(card, { recursive: true });
  writeFileSync(join(card, "km_yawning.wav"), own);
  writeFileSync(join(card, "en_drowsy.wav"), own.subarray(0, 5000));
  rmSync(heard_dir, { recursive: true, force: true });
  await start("sim:alert", "--set", "lang=km");
  const { alert } = await eventually("the card is read", 10_000, async () => {
    const found = await status();
    return found.alert.clips.km.yawning === "sdcard" ? found : null;
  });
  expect(alert.clips.km).toMatchObject({ yawning: "sdcard", drowsy: "embedded" });
  expect(alert.clips.en.drowsy).toBe("embedded");
  expect(alert.clips.errors).toEqual({ "en_drowsy.wav": "truncated" });

  const test = (reason: number): Promise<Document> => postDocument(`${unit.base}/api/alert-test?reason=${reason}`);
  expect(await test(2)).toMatchObject({ played: true, lang: "km", reason: "yawning", source: "sdcard" });
  const [spoken] = await eventually("the clip heard", 10_000, () => heard(1));
  expect(samplesOf(join(heard_dir, spoken!.file)).equals(Buffer.from(parseWav(own)))).toBe(true);
  expect(await test(0)).toMatchObject({ played: true, source: "embedded" });
  await postDocument(`${unit.base}/api/settings?muted=1`);
  expect(await test(2)).toMatchObject({ played: false, source: "sdcard" });
  const lines = await eventually("the cut clip in the log", 10_000, () => heard(2));
  expect(lines[1]).toMatchObject({ clip: "km_drowsy.wav", cut: true });
});

test("without a card and with a broken speaker an alert is still counted, and both say what is wrong", async () => {
  const data = join(folder, "bare");
  mkdirSync(data);
  writeFileSync(join(data, "card"), "not a folder");
  writeFileSync(join(folder, "file"), "");
  await start("sim:empty", "--data", data, "--speaker", `wav:${join(folder, "file")}`);
  const { alert, card } = await eventually("an alert", 60_000, async () => {
    const found = await status();
    return found.alert.count > 0 ? found : null;
  });
  expect(alert.reason).toBe("no_driver");
  expect(alert.clips.errors.speaker).toMatch(/EEXIST|ENOTDIR/);
  expect(card).toEqual({ mounted: false, events: 0, free_mb: 0, stored: 0 });
  const index = await eventually("the capture is given up", 10_000, async () => {
    const found = await events();
    return found.dropped > 0 ? found : null;
  });
  expect(index).toMatchObject({ total: 0, stored: 0, dropped: 1, events: [] });
  expect(index.card).toMatchObject({ mounted: false, total: 0, free: 0, error: "no card" });
  expect(await postDocument(`${unit.base}/api/alert-test?reason=0`)).toMatchObject({
    played: false,
    source: "embedded",
  });
  expect(await postDocument(`${unit.base}/api/events/clear`)).toEqual({ cleared: 0 });
  expect(readdirSync(data)).toContain("card");
});
