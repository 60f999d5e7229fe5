import { type Evidence, fuse, slowEyesRisk } from "../../src/monitor/risk";
import { DEFAULT_SETTINGS as S } from "../../src/monitor/settings";

const NOTHING: Evidence = { perclos: 0, sustained: 0, long_blinks: 0, closure_s: 0, yawn: false, nod: false };
const risk = (e: Partial<Evidence>) => {
  const evidence = { ...NOTHING, ...e };
  return fuse(evidence, slowEyesRisk(evidence, S), S);
};

describe("the fused score", () => {
  test("is nothing without evidence", () => {
    expect(risk({})).toBe(0);
  });

  test("of each term alone rises from its low to its weight", () => {
    expect([0.3, 0.55, 0.8, 1].map((perclos) => risk({ perclos }))).toEqual([0, 0.25, 0.5, 0.5].map(near));
    expect([0.15, 0.25, 0.35, 1].map((sustained) => risk({ sustained }))).toEqual([0, 0.375, 0.75, 0.75].map(near));
    expect([0, 2, 4, 9].map((long_blinks) => risk({ long_blinks }))).toEqual([0, 0.25, 0.5, 0.5].map(near));
    expect([0.35, 0.475, 0.6, 9].map((closure_s) => risk({ closure_s }))).toEqual([0, 0.475, 0.95, 0.95].map(near));
    expect(risk({ yawn: true })).toBeCloseTo(0.6, 12);
    expect(risk({ nod: true })).toBeCloseTo(0.7, 12);
  });

  test("is the chance that at least one term is right", () => {
    expect(risk({ yawn: true, nod: true })).toBeCloseTo(1 - 0.4 * 0.3, 12);
    expect(risk({ perclos: 1, sustained: 1, long_blinks: 9, closure_s: 9, yawn: true, nod: true })).toBeLessThan(1);
  });

  test("neither PERCLOS of three seconds nor long blinks alone pass the trigger", () => {
    expect(risk({ perclos: 1 })).toBeLessThan(S.RISK_TRIGGER);
    expect(risk({ long_blinks: 99 })).toBeLessThan(S.RISK_TRIGGER);
  });

  test("of the most that quick blinks can give stays below the trigger", () => {
    expect(risk({ perclos: 0.35, sustained: 0.2, long_blinks: 1, closure_s: 0.35 })).toBeLessThan(S.RISK_TRIGGER);
  });

  test("of half-second blinks at PERCLOS 0.4 is over it", () => {
    expect(risk({ perclos: 0.4, sustained: 0.4 })).toBeGreaterThan(S.RISK_TRIGGER);
  });
});

function near(value: number): unknown {
  return expect.closeTo(value, 10);
}
