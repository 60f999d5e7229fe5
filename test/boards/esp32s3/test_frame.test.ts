import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createDriver } from "../../../src/boards/host/driver/driver";
import { loadCore } from "../../../src/boards/host/vision/core";
import { FRAME_SIDE_PX } from "../../../src/constants";

/** The picture that the board's self test shows its models. */
const FRAME = readFileSync(join(__dirname, "../../../native/esp32s3/vision/test_frame.rgb565"));

test("the frame in flash is what our own renderer paints, upright and with the low byte first", () => {
  const core = loadCore();
  const sensor = createDriver("alert", 42).renderFrame(1000);
  const upright = new Uint8Array(sensor.length);
  core.orient(sensor, FRAME_SIDE_PX, FRAME_SIDE_PX, upright, core.BYTE_SWAP + core.ROTATE_180);
  expect(FRAME.length).toBe(upright.length);
  // Another processor may round a colour differently.
  let different = 0;
  for (const [i, byte] of upright.entries()) if (byte !== FRAME[i]) different++;
  expect(different / FRAME.length).toBeLessThan(0.01);
});
