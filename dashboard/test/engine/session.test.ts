import { DEFAULT_SETTINGS } from "../../../src/monitor/settings";
import { Drive } from "../../../test/monitor/driver";
import { HISTORY_FRAMES, Session } from "../../src/engine/session";

const watch = (drive: Drive, session = new Session()) => {
  for (const o of drive.frames()) session.observe(o);
  return session;
};

test("alerts are kept newest first, ten at most, each with banner and clip", () => {
  const drive = new Drive({ fps: 10 }).awake(10);
  for (let i = 0; i < 12; i += 1) drive.closeEyes(3).awake(35);
  const session = watch(drive);
  expect(session.state.counts.microsleep).toBeGreaterThan(10);
  expect(session.alerts).toHaveLength(10);
  expect(session.alerts[0]).toMatchObject({ kind: "MICROSLEEP", reason: "microsleep" });
  const times = session.alerts.map(({ t_ms }) => t_ms);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

test("events are kept newest first, twelve at most", () => {
  const session = watch(new Drive({ fps: 25 }).awake(120));
  expect(session.events).toHaveLength(12);
  expect(session.events.every(({ kind }) => kind === "blink")).toBe(true);
  expect(session.events[0]!.frame).toBeGreaterThan(session.events[11]!.frame);
});

test("the history is rolling, and holds nothing where no model stands behind it", () => {
  const session = watch(new Drive({ fps: 25 }).awake(30));
  expect(session.frames).toBe(750);
  expect(session.history).toHaveLength(HISTORY_FRAMES);
  session.observe({ t_ms: 31_000, health: "ok" }, true, false);
  expect(session.history.at(-1)).toBeNull();
});

test("a tick of the watchdog is no frame", () => {
  const session = watch(new Drive({ fps: 25 }).awake(2));
  session.observe({ t_ms: 3000, health: "camera-fault" }, false);
  expect(session.frames).toBe(50);
  expect(session.history).toHaveLength(50);
  expect(session.state.presence.state).toBe("fault");
});

test("a reset forgets all but the settings", () => {
  const session = watch(new Drive({ fps: 25 }).awake(10).closeEyes(3).awake(5).leave(10));
  session.configure({ trigger: 0.3, no_driver_after: 9 });
  expect(session.state.counts).toMatchObject({ microsleep: 1, no_driver: 1 });
  session.reset();
  expect(session.frames).toBe(0);
  expect(session.history).toEqual([]);
  expect(session.alerts).toEqual([]);
  expect(session.events).toEqual([]);
  expect(session.track).toBeNull();
  expect(session.reading("left")).toBeNull();
  expect(session.state.counts).toEqual({ drowsy: 0, microsleep: 0, yawning: 0, head_nod: 0, no_driver: 0 });
  expect(session.state.presence).toMatchObject({ state: "warmup", absent_s: 0, alert_after_s: 9, alerts: 0 });
  expect(session.settings).toEqual({ ...DEFAULT_SETTINGS, RISK_TRIGGER: 0.3, PRESENCE_ALERT_S: 9 });
});

test("changing when and whether no_driver is announced resets no timer and no episode", () => {
  const session = new Session();
  const absent = () => session.state.presence.absent_s;
  let before = 0;
  for (const o of new Drive({ fps: 25 }).awake(10).leave(20).frames()) {
    const second = o.t_ms / 1000;
    if (second === 14) {
      before = absent();
      session.configure({ no_driver_after: 12 });
      expect(absent()).toBe(before);
    }
    if (second === 16) session.configure({ no_driver_alert: false });
    if (second === 26) {
      // State and timer went on while the announcement was withheld.
      expect(session.state.presence).toMatchObject({ state: "no-driver", alerts: 1 });
      expect(absent()).toBeGreaterThan(before + 11);
      session.configure({ no_driver_alert: true });
    }
    session.observe(o);
  }
  // The episode had been announced before the changes: it still has been.
  expect(session.state.presence.alerts).toBe(1);
});

test("an announcement withheld so far is made when it is allowed within the episode", () => {
  const session = new Session();
  session.configure({ no_driver_alert: false });
  const announced: number[] = [];
  for (const o of new Drive({ fps: 25 }).awake(10).leave(20).frames()) {
    if (o.t_ms === 20_000) {
      expect(session.state.presence).toMatchObject({ state: "no-driver", alerts: 0 });
      session.configure({ no_driver_alert: true });
    }
    if (session.observe(o).alert !== null) announced.push(o.t_ms);
  }
  expect(announced).toEqual([20_000]);
});
