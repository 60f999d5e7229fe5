/** What the page keeps of what it saw: the plots' two minutes, and a trace that the decisions can be replayed from. */
import { Monitor } from "../../src/monitor/monitor";
import { DEFAULT_SETTINGS } from "../../src/monitor/settings";
import { parseObservation } from "../../src/monitor/trace";
import type { Status } from "../../src/page/unit/documents";
import { HISTORY_MS, History } from "../../src/page/unit/history";
import { TraceRecorder } from "../../src/page/unit/trace";

/** A status of a driver who sits still, with what differs from that. */
function status(uptime_ms: number, other: Record<string, unknown> = {}): Status {
  return {
    uptime_ms,
    frames: uptime_ms,
    face: { found: true, held: false, x: 60, y: 40, w: 120, h: 140, score: 0.93, roi: "left", roi_w: 33 },
    lm: { valid: true, x: [95, 145, 120, 100, 140], y: [95, 95, 125, 150, 150] },
    risk: { score: 0.1, trigger: 0.55 },
    eyes: { closed: 0.03, smooth: 0.04, perclos: 0.05 },
    rates: { blink: 14, long_blink: 0, yawn: 0, nod: 0 },
    alert: { count: 0, reason: "" },
    presence: { state: "present", health: "ok" },
    ...other,
  } as unknown as Status;
}

describe("the history", () => {
  test("holds the last two minutes and marks an alert once", () => {
    const history = new History();
    for (let t_ms = 0; t_ms <= 200_000; t_ms += 200) {
      history.add(status(t_ms, { alert: { count: t_ms < 150_000 ? 3 : 4, reason: "yawning" } }));
    }
    const { samples } = history;
    expect(samples[0]!.t_ms).toBe(200_000 - HISTORY_MS);
    expect(samples).toHaveLength(HISTORY_MS / 200 + 1);
    expect(samples.filter(({ alert }) => alert).map(({ t_ms, alert }) => [t_ms, alert])).toEqual([
      [150_000, "yawning"],
    ]);
  });

  test("starts anew with the unit, and takes its lower counts for no alert", () => {
    const history = new History();
    history.add(status(90_000, { alert: { count: 9, reason: "drowsy" } }));
    history.add(status(1000));
    history.add(status(1200, { alert: { count: 1, reason: "drowsy" } }));
    expect(history.samples.map(({ t_ms, alert }) => [t_ms, alert])).toEqual([
      [1000, null],
      [1200, "drowsy"],
    ]);
  });
});

describe("the trace", () => {
  test("is one that the decisions can be replayed from", () => {
    const trace = new TraceRecorder();
    for (let t_ms = 0; t_ms <= 12_000; t_ms += 200) trace.add(status(t_ms));
    const monitor = new Monitor(DEFAULT_SETTINGS);
    const lines = trace.text.trimEnd().split("\n");
    for (const line of lines) monitor.observe(parseObservation(line));
    expect(lines).toHaveLength(61);
    expect(trace.length_s).toBe(12);
    expect(monitor.state).toMatchObject({ driver: true, presence: { state: "present" } });
    expect(monitor.state.eyes.closed).toBe(0.03);
  });

  test("tells a fault, an empty seat and a missing crop apart", () => {
    const trace = new TraceRecorder();
    const face = { found: false, held: false, roi: "none" };
    trace.add(status(0, { face }));
    trace.add(status(200, { presence: { state: "fault", health: "camera-fault" } }));
    const [empty, fault] = trace.text.trimEnd().split("\n").map(parseObservation);
    expect(empty).toEqual({ t_ms: 0, health: "ok", detect: [] });
    expect(fault).toEqual({ t_ms: 200, health: "camera-fault" });
  });

  test("has one frame once, and runs forwards over a restart of the unit", () => {
    const trace = new TraceRecorder();
    trace.add(status(5000));
    trace.add(status(5200, { frames: 5000 }));
    expect(trace.text.trimEnd().split("\n")).toHaveLength(1);
    trace.add(status(100));
    trace.add(status(300));
    expect(
      trace.text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).t_ms),
    ).toEqual([100, 300]);
  });
});
