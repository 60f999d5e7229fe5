/** Every row of the interface document, asked of the running program before a driver who falls asleep. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatObservation } from "../../src/monitor/trace";
import { jpegSize } from "../../test/conformance/context";
import { Drive } from "../../test/monitor/driver";
import { startNodeEngine } from "../../tools/replay/node_engine";
import { RULES } from "../src/config/keys";
import { type Document, eventually, getState, post, readParts } from "./http";
import { type RunningDashboard, runDashboard, startDashboard } from "./running_dashboard";

jest.setTimeout(90_000);

/** The keys of the engine snapshot in the document. */
const STATE_KEYS = [
  ..."running error warning p_drowsy state presence streak cooldown_left config history alerts alert_counts".split(" "),
  ..."behavior_events alert_count frames fps infer_ms mode eyes model image_size crop camera face face_detect".split(
    " ",
  ),
];
const REASONS = ["drowsy", "microsleep", "yawning", "head_nod", "no_driver"];

let folder: string;
let record: string;
let dashboard: RunningDashboard;
let base: string;
let at_start: { snapshot: Response; state: Document };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-dashboard-"));
  record = join(folder, "trace.jsonl");
  dashboard = await startDashboard(["--camera", "sim:microsleep", "--record", record]);
  base = dashboard.base;
  at_start = { snapshot: await fetch(`${base}/snapshot.jpg`), state: await getState(base) };
});

afterAll(async () => {
  await dashboard?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("before the first frame: 503 for the snapshot, and a state that claims nothing", async () => {
  expect(at_start.snapshot.status).toBe(503);
  expect(await at_start.snapshot.json()).toEqual({ error: "no frame has been captured yet" });
  expect(at_start.state).toMatchObject({
    running: true,
    error: null,
    warning: "camera and models are starting",
    p_drowsy: null,
    state: "no-driver",
    frames: 0,
  });
});

test("who falls asleep is announced, and the snapshot tells all of it", async () => {
  // Should the first be missed on a busy machine, the scene comes round again.
  const s = await eventually(base, "a microsleep", ({ alert_counts }) => alert_counts.microsleep > 0, 60_000);
  expect(Object.keys(s)).toEqual(expect.arrayContaining(STATE_KEYS));
  expect(s).toMatchObject({ running: true, error: null, warning: null, mode: "eye", face_detect: true });
  expect(s.model).toMatchObject({ trained: true, source: "models/eye_state.tflite" });
  expect(["ok", "drowsy", "cooldown"]).toContain(s.state);
  expect(s.p_drowsy).toBeGreaterThanOrEqual(0);
  expect(s.p_drowsy).toBeLessThanOrEqual(1);
  expect(Object.keys(s.presence)).toEqual(["state", "health", "absent_s", "alert_after_s", "alerts"]);
  expect(s.presence).toMatchObject({ state: "present", health: "ok" });
  expect(s.alerts[0]).toMatchObject({ kind: "MICROSLEEP", reason: "microsleep" });
  expect(Object.keys(s.alert_counts)).toEqual(REASONS);
  expect(s.alert_count).toBe(Object.values<number>(s.alert_counts).reduce((a, b) => a + b));
  expect(s.history.length).toBe(Math.min(600, s.frames));
  expect(Math.max(...s.history)).toBeGreaterThan(0.9);
  expect(s.behavior_events.length).toBeGreaterThan(0);
  expect(s.behavior_events.length).toBeLessThanOrEqual(12);
  expect(s.face).toMatchObject({ present: true, reject: "ok" });
  expect(typeof s.face.found).toBe("boolean");
  expect(s.eyes).toMatchObject({ perclos: expect.any(Number), shut: expect.any(Boolean) });
  expect(s.camera).toMatchObject({ backend: "synthetic", source: "sim:microsleep" });
  for (const key of ["fps", "infer_ms"]) expect(s[key]).toBeGreaterThan(0);
  expect(s.image_size).toBe(32);
});

test("what was recorded so far replays to the same announcement at the same frame", async () => {
  const { alerts } = await getState(base);
  const first = alerts.at(-1);
  const lines = readFileSync(record, "utf8").split("\n").slice(0, -1);
  const { verdicts, bad } = await startNodeEngine().replay(lines);
  expect(bad).toBeNull();
  const announced = verdicts
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .find(({ alert }) => alert !== null);
  expect([announced.t_ms, announced.alert, announced.risk]).toEqual([first.t_ms, first.reason, first.p_drowsy]);
});

test.each([
  ["/stream", { w: 480, h: 480 }],
  ["/input-stream", { w: 256, h: 256 }],
  ["/eye-stream", { w: 528, h: 256 }],
])("%s gives whole pictures between boundaries", async (path, size) => {
  const { type, jpegs } = await readParts(base + path, "drowsyguardframe", 3);
  expect(type).toBe("multipart/x-mixed-replace; boundary=drowsyguardframe");
  for (const jpeg of jpegs) expect(jpegSize(jpeg)).toEqual(size);
  expect(jpegs[0]!.equals(jpegs[2]!)).toBe(false);
});

test("/snapshot.jpg is one picture of the annotated frame", async () => {
  const response = await fetch(`${base}/snapshot.jpg`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/jpeg");
  expect(jpegSize(new Uint8Array(await response.arrayBuffer()))).toEqual({ w: 480, h: 480 });
});

test("/ is the page, and all it names is there", async () => {
  const response = await fetch(`${base}/`);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const page = await response.text();
  const names = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]!).filter((n) => n !== "/trace");
  expect(names).toEqual(expect.arrayContaining(["/app.js", "/style.css"]));
  for (const name of names) expect((await fetch(base + name)).status).toBe(200);
});

test("every config key is applied live, alone and together, and answered with the resulting config", async () => {
  const changes = {
    trigger: 0.61,
    required: 9,
    cooldown: 77,
    zoom: 0.8,
    face_detect: true,
    perclos_window: 60,
    eye_closed_threshold: 0.65,
    no_driver_after: 4.5,
    no_driver_alert: false,
  };
  expect(Object.keys(changes)).toEqual(Object.keys(RULES));
  for (const [key, value] of Object.entries(changes)) {
    const response = await post(base, "/config", { [key]: value });
    expect(response.status).toBe(200);
    expect((await response.json())[key]).toBe(value);
  }
  const { config, presence } = await getState(base);
  expect(config).toEqual(changes);
  expect(presence.alert_after_s).toBe(4.5);
  expect(await (await post(base, "/config", {})).json()).toEqual(changes);
  const floored = await (await post(base, "/config", { no_driver_after: 0.1 })).json();
  expect(floored.no_driver_after).toBe(1);
});

test.each<[string, unknown, string | undefined]>([
  ["not JSON", "trigger=0.5", undefined],
  ["nothing", "", undefined],
  ["an array", [0.5], undefined],
  ["an unknown key", { trigger: 0.2, triger: 0.5 }, "triger"],
  ["a wrong type", { trigger: 0.2, required: "8" }, "required"],
  ["a fraction of a frame", { trigger: 0.2, cooldown: 1.5 }, "cooldown"],
  ["out of range", { required: 5, trigger: 1.2 }, "trigger"],
  ["a number for a switch", { trigger: 0.2, no_driver_alert: 1 }, "no_driver_alert"],
])("a config of %s is refused with what is wrong, and changes nothing", async (_what, body, field) => {
  const before = (await getState(base)).config;
  const response = await post(base, "/config", body);
  expect(response.status).toBe(400);
  const answer = (await response.json()) as Document;
  expect(answer.error).not.toBe("");
  expect(answer.field).toBe(field);
  expect((await getState(base)).config).toEqual(before);
});

test("a body that is too large is refused, and the connection is not left hanging", async () => {
  expect((await post(base, "/config", " ".repeat(5000))).status).toBe(413);
});

test("a foreign page may change nothing", async () => {
  const before = (await getState(base)).config;
  for (const path of ["/config", "/reset", "/trace", "/trace/record", "/trace/replay"]) {
    const response = await post(base, path, { trigger: 0.9 }, { Origin: "http://elsewhere.example" });
    expect(response.status).toBe(403);
  }
  expect((await getState(base)).config).toEqual(before);
  expect((await post(base, "/config", {}, { Origin: base })).status).toBe(200);
});

test("what is not there is 404, a wrong method 405, in words; there are no automatic pages", async () => {
  for (const path of ["/docs", "/redoc", "/openapi.json", "/documentation", "/api/status", "/../package.json"]) {
    const response = await fetch(base + path);
    expect(response.status).toBe(404);
    expect(((await response.json()) as Document).error).not.toBe("");
  }
  const wrong = await fetch(`${base}/config`);
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  expect((await post(base, "/state")).status).toBe(405);
  expect((await fetch(`${base}/state`, { method: "HEAD" })).status).toBe(200);
});

describe("a trace", () => {
  const frames = [...new Drive({ fps: 15, seed: 5 }).awake(15).closeEyes(3).awake(40).leave(8).frames()];
  const text = frames.map((o) => `${formatObservation(o)}\n`).join("");

  test("there is none at first", async () => {
    expect((await fetch(`${base}/trace`)).status).toBe(404);
    expect((await post(base, "/trace/replay", {})).status).toBe(404);
  });

  test("loaded, it gives the verdicts of the unit's replay, byte for byte", async () => {
    const loaded = await post(base, "/trace", text);
    expect(await loaded.json()).toMatchObject({ frames: frames.length });
    const unit = await startNodeEngine().replay(text.trimEnd().split("\n"));
    expect(await (await fetch(`${base}/trace/verdicts`)).text()).toBe(unit.verdicts);
    expect(await (await fetch(`${base}/trace`)).text()).toBe(text);
  });

  test("replayed with changed settings, both answers stand beside each other", async () => {
    const response = await post(base, "/trace/replay", { config: { no_driver_after: 6, required: 1000 } });
    const { original, changed } = (await response.json()) as Document;
    expect(original.alerts.map((a: Document) => a.reason)).toEqual(["microsleep", "no_driver"]);
    expect(changed.alerts.map((a: Document) => a.reason)).toEqual(["no_driver"]);
    expect(changed.alerts[0].t_s - original.alerts[1].t_s).toBeCloseTo(3, 1);
    expect(changed.config).toMatchObject({ no_driver_after: 6, required: 1000 });
    expect(original.config).toMatchObject({ no_driver_after: 3 });
  });

  test("a bad line is refused with its number, and the trace held stays", async () => {
    const response = await post(base, "/trace", `${text}{"t_ms":1}\n`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Document).error).toMatch(new RegExp(`^line ${frames.length + 1}: health`));
    expect((await fetch(`${base}/trace`)).status).toBe(200);
    expect((await post(base, "/trace/replay", { config: { trigger: 7 } })).status).toBe(400);
    expect((await post(base, "/trace/record", { on: "yes" })).status).toBe(400);
  });

  test("is recorded from the camera", async () => {
    await post(base, "/trace/record", { on: true });
    await eventually(base, "twenty frames are recorded", ({ trace }) => trace.recording && trace.frames >= 20);
    const { frames: count } = (await (await post(base, "/trace/record", { on: false })).json()) as Document;
    const recorded = await (await fetch(`${base}/trace`)).text();
    expect(recorded.trimEnd().split("\n")).toHaveLength(count);
  });
});

test("a reset clears filter, history, counters, face track and presence; the settings stay", async () => {
  const before = await getState(base);
  const response = await post(base, "/reset");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ok: true });
  const s = await getState(base);
  expect(s.frames).toBeLessThan(before.frames);
  expect(s.history).toHaveLength(s.frames);
  expect(s.alert_count).toBe(0);
  expect(s.alerts).toEqual([]);
  expect(s.presence.alerts).toBe(0);
  expect(s.cues.baselines_ready).toBe(false);
  expect(s.config).toMatchObject({ trigger: before.config.trigger, no_driver_alert: false });
});

test("SIGTERM ends it with status 0 while a viewer watches, and leaves nothing behind", async () => {
  const watching = fetch(`${base}/stream`).then((response) => response.text());
  expect(await dashboard.stop()).toBe(0);
  await watching.catch(() => {});
  expect(dashboard.output().trim().split("\n")).toHaveLength(1);
});

test("another address than loopback is taken with a warning; mode face without a usable file has another", async () => {
  const open = await startDashboard(["--host", "0.0.0.0", "--mode", "face", "--face-model", "models/eye_state.tflite"]);
  try {
    expect(open.output()).toContain("warning: --host 0.0.0.0: whoever reaches this address sees the camera");
    const local = open.base.replace("0.0.0.0", "127.0.0.1");
    const s = await eventually(local, "the driver is present", ({ presence }) => presence.state === "present");
    expect(s).toMatchObject({ mode: "face", p_drowsy: null, image_size: 64, model: { trained: false } });
    expect(s.warning).toMatch(/models\/eye_state.tflite cannot be used \(wants float32 \[1, 64, 64, 1\] in/);
    const { jpegs } = await readParts(`${local}/input-stream`, "drowsyguardframe", 1);
    expect(jpegSize(jpegs[0]!)).toEqual({ w: 512, h: 512 });
  } finally {
    expect(await open.stop()).toBe(0);
  }
});

test("a wrong command line is one line and status 2; a camera that is not there status 1", async () => {
  const wrong = await runDashboard(["--mode", "both"]);
  expect(wrong).toEqual({
    status: 2,
    output: "dashboard: --mode must be eye or face, not 'both' (--help lists the flags)\n",
  });
  const missing = await runDashboard(["--camera", "file:/nowhere.mp4"]);
  expect(missing).toEqual({ status: 1, output: "dashboard: --camera file:/nowhere.mp4: no such file\n" });
});
