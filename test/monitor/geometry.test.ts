import { Geometry } from "../../src/monitor/geometry";
import type { Landmarks } from "../../src/monitor/observation";
import { FACE, moved, withLandmark } from "./face";

function measure(lm: Landmarks): Geometry {
  const g = new Geometry();
  g.measure(lm);
  return g;
}

describe("geometry of five landmarks", () => {
  test("measures an upright face in units of the interocular distance", () => {
    const g = measure(FACE.lm);
    expect(g.valid).toBe(true);
    expect(g.eye_dist).toBe(50);
    expect(g.roll).toBe(0);
    expect(g.jaw_drop).toBeCloseTo(1.1, 10);
    expect(g.nose_norm).toBeCloseTo(0.6, 10);
    expect(g.nose_frac).toBeCloseTo(30 / 55, 10);
    expect(g.mouth_ratio).toBeCloseTo(0.8, 10);
    expect(g.nose_side).toBeCloseTo(0, 10);
    expect([g.eyes_x, g.eyes_y]).toEqual([120, 95]);
  });

  test("does not depend on where the face is or how large", () => {
    const near = measure(moved(-30, -20, 1.5).lm);
    expect(near.eye_dist).toBeCloseTo(75, 10);
    expect(near.jaw_drop).toBeCloseTo(1.1, 10);
    expect(near.nose_frac).toBeCloseTo(30 / 55, 10);
    expect(near.mouth_ratio).toBeCloseTo(0.8, 10);
  });

  test("does not depend on how the head leans", () => {
    // Turned by the 3-4-5 triangle, exactly.
    const leaning = FACE.lm.map(([x, y]) => [0.8 * x - 0.6 * y + 120, 0.6 * x + 0.8 * y]) as unknown as Landmarks;
    const g = measure(leaning);
    expect(g.roll).toBeCloseTo(36.87, 2);
    expect(g.eye_dist).toBeCloseTo(50, 10);
    expect(g.jaw_drop).toBeCloseTo(1.1, 10);
    expect(g.nose_norm).toBeCloseTo(0.6, 10);
    expect(g.nose_side).toBeCloseTo(0, 10);
  });

  test("tells to which side the nose points", () => {
    expect(measure(withLandmark(2, 130, 125).lm).nose_side).toBeCloseTo(0.2, 10);
    expect(measure(withLandmark(2, 110, 125).lm).nose_side).toBeCloseTo(-0.2, 10);
  });

  test("gives no ratio for a mouth level with the eyes", () => {
    const g = measure(withLandmark(4, 140, 95, withLandmark(3, 100, 95)).lm);
    expect(g.jaw_drop).toBe(0);
    expect(g.nose_frac).toBe(0);
  });

  test.each([
    ["the eyes are one point", withLandmark(1, 95, 95)],
    ["an eye is no number", withLandmark(1, Number.NaN, 95)],
    ["an eye is infinitely far", withLandmark(1, Infinity, 95)],
    ["the eyes are further apart than any frame", withLandmark(1, 2e6, 95)],
  ])("is not valid, and all zero, where %s", (_why, face) => {
    expect(measure(face.lm)).toEqual(new Geometry());
  });
});
