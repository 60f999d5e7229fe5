import { Monitor } from "../../src/monitor/monitor";
import type { Detection, FrameObservation, Health } from "../../src/monitor/observation";
import { DEFAULT_SETTINGS } from "../../src/monitor/settings";
import { Drive } from "./driver";
import { FACE, moved } from "./face";
import { announcements, reasons, verdicts } from "./watch";

/** A frame every 40 ms, detection on every third, an alternating eye on each. */
class Camera {
  readonly monitor = new Monitor();
  t_ms = 0;
  private i = 0;
  readonly alerts: string[] = [];

  show(seconds: number, closed: number | null, face: Detection | null = FACE): this {
    for (let n = 0; n < Math.round(seconds * 25); n += 1) this.frame(closed, face);
    return this;
  }

  frame(closed: number | null, face: Detection | null, health: Health = "ok"): this {
    const attempt = this.i % 3 === 0;
    const side = this.i % 2 === 0 ? "left" : "right";
    const o: FrameObservation = {
      t_ms: this.t_ms,
      health,
      ...(attempt && health === "ok" ? { detect: face === null ? [] : [face] } : {}),
      ...(closed === null || health !== "ok" ? {} : { eye: { side, closed } }),
    };
    const { alert } = this.monitor.observe(o);
    if (alert !== null) this.alerts.push(alert);
    this.i += 1;
    this.t_ms += 40;
    return this;
  }

  gap(seconds: number): this {
    this.t_ms += seconds * 1000;
    return this;
  }
}

describe("the first frame", () => {
  test("gives the verdict of the format's own example", () => {
    expect(
      new Monitor().observe({ t_ms: 0, health: "ok", detect: [FACE], eye: { side: "left", closed: 0.03 } }),
    ).toEqual({
      t_ms: 0,
      driver: false,
      presence: "warmup",
      health: "ok",
      absent_s: 0,
      reject: "ok",
      risk: 0,
      perclos: 0,
      closure_s: 0,
      streak: 0,
      required: 11,
      alert: null,
    });
  });
});

describe("the face handed back to vision", () => {
  test("is there from the first accepted detection on", () => {
    const monitor = new Monitor();
    expect(monitor.track).toBeNull();
    monitor.observe({ t_ms: 0, health: "ok", detect: [FACE] });
    expect(monitor.track).toBe(FACE);
  });

  test("is the held box while detections are missed, and gone when the hold runs out or a fault comes", () => {
    const camera = new Camera().show(1, 0.05).show(0.5, 0.05, null);
    expect(camera.monitor.track).toEqual(FACE);
    camera.show(0.5, null, null);
    expect(camera.monitor.track).toBeNull();
    expect(new Camera().show(1, 0.05).frame(null, null, "model-fault").monitor.track).toBeNull();
  });
});

describe("eyes without a driver", () => {
  test("are not believed: crops of an empty seat that read closed announce nothing but the empty seat", () => {
    const camera = new Camera().show(10, 0.05).show(10, 0.95, null);
    expect(camera.alerts).toEqual(["no_driver"]);
    expect(camera.monitor.state.risk.score).toBe(0);
  });

  test("are not believed before the face is confirmed", () => {
    const monitor = new Monitor();
    monitor.observe({ t_ms: 0, health: "ok", detect: [FACE], eye: { side: "left", closed: 0.9 } });
    expect(monitor.state.eyes.closed).toBe(0);
  });

  test("of the driver before are forgotten", () => {
    const camera = new Camera().show(10, 0.05).show(0.9, 0.95).show(2, null, null).show(0.5, 0.95);
    expect(camera.monitor.state.eyes.closure_s).toBeLessThan(0.5);
    expect(camera.alerts).toEqual([]);
  });
});

describe("a driver who is away for a moment", () => {
  test("is taken for the same one for three seconds of absence, and for another one after", () => {
    // The hold takes 0.6 s.
    expect(new Camera().show(10, 0.05).show(3.4, null, null).monitor.state.cues.baselines_ready).toBe(true);
    expect(new Camera().show(10, 0.05).show(3.4, null, null).show(0.5, 0.05).monitor.state.cues.baselines_ready).toBe(
      true,
    );
    expect(new Camera().show(10, 0.05).show(4, null, null).monitor.state.cues.baselines_ready).toBe(false);
  });

  test("and back for less than half a second between the first and the last detection, is not back", () => {
    // 9.96 s and 6 s are whole rounds of three frames: the face is detected at 0, 0.12, ... of each show.
    const story = (seconds: number) =>
      new Camera().show(9.96, 0.05).show(6, null, null).show(seconds, 0.05).show(6, null, null);
    expect(story(0.64).alerts).toEqual(["no_driver"]);
    expect(story(0.76).alerts).toEqual(["no_driver", "no_driver"]);
  });
});

describe("a gap in time", () => {
  test("does not count as closed eyes", () => {
    expect(new Camera().show(10, 0.05).show(0.8, 0.95).gap(30).show(0.8, 0.95).show(2, 0.05).alerts).toEqual([]);
  });

  test("does not count as absence beyond a second", () => {
    const camera = new Camera().show(10, 0.05).show(1, null, null).gap(600).show(0.12, null, null);
    expect(camera.monitor.state.presence.state).toBe("absent");
    expect(camera.monitor.state.presence.absent_s).toBeLessThan(1.6);
    expect(camera.alerts).toEqual([]);
  });

  test("ends a streak", () => {
    const camera = new Camera().show(10, 0.05).show(0.9, 0.95);
    expect(camera.monitor.state.risk.streak).toBeGreaterThan(5);
    camera.gap(2).frame(0.95, FACE);
    expect(camera.monitor.state.risk.streak).toBe(0);
  });

  test("lets cooldowns pass", () => {
    const camera = new Camera().show(10, 0.05).show(2, 0.95).gap(60).show(3, 0.05).show(2, 0.95);
    expect(camera.alerts).toEqual(["microsleep", "microsleep"]);
  });
});

describe("time that is not what it should be", () => {
  test("running backwards counts as no time", () => {
    const camera = new Camera().show(10, 0.05).show(0.8, 0.95);
    camera.t_ms -= 500_000;
    camera.show(0.6, 0.95);
    expect(camera.alerts).toEqual(["microsleep"]);
  });

  test("standing still neither shuts eyes nor empties a seat", () => {
    const monitor = new Monitor();
    for (let i = 0; i < 5000; i += 1) {
      const eye = { side: "left", closed: 0.95 } as const;
      const { alert } = monitor.observe({ t_ms: 77, health: "ok", detect: i < 100 ? [FACE] : [], eye });
      expect(alert).toBeNull();
    }
    expect(monitor.state.presence.absent_s).toBe(0);
  });

  test("at an irregular pace leaves the answers as they are", () => {
    const story = new Drive({ fps: 15, seed: 5 }).awake(15).closeEyes(4).awake(20).leave(8);
    let i = 0;
    const late = [...story.frames()].map((o) => ({ ...o, t_ms: o.t_ms + [0, 25, 9, 31, 4][i++ % 5]! }));
    expect(reasons(late)).toEqual(["microsleep", "no_driver"]);
  });
});

describe("eyes that are not cropped for long", () => {
  test("leave nothing behind, and are judged again when they come back", () => {
    const camera = new Camera().show(10, 0.05).show(1, 0.95).show(10, null);
    expect(camera.monitor.state.eyes).toMatchObject({ shut: false, closure_s: 0, perclos: 0, smooth: 0 });
    expect(camera.alerts).toEqual([]);
    expect(camera.show(2, 0.95).alerts).toEqual(["microsleep"]);
  });
});

describe("detection that stops while frames go on", () => {
  test("says nothing about the seat", () => {
    const camera = new Camera().show(10, 0.05).show(1.2, null, null);
    for (let i = 0; i < 250; i += 1) camera.monitor.observe({ t_ms: camera.t_ms + i * 40, health: "ok" });
    expect(camera.monitor.state.presence.state).toBe("absent");
    expect(camera.alerts).toEqual([]);
  });
});

describe("a fault", () => {
  test("is told as it is, and what is unknown as a camera fault", () => {
    const monitor = new Monitor();
    expect(monitor.observe({ t_ms: 0, health: "model-fault" })).toMatchObject({
      presence: "fault",
      health: "model-fault",
    });
    expect(monitor.observe({ t_ms: 1, health: "odd" as Health })).toMatchObject({
      presence: "fault",
      health: "camera-fault",
    });
  });

  test("judges nothing, even where an observation comes with it", () => {
    const monitor = new Monitor();
    for (let i = 0; i < 50; i += 1) {
      monitor.observe({ t_ms: i * 40, health: "camera-fault", detect: [FACE], eye: { side: "left", closed: 0.9 } });
    }
    expect(monitor.state).toMatchObject({ driver: false, risk: { score: 0 }, eyes: { closed: 0, perclos: 0 } });
  });
});

describe("the settings", () => {
  test("that are bad are refused by name, and those in force stay", () => {
    const monitor = new Monitor();
    expect(() => monitor.setSettings({ ...DEFAULT_SETTINGS, RISK_TRIGGER: 7 })).toThrow(
      new RangeError("RISK_TRIGGER must be at most 1"),
    );
    expect(monitor.settings.RISK_TRIGGER).toBe(0.55);
    expect(() => new Monitor({ ...DEFAULT_SETTINGS, GAP_MAX_S: Number.NaN })).toThrow(RangeError);
  });

  test("take effect live, in frames where frames are given", () => {
    const camera = new Camera().show(10, 0.05);
    expect(camera.monitor.state.risk.required).toBe(14);
    camera.monitor.setSettings({ ...DEFAULT_SETTINGS, RISK_REQUIRED_FRAMES: 3, PRESENCE_ALERT_S: 7 });
    expect(camera.monitor.state.risk.required).toBe(3);
    expect(camera.monitor.state.presence.alert_after_s).toBe(7);
  });

  test("changed in the middle of an absence reset no timer", () => {
    const camera = new Camera().show(10, 0.05).show(2, null, null);
    const before = camera.monitor.state.presence.absent_s;
    expect(before).toBeGreaterThan(1);
    camera.monitor.setSettings({ ...DEFAULT_SETTINGS, PRESENCE_ALERT_S: before + 0.1 });
    expect(camera.monitor.state.presence.absent_s).toBe(before);
    expect(camera.show(0.2, null, null).alerts).toEqual(["no_driver"]);
  });

  test("are copied: changing the object afterwards changes nothing", () => {
    const mine = { ...DEFAULT_SETTINGS };
    const monitor = new Monitor(mine);
    mine.RISK_TRIGGER = 0.1;
    expect(monitor.settings.RISK_TRIGGER).toBe(0.55);
  });

  test("of the cooldown in frames hold off that many frames", () => {
    const monitor = new Monitor({ ...DEFAULT_SETTINGS, RISK_COOLDOWN_FRAMES: 50, REASON_SPACING_S: 0 });
    const made = announcements(new Drive({ fps: 25, seed: 2 }).awake(10).closeEyes(5).frames(), monitor);
    expect(made[1]!.t_s - made[0]!.t_s).toBeCloseTo(2, 6);
  });
});

describe("reset", () => {
  test("is like a new monitor with the same settings", () => {
    const settings = { ...DEFAULT_SETTINGS, PRESENCE_ALERT_S: 2 };
    const story = new Drive({ fps: 10, seed: 4 }).awake(10).closeEyes(3).leave(10);
    const monitor = new Monitor(settings);
    const first = verdicts(story.frames(), monitor);
    monitor.reset();
    expect(monitor.state).toEqual(new Monitor(settings).state);
    expect(verdicts(story.frames(), monitor)).toEqual(first);
  });
});

describe("the state", () => {
  test("of an awake driver tells everything the status shows", () => {
    const camera = new Camera().show(4, 0.05).show(0.2, 0.95).show(6, 0.05);
    expect(camera.monitor.state).toEqual({
      driver: true,
      fps: 25,
      face: { found: true, held: false, x: 60, y: 40, w: 120, h: 140, score: 0.93, rejected: 0, reject: "ok" },
      presence: { state: "present", health: "ok", absent_s: 0, alert_after_s: 3, alerts: 0 },
      lm: { valid: true, x: [95, 145, 120, 100, 140], y: [95, 95, 125, 150, 150] },
      risk: { score: 0, trigger: 0.55, streak: 0, required: 14, cooldown_s: 0 },
      eyes: { closed: 0.05, smooth: expect.closeTo(0.05, 2), shut: false, perclos: 0, closure_s: 0 },
      cues: {
        mouth_open: false,
        head_down: false,
        baselines_ready: true,
        stale: false,
        events: 1,
        event: null,
        open_index: 0,
        pitch_dev: 0,
      },
      rates: { blink: 1, long_blink: 0, yawn: 0, nod: 0 },
      geom: {
        valid: true,
        roll: 0,
        jaw_drop: 1.1,
        nose_frac: 0.545,
        nose_norm: 0.6,
        mouth_ratio: 0.8,
        eye_dist: 50,
      },
      counts: { drowsy: 0, microsleep: 0, yawning: 0, head_nod: 0, no_driver: 0 },
    });
  });

  test("of an empty seat has no face in it", () => {
    const { state } = new Camera().show(10, null, null).monitor;
    expect(state.face).toMatchObject({ found: false, held: false, x: 0, y: 0, w: 0, h: 0, score: 0 });
    expect(state.lm).toEqual({ valid: false, x: [0, 0, 0, 0, 0], y: [0, 0, 0, 0, 0] });
    expect(state.geom.valid).toBe(false);
    expect(state.cues.stale).toBe(true);
    expect(state.presence).toMatchObject({ state: "no-driver", alerts: 1 });
    expect(state.counts.no_driver).toBe(1);
  });

  test("tells a held face from a found one, and a cooldown from none", () => {
    const held = new Camera().show(1, 0.05).show(0.4, 0.05, null).monitor.state;
    expect([held.driver, held.face.found, held.face.held]).toEqual([true, false, true]);
    expect(new Camera().show(10, 0.05).show(1.5, 0.95).monitor.state.risk.cooldown_s).toBeGreaterThan(3);
  });

  test("is a snapshot: it does not change with the next frame", () => {
    const camera = new Camera().show(2, 0.05);
    const { state } = camera.monitor;
    const before = JSON.stringify(state);
    camera.show(2, 0.95, moved(5, 5));
    expect(JSON.stringify(state)).toBe(before);
  });
});
