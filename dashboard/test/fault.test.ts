/** A seat that stays empty and a camera that stalls, on the running program: presence, its timers, faults. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeEmptyClip } from "./clip";
import { eventually, getState, post } from "./http";
import { childrenOf, wake } from "./processes";
import { type RunningDashboard, startDashboard } from "./running_dashboard";

jest.setTimeout(60_000);

let folder: string;
let dashboard: RunningDashboard;
let base: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "drowsyguard-dashboard-"));
  const clip = join(folder, "empty.mp4");
  writeEmptyClip(clip);
  dashboard = await startDashboard(["--camera", `file:${clip}`]);
  base = dashboard.base;
  await post(base, "/config", { no_driver_after: 60 });
});

afterAll(async () => {
  await dashboard?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("changing no_driver_after or no_driver_alert in the middle of an absence resets no timer", async () => {
  const absent = await eventually(base, "absent after warm-up", ({ presence }) => presence.state === "absent");
  const before = absent.presence.absent_s;
  expect(before).toBeGreaterThan(3);
  expect(absent).toMatchObject({ state: "no-driver", alert_count: 0 });
  await post(base, "/config", { no_driver_alert: false, no_driver_after: 3 });
  const withheld = await eventually(base, "no-driver", ({ presence }) => presence.state === "no-driver", 3000);
  expect(withheld.presence.absent_s).toBeGreaterThanOrEqual(before);
  expect(withheld.alert_counts.no_driver).toBe(0);
  await post(base, "/config", { no_driver_alert: true });
  const told = await eventually(base, "the announcement", ({ alert_counts }) => alert_counts.no_driver === 1, 3000);
  expect(told.presence.absent_s).toBeGreaterThanOrEqual(withheld.presence.absent_s);
  expect(told.alerts).toMatchObject([{ kind: "NO DRIVER", reason: "no_driver" }]);
  await post(base, "/config", { no_driver_after: 2, no_driver_alert: false });
  await post(base, "/config", { no_driver_after: 4, no_driver_alert: true });
  const after = await getState(base);
  expect(after.presence.absent_s).toBeGreaterThanOrEqual(told.presence.absent_s);
  expect(after.alert_counts.no_driver).toBe(1);
});

test("a camera that stalls is a fault, never no_driver; when it goes on, warm-up starts again", async () => {
  const [ffmpeg] = childrenOf(dashboard.process.pid!);
  process.kill(ffmpeg!, "SIGSTOP");
  const fault = await eventually(base, "a fault", ({ state }) => state === "fault");
  expect(fault).toMatchObject({ presence: { state: "fault", health: "camera-fault", absent_s: 0 } });
  expect(fault.warning).toContain("no frames from the camera");
  expect((await fetch(`${base}/snapshot.jpg`)).status).toBe(200);
  wake(ffmpeg!);
  const back = await eventually(base, "health again", ({ presence }) => presence.health === "ok");
  expect(back.presence.state).toBe("warmup");
  expect(back.alert_counts.no_driver).toBe(1);
  expect(back.state).toBe("no-driver");
});
