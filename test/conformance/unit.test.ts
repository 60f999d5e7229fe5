/** The conformance suite against the unit on this computer. */
import { CHECKS } from "./checks";
import { eventually, getDocument } from "./context";
import { type RunningUnit, startUnit } from "./running_unit";

jest.setTimeout(40_000);

describe("the unit on a computer conforms", () => {
  let unit: RunningUnit;

  beforeAll(async () => {
    unit = await startUnit(["--camera", "sim:alert"]);
    await eventually("camera, models and eye model, and the driver present", 30_000, async () => {
      const s = await getDocument(`${unit.base}/api/status`);
      return s.camera && s.models && s.eye_model && s.presence.state === "present" ? true : null;
    });
  });

  afterAll(async () => {
    expect(await unit.stop()).toBe(0);
  });

  test.each(CHECKS.map((check) => [check.name, check] as const))("%s", (_name, check) => check.run(unit));
});
