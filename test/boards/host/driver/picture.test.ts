/** The bytes: the same for the same seed and time, and laid out as the board's sensor lays them. */
import { createDriver } from "../../../../src/boards/host/driver/driver";
import { sensorBytes } from "../../../../src/boards/host/driver/rgb565";

const SIDE = 240;
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(Buffer.from(a), Buffer.from(b)) === 0;

/** Mean grey of a square of the upright picture. */
function grey(rgba: Uint8ClampedArray, cx: number, cy: number, half: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.round(cy - half); y <= cy + half; y += 1)
    for (let x = Math.round(cx - half); x <= cx + half; x += 1, count += 1) sum += rgba[(y * SIDE + x) * 4 + 1]!;
  return sum / count;
}

describe("a frame", () => {
  const driver = createDriver("tour", 42);

  test("is 240x240 RGB565 at 25 frames a second", () => {
    expect(driver.fps).toBe(25);
    expect(driver.renderFrame(0)).toHaveLength(SIDE * SIDE * 2);
    expect(driver.renderRgba(0)).toHaveLength(SIDE * SIDE * 4);
  });

  test("is the same whenever it is asked for, by whichever driver of that seed", () => {
    const times = [12_345.6, 45_000, 0, 90_000, 12_345.6];
    const other = createDriver("tour", 42);
    const frames = times.map((t_ms) => driver.renderFrame(t_ms));
    expect(same(frames[0]!, frames[4]!)).toBe(true);
    for (const at of [4, 2, 3, 1, 0]) expect(same(other.renderFrame(times[at]!), frames[at]!)).toBe(true);
    expect(other.truth(45_000)).toEqual(driver.truth(45_000));
  });

  test("differs from one instant to the next and from seed to seed", () => {
    expect(same(driver.renderFrame(0), driver.renderFrame(40))).toBe(false);
    expect(same(driver.renderFrame(0), createDriver("tour", 43).renderFrame(0))).toBe(false);
  });

  test("is the upright picture turned by 180 degrees, high byte first", () => {
    const rgba = driver.renderRgba(2000);
    const bytes = driver.renderFrame(2000);
    for (const [x, y] of [
      [0, 0],
      [239, 0],
      [120, 100],
      [17, 200],
    ] as const) {
      const at = ((SIDE - 1 - y) * SIDE + (SIDE - 1 - x)) * 2;
      const word = (bytes[at]! << 8) | bytes[at + 1]!;
      const [r, g, b] = rgba.subarray((y * SIDE + x) * 4);
      expect([word >> 11, (word >> 5) & 63, word & 31]).toEqual([r! >> 3, g! >> 2, b! >> 3]);
    }
  });

  test("of pure colours has the sensor's bytes", () => {
    const rgba = Uint8ClampedArray.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
    expect([...sensorBytes(rgba)]).toEqual([0x00, 0x1f, 0x07, 0xe0, 0xf8, 0x00]);
  });

  test("carries the noise of a sensor, not a clean picture", () => {
    const seat = createDriver("empty", 42);
    const [a, b] = [seat.renderRgba(0), seat.renderRgba(40)];
    let sum = 0;
    for (let y = 170; y < 230; y += 1)
      for (let x = 80; x < 160; x += 1) sum += Math.abs(a[(y * SIDE + x) * 4]! - b[(y * SIDE + x) * 4]!);
    expect(sum / 4800).toBeGreaterThan(0.5);
    expect(sum / 4800).toBeLessThan(8);
  });
});

describe("the truth", () => {
  test("knows where the pupils are", () => {
    for (const seed of [42, 7]) {
      const driver = createDriver("alert", seed);
      const open = [200, 1000, 3000, 9000, 20_000].find((t_ms) => {
        const { lids, yaw_deg } = driver.truth(t_ms);
        return lids.left < 0.1 && Math.abs(yaw_deg) < 4;
      })!;
      const rgba = driver.renderRgba(open);
      const { lm } = driver.truth(open);
      for (const [x, y] of [lm![0], lm![1]]) {
        // an eye is darker in its middle than the cheek below it
        expect(grey(rgba, x, y, 2)).toBeLessThan(0.75 * grey(rgba, x, y + 16, 2));
      }
    }
  });

  test("gives landmarks of a face: eyes 44 px or more apart, nose between, mouth below, all inside the box", () => {
    for (const seed of [42, 1, 2, 3]) {
      const { lm, box, visible } = createDriver("alert", seed).truth(0);
      expect(visible).toBe(true);
      const [left, right, nose, mouth_left, mouth_right] = lm!;
      expect(right[0] - left[0]).toBeGreaterThan(43);
      expect(right[0] - left[0]).toBeLessThan(52);
      expect(nose[0]).toBeGreaterThan(left[0]);
      expect(nose[0]).toBeLessThan(right[0]);
      expect(mouth_left[0]).toBeLessThan(mouth_right[0]);
      expect(mouth_left[1]).toBeGreaterThan(nose[1]);
      for (const [x, y] of lm!) {
        expect(x > box!.x && x < box!.x + box!.w && y > box!.y && y < box!.y + box!.h).toBe(true);
      }
    }
  });
});
