import { Announcements, type Applying } from "../../src/monitor/announcement";
import { DEFAULT_SETTINGS as S } from "../../src/monitor/settings";

const NONE: Applying = { microsleep: false, head_nod: false, yawning: false, drowsy: false };
const ALL: Applying = { microsleep: true, head_nod: true, yawning: true, drowsy: true };
const COOLDOWN_MS = 4000;

function made(...at: [number, Applying][]): (string | null)[] {
  const a = new Announcements();
  return at.map(([now_ms, applying]) => a.decide(applying, now_ms, COOLDOWN_MS, S));
}

describe("which reason is announced", () => {
  test("microsleep, head_nod, yawning, drowsy: the first that applies", () => {
    expect(made([0, NONE])).toEqual([null]);
    expect(made([0, ALL])).toEqual(["microsleep"]);
    expect(made([0, { ...ALL, microsleep: false }])).toEqual(["head_nod"]);
    expect(made([0, { ...NONE, yawning: true, drowsy: true }])).toEqual(["yawning"]);
    expect(made([0, { ...NONE, drowsy: true }])).toEqual(["drowsy"]);
  });

  test("the next one that applies while the first is spaced", () => {
    expect(made([0, ALL], [4000, ALL], [8000, ALL], [12_000, ALL], [16_000, ALL], [30_000, ALL])).toEqual([
      "microsleep",
      "head_nod",
      "yawning",
      "drowsy",
      null,
      "microsleep",
    ]);
  });
});

describe("how far announcements are apart", () => {
  test("the cooldown holds off every reason, to the millisecond", () => {
    const drowsy = { ...NONE, drowsy: true };
    const yawning = { ...NONE, yawning: true };
    expect(made([0, drowsy], [3999, yawning], [4000, yawning])).toEqual(["drowsy", null, "yawning"]);
  });

  test("one reason comes every thirty seconds at most", () => {
    const drowsy = { ...NONE, drowsy: true };
    expect(made([0, drowsy], [29_999, drowsy], [30_000, drowsy])).toEqual(["drowsy", null, "drowsy"]);
  });

  test("tells what is left of the cooldown", () => {
    const a = new Announcements();
    expect(a.cooldownLeft(0, COOLDOWN_MS)).toBe(0);
    a.decide(ALL, 1000, COOLDOWN_MS, S);
    expect(a.cooldownLeft(2500, COOLDOWN_MS)).toBe(2500);
    expect(a.cooldownLeft(5000, COOLDOWN_MS)).toBe(0);
  });
});

describe("the counts", () => {
  test("hold every announcement by its reason", () => {
    const a = new Announcements();
    a.decide(ALL, 0, COOLDOWN_MS, S);
    a.decide(NONE, 5000, COOLDOWN_MS, S);
    a.decide(ALL, 6000, COOLDOWN_MS, S);
    a.count("no_driver");
    expect(a.counts).toEqual({ drowsy: 0, microsleep: 1, yawning: 0, head_nod: 1, no_driver: 1 });
  });
});
