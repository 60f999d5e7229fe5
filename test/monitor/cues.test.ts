import { Cues } from "../../src/monitor/cues";
import { Geometry } from "../../src/monitor/geometry";
import type { Landmarks } from "../../src/monitor/observation";
import { DEFAULT_SETTINGS as S } from "../../src/monitor/settings";

/** A face with 50 px between the eyes: `jaw`, `nose` and `wide` of that, `down` px below where it usually is. */
interface Look {
  readonly jaw?: number;
  readonly nose?: number;
  readonly wide?: number;
  readonly down?: number;
  readonly side?: number;
  readonly zoom?: number;
  readonly shut?: boolean;
}

function geometry({ jaw = 1.1, nose = 0.55, wide = 0.8, down = 0, side = 0, zoom = 1 }: Look): Geometry {
  const d = 50 * zoom;
  const y = 95 + down;
  const lm: Landmarks = [
    [120 - d / 2, y],
    [120 + d / 2, y],
    [120 + side * d, y + nose * d],
    [120 - (wide * d) / 2, y + jaw * d],
    [120 + (wide * d) / 2, y + jaw * d],
  ];
  const g = new Geometry();
  g.measure(lm);
  return g;
}

/** A driver seen once every `interval_s`. */
class Story {
  readonly cues = new Cues();
  readonly events: string[] = [];
  now_ms = 0;

  constructor(readonly interval_s = 0.2) {}

  look(seconds: number, look: Look = {}): this {
    for (let i = 0; i < Math.round(seconds / this.interval_s); i += 1) this.once(look);
    return this;
  }

  once(look: Look = {}): this {
    this.now_ms += this.interval_s * 1000;
    const event = this.cues.update(geometry(look), look.shut ?? false, this.now_ms, S);
    if (event !== null) this.events.push(event);
    return this;
  }

  wait(seconds: number): this {
    this.now_ms += seconds * 1000;
    return this;
  }
}

const YAWNING: Look = { jaw: 1.35, wide: 0.68 };
const HEAD_DOWN: Look = { nose: 0.68, down: 25 };

describe("the baselines", () => {
  test("are ready after two seconds and four detections", () => {
    expect(new Story(0.2).look(2).cues.baseline.ready).toBe(false);
    expect(new Story(0.2).look(2.2).cues.baseline.ready).toBe(true);
    expect(new Story(0.9).look(2.7).cues.baseline.ready).toBe(false);
    expect(new Story(0.9).look(3.6).cues.baseline.ready).toBe(true);
  });

  test("measure the driver with open eyes", () => {
    const { baseline } = new Story().look(3).cues;
    expect(baseline.jaw_drop).toBeCloseTo(1.1, 6);
    expect(baseline.nose_norm).toBeCloseTo(0.55, 6);
    expect(baseline.mouth_ratio).toBeCloseTo(0.8, 6);
    expect(baseline.eye_dist).toBeCloseTo(50, 6);
    expect(baseline.eyes_y).toBeCloseTo(95, 6);
    expect(new Story().look(5, { shut: true }).cues.baseline.ready).toBe(false);
  });

  test("without them nothing is judged", () => {
    const story = new Story().look(1).look(1, YAWNING);
    expect([story.cues.baseline.ready, story.cues.mouth_open, story.cues.open_index]).toEqual([false, false, 0]);
  });

  test("follow the driver slowly, and hardly a single wild detection", () => {
    const story = new Story().look(20);
    story.once({ jaw: 1.2 });
    expect(story.cues.baseline.jaw_drop).toBeLessThan(1.102);
    story.look(60, { jaw: 1.15 });
    expect(story.cues.baseline.jaw_drop).toBeGreaterThan(1.14);
  });

  test("are learned afresh when the driver has taken another posture", () => {
    const story = new Story().look(5).look(10, { down: 40 });
    expect(story.cues.head_down).toBe(true);
    story.look(5, { down: 40 });
    expect(story.cues.head_down).toBe(false);
    expect(story.cues.baseline.eyes_y).toBeCloseTo(135, 6);
    expect(story.events).toEqual([]);
  });

  test("are not learned afresh while the driver sleeps", () => {
    const story = new Story().look(5).look(30, { ...HEAD_DOWN, shut: true });
    expect(story.cues.baseline.ready).toBe(true);
  });
});

describe("a yawn", () => {
  test.each([0.12, 0.2, 0.3, 0.6])("of three seconds is seen when detecting every %d s, once", (interval_s) => {
    expect(new Story(interval_s).look(5).look(3, YAWNING).look(5).events).toEqual(["yawn"]);
  });

  test.each([0.12, 0.2, 0.3, 0.6])("is longer than one second, when detecting every %d s", (interval_s) => {
    expect(new Story(interval_s).look(5).look(1, YAWNING).look(5).events).toEqual([]);
  });

  test("is told as soon as three detections and 1.8 s make it one", () => {
    const seen = (interval_s: number, detections: number) => {
      const story = new Story(interval_s).look(6);
      for (let i = 0; i < detections; i += 1) story.once({ jaw: 1.6 });
      return story.events.length;
    };
    // The interval before the first open detection counts as well: nobody knows when in it the mouth opened.
    expect([seen(0.6, 2), seen(0.6, 3)]).toEqual([0, 1]);
    expect([seen(0.3, 5), seen(0.3, 6)]).toEqual([0, 1]);
    expect([seen(0.12, 14), seen(0.12, 15)]).toEqual([0, 1]);
  });

  test("is told once, however long", () => {
    expect(new Story().look(5).look(6, YAWNING).look(5).events).toEqual(["yawn"]);
  });

  test("needs three detections, however far apart", () => {
    expect(new Story(0.6).look(6).once(YAWNING).wait(1.2).once(YAWNING).look(3).events).toEqual([]);
  });

  test("is seen by the jaw alone, too, from a sixth of its length", () => {
    const opened = (by: number) =>
      new Story()
        .look(5)
        .look(4, { jaw: 1.1 * (1 + by) })
        .look(3).events;
    expect(opened(0.15)).toEqual([]);
    expect(opened(0.17)).toEqual(["yawn"]);
  });

  test("is no smile: a mouth that widens does not open", () => {
    const story = new Story().look(5).look(1, { wide: 1 });
    expect(story.cues.open_index).toBeCloseTo(0, 6);
  });

  test("must be clearer on a small face, whose landmarks are noisier", () => {
    const opened = (zoom: number) =>
      new Story()
        .look(5, { zoom })
        .look(4, { zoom, jaw: 1.1 * 1.18 })
        .look(3, { zoom }).events;
    expect(opened(1)).toEqual(["yawn"]);
    expect(opened(0.5)).toEqual([]);
  });

  test("is evidence while it lasts and a second and a half after, unless nothing is seen", () => {
    const story = new Story().look(5).look(5, YAWNING);
    expect(story.cues.mouth_open).toBe(true);
    expect(story.cues.hasYawn(story.now_ms, S)).toBe(true);
    story.look(1.2);
    expect(story.cues.mouth_open).toBe(false);
    expect(story.cues.hasYawn(story.now_ms, S)).toBe(true);
    story.look(1);
    expect(story.cues.hasYawn(story.now_ms, S)).toBe(false);
  });

  test("that is interrupted by a gap is none", () => {
    expect(new Story().look(5).look(1.2, YAWNING).wait(2).look(1.2, YAWNING).look(3).events).toEqual([]);
  });

  test("is not judged on a face turned away", () => {
    expect(
      new Story()
        .look(5)
        .look(4, { ...YAWNING, side: 0.2 })
        .look(3).events,
    ).toEqual([]);
  });
});

describe("a nod", () => {
  test.each([
    [0.12, 0.5],
    [0.12, 2],
    [0.2, 0.6],
    [0.2, 2],
    [0.3, 0.9],
    [0.6, 0.6],
    [0.6, 1.8],
  ])("is seen when detecting every %d s and the head is down for %d s", (interval_s, seconds) => {
    expect(new Story(interval_s).look(5).look(seconds, HEAD_DOWN).look(2).events).toEqual(["nod"]);
  });

  test("is told when the head comes up", () => {
    const story = new Story().look(5).look(1, HEAD_DOWN);
    expect(story.cues.head_down).toBe(true);
    expect(story.events).toEqual([]);
    story.once();
    expect(story.cues.head_down).toBe(false);
    expect(story.events).toEqual(["nod"]);
  });

  test("is not a head that stays down for longer than two seconds", () => {
    expect(new Story().look(5).look(2.6, HEAD_DOWN).look(2).events).toEqual([]);
  });

  test("is not a single detection among many that are close together", () => {
    expect(new Story(0.12).look(5).once(HEAD_DOWN).look(2).events).toEqual([]);
  });

  test("in one detection only must be clear", () => {
    const nodded = (nose: number) => new Story(0.3).look(5).once({ nose }).look(2).events;
    // Threshold 0.14 + 2/50 = 0.18; alone it must reach 0.225.
    expect(nodded(0.55 + 0.22)).toEqual([]);
    expect(nodded(0.55 + 0.23)).toEqual(["nod"]);
  });

  test("reaches its threshold by the nose in the face and the face in the frame together", () => {
    const nodded = (nose: number, down: number) =>
      new Story(0.2)
        .look(5)
        .look(1, { nose: 0.55 + nose, down: down * 50 })
        .look(2).events;
    expect(nodded(0.17, 0)).toEqual([]);
    expect(nodded(0.185, 0)).toEqual(["nod"]);
    expect(nodded(0.1, 0.25)).toEqual([]);
    expect(nodded(0.1, 0.28)).toEqual(["nod"]);
  });

  test("is not a look up", () => {
    expect(new Story().look(5).look(1, { nose: 0.4, down: -20 }).look(2).events).toEqual([]);
  });

  test("is not another face for a moment", () => {
    expect(
      new Story()
        .look(5)
        .look(1, { ...HEAD_DOWN, zoom: 0.7 })
        .look(2).events,
    ).toEqual([]);
  });

  test("is not what was hardly seen", () => {
    const story = new Story(0.2).look(5).wait(1.6).look(0.4, HEAD_DOWN).wait(1.6).look(2);
    expect(story.events).toEqual([]);
  });

  test("stays evidence for a second and a half", () => {
    const story = new Story().look(5).look(1, HEAD_DOWN).look(1.6);
    expect(story.cues.hasNod(story.now_ms, S)).toBe(true);
    expect(story.look(0.4).cues.hasNod(story.now_ms, S)).toBe(false);
  });
});

describe("a mirror look", () => {
  test("of thirty degrees is neither yawn nor nod: foreshortening is undone", () => {
    // The eyes come closer together by cos 30, the nose moves by its protrusion.
    const turned: Look = { zoom: 0.866, side: 0.26, jaw: 1.1 / 0.866, nose: 0.55 / 0.866 };
    expect(new Story().look(5).look(1, turned).look(3).events).toEqual([]);
  });

  test("of fifteen degrees is judged as frontal, and shows no opening and no pitch", () => {
    const turned: Look = { zoom: 0.966, side: 0.1206, jaw: 1.1 / 0.966, nose: 0.55 / 0.966 };
    const story = new Story().look(5).look(1, turned);
    expect(story.cues.open_index).toBeCloseTo(0, 2);
    expect(story.cues.pitch_dev).toBeCloseTo(0, 2);
  });
});

describe("staleness", () => {
  test("begins two seconds after the last detection", () => {
    const story = new Story();
    expect(story.cues.isStale(0, S)).toBe(true);
    story.look(1);
    expect(story.cues.isStale(story.now_ms + 2000, S)).toBe(false);
    expect(story.cues.isStale(story.now_ms + 2001, S)).toBe(true);
  });

  test("takes away all evidence", () => {
    const story = new Story().look(5).look(1, HEAD_DOWN).once();
    expect(story.cues.hasNod(story.now_ms, S)).toBe(true);
    const impatient = { ...S, CUE_STALE_S: 0.5 };
    expect(story.cues.hasNod(story.now_ms + 600, impatient)).toBe(false);
  });
});

describe("a face without eyes or mouth, let through by an advisory gate", () => {
  test("is not measured", () => {
    const story = new Story().look(5).look(3, { jaw: 0 }).look(3, { wide: 0 }).look(3, { zoom: 0 });
    expect(story.events).toEqual([]);
    expect(Number.isFinite(story.cues.pitch_dev) && Number.isFinite(story.cues.open_index)).toBe(true);
    expect(story.cues.baseline.jaw_drop).toBeCloseTo(1.1, 6);
  });
});
