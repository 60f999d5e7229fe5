/** Which word stands over everything else. */
import type { Status } from "../../src/page/unit/documents";
import { verdict } from "../../src/page/unit/verdict";
import { en } from "../../src/page/words/en";

const WELL = {
  uptime_ms: 60_000,
  camera: true,
  models: true,
  eye_model: true,
  presence: { state: "present", health: "ok", absent_s: 0 },
  alert: { active: false, reason: "" },
  risk: { score: 0.1, trigger: 0.55, streak: 0, required: 11 },
};
const of = (other: object, away = false) => verdict({ ...WELL, ...other } as unknown as Status, away, en);
const ALARM = {
  alert: { active: true, reason: "microsleep" },
  risk: { score: 1, trigger: 0.55, streak: 20, required: 11 },
};
const presence = (state: string, health = "ok", absent_s = 0) => ({ presence: { state, health, absent_s } });

test("calm while all is well", () => {
  expect(of({})).toEqual({ tone: "ok", title: "Awake", detail: "All is well" });
});

test("a unit that does not answer outranks what it said last", () => {
  expect(of(ALARM, true)).toMatchObject({ tone: "bad", title: "No connection" });
  expect(verdict(null, false, en)).toMatchObject({ tone: "off", title: "Connecting" });
});

test("a fault outranks every alarm, and is named", () => {
  expect(of({ ...ALARM, ...presence("fault", "camera-fault") })).toEqual({
    tone: "bad",
    title: "Not monitoring",
    detail: "The camera gives no picture",
  });
  expect(of(presence("fault", "model-fault")).detail).toBe("The face model could not be loaded");
  expect(of({ eye_model: false })).toMatchObject({ tone: "bad", title: "Not monitoring" });
});

test("loading is no fault, for a while", () => {
  expect(of({ camera: false, uptime_ms: 2000 })).toMatchObject({ tone: "off", title: "Starting" });
  expect(of({ camera: false, uptime_ms: 40_000 })).toMatchObject({ tone: "bad", title: "Not monitoring" });
});

test("an empty seat outranks drowsiness, an announcement the figures", () => {
  expect(of({ ...ALARM, ...presence("no-driver", "ok", 4.24) })).toEqual({
    tone: "bad",
    title: "No driver",
    detail: "Nobody seen for 4.2 s",
  });
  expect(of(ALARM)).toMatchObject({ tone: "bad", title: "Wake up!" });
  expect(of({ alert: { active: true, reason: "yawning" } })).toMatchObject({ tone: "warn", title: "Yawning" });
});

test("a danger that goes on is bad also while announcements are held apart", () => {
  expect(of({ risk: ALARM.risk })).toMatchObject({ tone: "bad", title: "Drowsy" });
  expect(of({ risk: { ...ALARM.risk, streak: 3 } })).toMatchObject({ tone: "warn", title: "Risk is rising" });
});

test("searching and warming up are said", () => {
  expect(of(presence("absent", "ok", 1))).toMatchObject({ tone: "warn", title: "Looking for the driver" });
  expect(of(presence("warmup"))).toMatchObject({ tone: "off", title: "Starting" });
});
