import { Monitor } from "../../../src/monitor/monitor";
import { DEFAULT_SETTINGS } from "../../../src/monitor/settings";
import { Drive } from "../../../test/monitor/driver";
import { RULES } from "../../src/config/keys";
import { changeSettings, configOf } from "../../src/config/settings";

const VIEW = { zoom: 1, face_detect: true };

test("a fresh dashboard decides as the unit does: its durations, at the measured rate", () => {
  expect(changeSettings(DEFAULT_SETTINGS, {})).toEqual(DEFAULT_SETTINGS);
  expect(configOf(DEFAULT_SETTINGS, VIEW, 25)).toEqual({
    trigger: 0.55,
    required: 14,
    cooldown: 100,
    zoom: 1,
    face_detect: true,
    perclos_window: 75,
    eye_closed_threshold: 0.6,
    no_driver_after: 3,
    no_driver_alert: true,
  });
  expect(configOf(DEFAULT_SETTINGS, VIEW, 10)).toMatchObject({ required: 6, cooldown: 40, perclos_window: 30 });
});

test("a count that was set stays that count at every rate", () => {
  const s = changeSettings(DEFAULT_SETTINGS, { required: 7, cooldown: 33, perclos_window: 50 });
  for (const fps of [0, 5, 25]) {
    expect(configOf(s, VIEW, fps)).toMatchObject({ required: 7, cooldown: 33, perclos_window: 50 });
  }
});

test("a cooldown of no frames holds nothing off", () => {
  const s = changeSettings(DEFAULT_SETTINGS, { cooldown: 0 });
  expect(configOf(s, VIEW, 25).cooldown).toBe(0);
  const monitor = new Monitor(s);
  const drive = new Drive({ fps: 25 }).awake(10).closeEyes(3);
  let announced = 0;
  for (const o of drive.frames()) {
    if (monitor.observe(o).alert === null) continue;
    announced += 1;
    expect(monitor.state.risk.cooldown_s).toBe(0);
  }
  expect(announced).toBeGreaterThan(0);
  // ... and one set again is a cooldown again.
  expect(configOf(changeSettings(s, { cooldown: 20 }), VIEW, 25).cooldown).toBe(20);
});

test("eyes open again under every threshold that can be set", () => {
  for (const eye_closed_threshold of [0.2, 0.4, 0.8]) {
    const monitor = new Monitor(changeSettings(DEFAULT_SETTINGS, { eye_closed_threshold }));
    const drive = new Drive({ fps: 25 }).still(10).closeEyes(1).still(2);
    let shut = 0;
    for (const o of drive.frames()) {
      monitor.observe(o);
      shut += monitor.state.eyes.shut ? 1 : 0;
    }
    expect(shut).toBeGreaterThan(15);
    expect(shut).toBeLessThan(60);
    expect(monitor.state.eyes.shut).toBe(false);
  }
});

test("the monitor takes both ends of every range", () => {
  for (const [key, rule] of Object.entries(RULES)) {
    const values = rule.type === "boolean" ? [true, false] : [rule.min, rule.max];
    for (const value of values) {
      expect(() => new Monitor(changeSettings(DEFAULT_SETTINGS, { [key]: value }))).not.toThrow();
    }
  }
});
