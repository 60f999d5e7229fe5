import { continuity, gate, isUsable, REJECTS } from "../../src/monitor/gate";
import { Geometry } from "../../src/monitor/geometry";
import type { Detection, Landmarks } from "../../src/monitor/observation";
import { DEFAULT_SETTINGS as S } from "../../src/monitor/settings";
import { FACE, moved, withLandmark } from "./face";

function judge(d: Detection): string {
  const g = new Geometry();
  g.measure(d.lm);
  return gate(d, g, S);
}

/** The face turned in the image plane about the middle of its eyes, by the angle of tangent `t`. */
function rolled(t: number): Detection {
  const cos = 1 / Math.sqrt(1 + t * t);
  const sin = t * cos;
  const turn = ([x, y]: readonly [number, number]) => [
    120 + (x - 120) * cos - (y - 95) * sin,
    95 + (x - 120) * sin + (y - 95) * cos,
  ];
  return { ...FACE, lm: FACE.lm.map(turn) as unknown as Landmarks };
}

/** The face with its mouth `drop` px below the eyes and `width` px wide, the nose at `nose_y`. */
function mouth(drop: number, width: number, nose_y = 95 + drop * 0.55): Detection {
  const lm: Landmarks = [
    [95, 95],
    [145, 95],
    [120, nose_y],
    [120 - width / 2, 95 + drop],
    [120 + width / 2, 95 + drop],
  ];
  return { ...FACE, lm };
}

describe("the gate", () => {
  test("accepts a plausible face", () => {
    expect(judge(FACE)).toBe("ok");
  });

  test("has reject names that never change, in the order of the checks", () => {
    expect(REJECTS.join(" ")).toBe("ok score size aspect eye_dist roll yaw jaw nose mouth jump scale");
  });

  // Frame side 240: sides 24 to 228; eyes 50 px apart.
  test.each<[string, Detection, Detection]>([
    ["score", { ...FACE, score: 0.5499 }, { ...FACE, score: 0.55 }],
    ["size", { ...moved(100, 100, 0.2), w: 23.9 }, { ...moved(100, 100, 0.2), w: 24 }],
    ["size", { ...FACE, x: 0, y: 0, w: 180, h: 228.1 }, { ...FACE, x: 0, y: 0, w: 180, h: 228 }],
    ["size", { ...FACE, x: -61 }, { ...FACE, x: -60 }],
    ["size", { ...FACE, y: 171 }, { ...FACE, y: 170 }],
    ["aspect", { ...FACE, h: 65.9 }, { ...FACE, h: 66.1 }],
    ["aspect", { ...FACE, w: 100, h: 180.1 }, { ...FACE, w: 100, h: 180 }],
    ["eye_dist", withLandmark(1, 95 + 17.9, 95, mouth(20, 15)), { ...mouth(55, 40), w: 139 }],
    ["eye_dist", { ...FACE, w: 58.8, h: 100 }, { ...FACE, w: 58.9, h: 100 }],
    ["roll", rolled(0.7003), rolled(0.7001)],
    ["roll", rolled(-0.7003), rolled(-0.7001)],
    ["yaw", withLandmark(2, 120 + 37.6, 125), withLandmark(2, 120 + 37.5, 125)],
    ["yaw", withLandmark(2, 120 - 37.6, 125), withLandmark(2, 120 - 37.5, 125)],
    ["jaw", mouth(22.4, 40), mouth(22.5, 40)],
    ["jaw", mouth(120.1, 40), mouth(120, 40)],
    ["nose", mouth(55, 40, 95 + 5.4), mouth(55, 40, 95 + 5.6)],
    ["nose", mouth(55, 40, 95 + 52.3), mouth(55, 40, 95 + 52.2)],
    ["mouth", mouth(55, 12.4), mouth(55, 12.5)],
    ["mouth", mouth(55, 80.1), mouth(55, 80)],
  ])("refuses by %s just beyond the threshold, and not on it", (name, beyond, within) => {
    expect(judge(beyond)).toBe(name);
    expect(judge(within)).toBe("ok");
  });

  test("refuses a face upside down or mirrored by its roll", () => {
    expect(judge({ ...FACE, lm: FACE.lm.map(([x, y]) => [240 - x, 240 - y]) as unknown as Landmarks })).toBe("roll");
    expect(judge({ ...FACE, lm: FACE.lm.map(([x, y]) => [240 - x, y]) as unknown as Landmarks })).toBe("roll");
  });

  test("names the first check that fails, whatever else is wrong", () => {
    const wrong = { ...mouth(10, 200), score: 0.1, w: 500, h: 10 };
    expect(judge(wrong)).toBe("score");
    expect(judge({ ...wrong, score: 0.9 })).toBe("size");
    expect(judge({ ...wrong, score: 0.9, w: 120, h: 30 })).toBe("aspect");
    expect(judge({ ...wrong, score: 0.9, w: 220, h: 200, lm: withLandmark(1, 96, 95, wrong).lm })).toBe("eye_dist");
    expect(judge({ ...wrong, score: 0.9, w: 120, h: 140 })).toBe("jaw");
  });

  test.each<[string, Detection]>([
    ["score", { ...FACE, score: Number.NaN }],
    ["size", { ...FACE, w: Number.NaN }],
    ["size", { ...FACE, h: Infinity }],
    ["size", { ...FACE, x: Number.NaN }],
    ["size", { ...FACE, y: -Infinity }],
    ["eye_dist", withLandmark(0, Number.NaN, 95)],
    ["yaw", withLandmark(2, Number.NaN, 125)],
    ["jaw", withLandmark(3, 100, Number.NaN)],
  ])("refuses by %s what is no number", (name, d) => {
    expect(judge(d)).toBe(name);
  });
});

describe("continuity", () => {
  // Size of the box: (120 + 140) / 2 = 130 px, so 156 px of movement and a ratio of 1.8.
  test("ends where the centre moved further than 1.2 box sizes, in any direction", () => {
    expect(continuity(FACE, moved(156, 0), S)).toBe("ok");
    expect(continuity(FACE, moved(156.1, 0), S)).toBe("jump");
    expect(continuity(FACE, moved(-93.6, -124.8), S)).toBe("ok");
    expect(continuity(FACE, moved(-93.7, -124.9), S)).toBe("jump");
  });

  test("ends where the box grew or shrank by more than 1.8", () => {
    const centred = (zoom: number) => moved(120 - 120 * zoom, 110 - 110 * zoom, zoom);
    expect(continuity(FACE, centred(1.799), S)).toBe("ok");
    expect(continuity(FACE, centred(1.801), S)).toBe("scale");
    expect(continuity(FACE, centred(1 / 1.799), S)).toBe("ok");
    expect(continuity(FACE, centred(1 / 1.801), S)).toBe("scale");
  });

  test("tells a jump before a change of scale", () => {
    expect(continuity(FACE, moved(400, 0, 3), S)).toBe("jump");
  });
});

describe("isUsable", () => {
  test("is what can be computed with, plausible or not", () => {
    expect(isUsable(FACE)).toBe(true);
    expect(isUsable({ ...FACE, score: -3 })).toBe(true);
    expect(isUsable({ ...FACE, w: 0 })).toBe(false);
    expect(isUsable({ ...FACE, h: -1 })).toBe(false);
    expect(isUsable({ ...FACE, x: 2e6 })).toBe(false);
    expect(isUsable({ ...FACE, score: Number.NaN })).toBe(false);
    expect(isUsable(withLandmark(4, 0, Infinity))).toBe(false);
  });
});
