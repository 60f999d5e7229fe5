import { DEFAULT_SETTINGS, type MonitorSettings } from "../../src/monitor/settings";
import { checkSettings } from "../../src/monitor/settings_check";

const changed = (change: object) => checkSettings({ ...DEFAULT_SETTINGS, ...change } as MonitorSettings);

describe("the settings", () => {
  test("hold the values of the interface document", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      DETECT_EVERY: 3,
      FACE_MIN_SCORE: 0.55,
      FACE_MIN_SIDE_FRAC: 0.1,
      FACE_MAX_SIDE_FRAC: 0.95,
      FACE_ASPECT_MIN: 0.55,
      FACE_ASPECT_MAX: 1.8,
      FACE_YAW_MAX: 0.75,
      FACE_MOUTH_MIN: 0.25,
      FACE_MOUTH_MAX: 1.6,
      FACE_CONFIRM_DETECTIONS: 2,
      FACE_HOLD_DETECTIONS: 5,
      FACE_JUMP_MAX_FRAC: 1.2,
      FACE_SCALE_MAX_RATIO: 1.8,
      FACE_REACQUIRE_AFTER: 2,
      FACE_GATE_ENFORCE: 1,
      PERCLOS_WINDOW_S: 3,
      RISK_REQUIRED_S: 0.55,
      RISK_COOLDOWN_S: 4,
      RISK_TRIGGER: 0.55,
      PRESENCE_ALERT_S: 3,
      PRESENCE_CLEAR_S: 0.5,
      PRESENCE_REPEAT_S: 0,
      PRESENCE_WARMUP_S: 5,
    });
    expect(checkSettings(DEFAULT_SETTINGS)).toBeNull();
    expect(Object.isFrozen(DEFAULT_SETTINGS)).toBe(true);
  });

  test.each([
    [{ RISK_TRIGGER: Number.NaN }, "RISK_TRIGGER must be a number from 0 to 1000000"],
    [{ RISK_TRIGGER: 1.01 }, "RISK_TRIGGER must be at most 1"],
    [{ EYE_CLOSED_THRESHOLD: 2 }, "EYE_CLOSED_THRESHOLD must be at most 1"],
    [{ RISK_YAWN_WEIGHT: 1.1 }, "RISK_YAWN_WEIGHT must be at most 1"],
    [{ PRESENCE_ALERT_S: -1 }, "PRESENCE_ALERT_S must be a number from 0 to 1000000"],
    [{ PRESENCE_ALERT_S: "3" }, "PRESENCE_ALERT_S must be a number from 0 to 1000000"],
    [{ PRESENCE_ALERT_S: undefined }, "PRESENCE_ALERT_S must be a number from 0 to 1000000"],
    [{ FACE_MAX_ROLL_DEG: 1e7 }, "FACE_MAX_ROLL_DEG must be a number from 0 to 1000000"],
    [{ PRESENCE_ALERT_ENABLED: 1 }, "PRESENCE_ALERT_ENABLED must be true or false"],
    [{ GAP_MAX_S: 0 }, "GAP_MAX_S must be above 0"],
    [{ RISK_PERCLOS_LOW: 0.8 }, "RISK_PERCLOS_LOW must be below RISK_PERCLOS_HIGH"],
  ])("refuse %j by name", (change, message) => {
    expect(changed(change)).toBe(message);
  });

  test.each([
    { RISK_TRIGGER: 1 },
    { RISK_TRIGGER: 0 },
    { PRESENCE_ALERT_S: 1 },
    { PRESENCE_ALERT_ENABLED: false },
    { RISK_REQUIRED_FRAMES: 7 },
    { FACE_GATE_ENFORCE: 0 },
  ])("take %j", (change) => {
    expect(changed(change)).toBeNull();
  });
});
