import type { Detection } from "../../src/monitor/observation";
import { DEFAULT_SETTINGS as S } from "../../src/monitor/settings";
import { FaceTrack } from "../../src/monitor/track";
import { FACE, moved } from "./face";

/** The same face, too weak a candidate for the gate. */
const WEAK: Detection = { ...FACE, score: 0.3 };
/** A face that cannot be the same one by the next detection. */
const ELSEWHERE = moved(170, 175, 0.5);

function track(...attempts: Detection[][]): FaceTrack {
  const t = new FaceTrack();
  for (const attempt of attempts) t.update(attempt, S);
  return t;
}

const times = (n: number, attempt: Detection[]): Detection[][] => Array.from({ length: n }, () => attempt);

describe("confirming a face", () => {
  test("takes two accepted detections in a row", () => {
    expect(track([FACE]).face).toBeNull();
    expect(track([FACE], [FACE]).face).toBe(FACE);
    expect(track([FACE], [], [FACE]).face).toBeNull();
    expect(track([FACE], [WEAK], [FACE]).face).toBeNull();
  });

  test("takes two that continue each other: two single-frame faces in different places are nobody", () => {
    const t = track([FACE], [ELSEWHERE], [FACE], [ELSEWHERE]);
    expect(t.face).toBeNull();
    t.update([ELSEWHERE], S);
    expect(t.face).toBe(ELSEWHERE);
  });

  test("already offers the pending face for the next eye crop", () => {
    expect(track([FACE]).target).toBe(FACE);
    expect(track([FACE], []).target).toBeNull();
    expect(track([WEAK]).target).toBeNull();
  });
});

describe("holding a confirmed face", () => {
  test("lasts four missed attempts and ends with the fifth", () => {
    const t = track([FACE], [FACE], ...times(4, []));
    expect(t.face).toBe(FACE);
    expect(t.target).toBe(FACE);
    expect(t.fresh).toBe(false);
    expect(t.found).toBe(false);
    t.update([], S);
    expect(t.face).toBeNull();
    expect(t.target).toBeNull();
  });

  test("counts refused candidates as misses", () => {
    expect(track([FACE], [FACE], ...times(5, [WEAK])).face).toBeNull();
  });

  test("starts over with every accepted detection", () => {
    const t = track([FACE], [FACE], ...times(4, []), [FACE], ...times(4, []));
    expect(t.face).toBe(FACE);
    t.update([FACE], S);
    expect(t.fresh).toBe(true);
  });

  test("needs a confirmation again after it ran out", () => {
    const t = track([FACE], [FACE], ...times(5, []), [FACE]);
    expect(t.face).toBeNull();
    t.update([FACE], S);
    expect(t.face).toBe(FACE);
  });
});

describe("telling why", () => {
  test("ok where there was no candidate, the refusal where there was", () => {
    expect(track([]).reject).toBe("ok");
    expect(track([WEAK]).reject).toBe("score");
    expect(track([WEAK], [FACE]).reject).toBe("ok");
  });

  test("of several refused candidates speaks of the one the detector believed most", () => {
    const wide = { ...FACE, w: 220, h: 100, score: 0.7 };
    expect(track([WEAK, wide, { ...wide, w: 300, score: 0.6 }]).reject).toBe("aspect");
  });

  test("counts the attempts that ended in a refusal, and keeps the count over a reset", () => {
    const t = track([WEAK, WEAK], [], [FACE], [WEAK]);
    expect(t.rejected).toBe(2);
    t.reset();
    expect(t.rejected).toBe(2);
    expect(t.reject).toBe("ok");
  });

  test("calls what is too far from the confirmed face a jump, and what changed size too much a scale", () => {
    expect(track([FACE], [FACE], [ELSEWHERE]).reject).toBe("jump");
    const grown = moved(120 - 108, 110 - 99, 0.9);
    const shrunk = moved(120 - 60, 110 - 55, 0.5);
    expect(track([FACE], [FACE], [grown]).reject).toBe("ok");
    expect(track([FACE], [FACE], [shrunk]).reject).toBe("scale");
  });
});

describe("another face", () => {
  test("is refused while the confirmed one may come back, and taken up after two misses", () => {
    const t = track([FACE], [FACE], [ELSEWHERE], [ELSEWHERE]);
    expect(t.reject).toBe("jump");
    expect(t.pending).toBeNull();
    t.update([ELSEWHERE], S);
    expect(t.reject).toBe("ok");
    expect(t.pending).toBe(ELSEWHERE);
    expect(t.face).toBe(FACE);
    t.update([ELSEWHERE], S);
    expect(t.face).toBe(ELSEWHERE);
    expect(t.misses).toBe(0);
  });

  test("that shows up once beside a held face changes nothing", () => {
    const t = track([FACE], [FACE], [], [], [ELSEWHERE], [FACE]);
    expect(t.face).toBe(FACE);
    expect(t.pending).toBeNull();
    expect(t.misses).toBe(0);
  });

  test("does not prolong the hold", () => {
    const third = moved(-21, -18, 0.3);
    expect(track([FACE], [FACE], [], [], [ELSEWHERE], [third], [ELSEWHERE]).face).toBeNull();
  });

  test("beside the driver is ignored, however large or sure", () => {
    const passenger = { ...moved(0, 0, 1.3), score: 0.99 };
    const driver = moved(3, 2);
    expect(track([FACE], [FACE], [passenger, driver]).face).toBe(driver);
    expect(track([FACE], [FACE], [driver, passenger]).face).toBe(driver);
  });
});

describe("of several faces that could be the driver", () => {
  const near = { ...FACE, x: 62 };
  const { x, y, w, h } = FACE;

  test.each([
    ["further to the side", { ...FACE, x: x + 20 }],
    ["further up", { ...FACE, y: y - 20 }],
    ["further down", { ...FACE, y: y + 20 }],
    ["wider, about the same centre", { ...FACE, x: x - 10, w: w + 20 }],
    ["taller, about the same centre", { ...FACE, y: y - 10, h: h + 20 }],
    ["narrower, about the same centre", { ...FACE, x: x + 10, w: w - 20 }],
  ])("the one %s is not", (_how, other) => {
    expect(track([FACE], [FACE], [near, other]).face).toBe(near);
    expect(track([FACE], [FACE], [other, near]).face).toBe(near);
  });
});

describe("choosing whom to watch", () => {
  test("takes the largest of several faces: the driver sits closest", () => {
    const far = moved(10, 10, 0.5);
    expect(track([far, FACE]).pending).toBe(FACE);
    expect(track([FACE, far]).pending).toBe(FACE);
  });

  test("takes the largest that passes the gate", () => {
    const far = moved(10, 10, 0.5);
    expect(track([WEAK, far]).pending).toBe(far);
  });

  test("stays with the face being confirmed", () => {
    const far = moved(10, 10, 0.3);
    expect(track([far], [moved(0, 0), far]).face).toBe(far);
  });
});

describe("an advisory gate", () => {
  const advisory = { ...S, FACE_GATE_ENFORCE: 0 };

  test("tells its refusals and excludes nothing", () => {
    const t = new FaceTrack();
    t.update([WEAK], advisory);
    t.update([WEAK], advisory);
    expect(t.face).toBe(WEAK);
    expect(t.reject).toBe("score");
    expect(t.rejected).toBe(2);
    t.update([ELSEWHERE], advisory);
    expect(t.face).toBe(ELSEWHERE);
    expect(t.reject).toBe("jump");
  });

  test("still cannot use what is no number", () => {
    const t = new FaceTrack();
    t.update([{ ...FACE, w: Number.NaN }], advisory);
    expect(t.pending).toBeNull();
    expect(t.reject).toBe("size");
  });
});
