import { angleDegrees, clamp, milli, ramp } from "../../src/monitor/number";

describe("angleDegrees", () => {
  test.each([
    [1, 0, 0],
    [1, 1, 45],
    [0, 1, 90],
    [-1, 1, 135],
    [-1, 0, 180],
    [-1, -1, -135],
    [0, -1, -90],
    [1, -1, -45],
    [0, 0, 0],
  ])("(%d, %d) points to %d degrees", (x, y, degrees) => {
    expect(angleDegrees(x, y)).toBeCloseTo(degrees, 2);
  });

  test("stays within a thousandth of a degree of the true angle all the way around", () => {
    for (let degrees = -179.5; degrees < 180; degrees += 0.5) {
      const radians = (degrees * Math.PI) / 180;
      expect(Math.abs(angleDegrees(Math.cos(radians), Math.sin(radians)) - degrees)).toBeLessThan(0.001);
    }
  });
});

describe("small helpers", () => {
  test("clamp holds a value within its bounds, and what is no number at the lower one", () => {
    expect([clamp(-1, 0, 2), clamp(1, 0, 2), clamp(3, 0, 2), clamp(Number.NaN, 0, 2)]).toEqual([0, 1, 2, 0]);
  });

  test("ramp rises straight from 0 to 1", () => {
    expect([ramp(1, 2, 4), ramp(2, 2, 4), ramp(3, 2, 4), ramp(4, 2, 4), ramp(9, 2, 4)]).toEqual([0, 0, 0.5, 1, 1]);
  });

  test("milli rounds to three decimals and never gives -0", () => {
    expect(milli(0.12345)).toBe(0.123);
    expect(milli(0.9996)).toBe(1);
    expect(Object.is(milli(-0.0001), 0)).toBe(true);
  });
});
