import { DEFAULT_SETTINGS } from "../../../src/monitor/settings";
import { formatObservation } from "../../../src/monitor/trace";
import { Drive } from "../../../test/monitor/driver";
import { changeSettings } from "../../src/config/settings";
import { duration, replay } from "../../src/trace/replay";
import { FRAMES_MAX, loadTrace, TraceRecorder } from "../../src/trace/trace";
import { Traces } from "../../src/trace/traces";

const frames = [...new Drive({ fps: 15, seed: 2 }).awake(15).closeEyes(3).awake(40).leave(12).frames()];
const text = frames.map((o) => `${formatObservation(o)}\n`).join("");

test("what other settings would have announced, and when", async () => {
  const trace = await loadTrace(text);
  const original = await replay(trace, trace.settings);
  expect(original.alerts.map(({ reason }) => reason)).toEqual(["microsleep", "no_driver"]);
  expect(original.alerts[0]!.t_s).toBeGreaterThan(16);
  expect(original.alerts[0]!.t_s).toBeLessThan(17.1);
  const late = await replay(trace, changeSettings(DEFAULT_SETTINGS, { no_driver_after: 8, required: 1000 }));
  expect(late.alerts.map(({ reason }) => reason)).toEqual(["no_driver"]);
  expect(late.alerts[0]!.t_s - original.alerts[1]!.t_s).toBeCloseTo(5, 1);
  expect(Math.max(...original.risk)).toBeGreaterThan(0.9);
  expect(original.risk.length).toBeLessThanOrEqual(600);
  expect(duration(trace)).toBeCloseTo(70, 0);
});

test("a bad line is named by its number", async () => {
  const lines = text.split("\n");
  await expect(loadTrace([lines[0], lines[1], '{"t_ms":1}'].join("\n"))).rejects.toThrow(/^line 3: health must be/);
  await expect(loadTrace("{")).rejects.toThrow("line 1: not a JSON object");
  await expect(loadTrace("\n")).rejects.toThrow(/^line 1: /);
});

test("more frames than a recording may hold are refused", async () => {
  const line = '{"t_ms":0,"health":"ok"}\n';
  await expect(loadTrace(line.repeat(FRAMES_MAX + 1))).rejects.toThrow(`line ${FRAMES_MAX + 1}: more than`);
});

test("a recording keeps the settings it began with, and ends by itself when it is full", () => {
  const traces = new Traces();
  const settings = changeSettings(DEFAULT_SETTINGS, { trigger: 0.3 });
  traces.start(settings);
  expect(traces.status).toEqual({ recording: true, frames: 0 });
  for (let i = 0; i <= FRAMES_MAX; i += 1) traces.observe({ t_ms: i, health: "ok" });
  expect(traces.status).toEqual({ recording: false, frames: FRAMES_MAX });
  expect(traces.trouble).toContain("full");
  expect(traces.held!.settings.RISK_TRIGGER).toBe(0.3);
});

test("a recording without a frame does not cost the trace before it", async () => {
  const traces = new Traces();
  traces.hold(await loadTrace(text));
  traces.start(DEFAULT_SETTINGS);
  traces.stop();
  expect(traces.held!.lines).toHaveLength(frames.length);
});

test("what is recorded is what replay reads", async () => {
  const recorder = new TraceRecorder(DEFAULT_SETTINGS);
  for (const o of frames) recorder.write(o);
  expect(recorder.trace.lines).toEqual(text.trimEnd().split("\n"));
});
