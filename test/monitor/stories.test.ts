/**
 * What a driver does, and what the monitor must answer: the behaviour table of the design, at every frame rate, with
 * several drivers (seeds), glasses, faces near and far, before a good camera and a poor one.
 */
import type { Camera } from "./driver";
import { Drive } from "./driver";
import { type Announcement, announcements, reasons, verdicts } from "./watch";

const RATES = [5, 10, 15, 25];
const SEEDS = [1, 2, 3, 4, 5, 6];

/** Tells the story to `SEEDS.length` drivers; where it began is handed to `check`. */
function each(fps: number, camera: Camera, tell: (drive: Drive) => void, check: (made: Announcement[]) => void): void {
  for (const seed of SEEDS) {
    const drive = new Drive({ fps, seed, camera, glasses: seed % 3 === 0, eye_dist: 40 + 5 * (seed % 4) });
    // Not a whole number of frames, so that what the driver does starts anywhere between two of them.
    drive.awake(10 + seed * 0.137);
    const began_s = drive.now_s;
    tell(drive);
    check(announcements(drive.frames()).map(({ reason, t_s }) => ({ reason, t_s: t_s - began_s })));
  }
}

const only = (made: Announcement[]) => made.map(({ reason }) => reason);

describe.each(RATES)("at %d frames per second", (fps) => {
  test("eyes that close and stay closed are a microsleep, 1.0 to 2.0 s after they closed", () => {
    each(
      fps,
      "good",
      (drive) => drive.closeEyes(3).awake(8),
      (made) => {
        expect(only(made)).toEqual(["microsleep"]);
        expect(made[0]!.t_s).toBeGreaterThanOrEqual(1);
        expect(made[0]!.t_s).toBeLessThanOrEqual(2);
      },
    );
  });

  test("who sleeps on is told again, first as drowsy, then as a microsleep", () => {
    each(
      fps,
      "good",
      (drive) => drive.closeEyes(34),
      (made) => {
        expect(only(made)).toEqual(["microsleep", "drowsy", "microsleep"]);
        expect(made[1]!.t_s - made[0]!.t_s).toBeCloseTo(4, 0);
        expect(made[2]!.t_s - made[0]!.t_s).toBeGreaterThan(29.999);
      },
    );
  });

  test.each([0.4, 0.5])("half-second blinks at PERCLOS %d are drowsy within 10 s", (perclos) => {
    each(
      fps,
      "good",
      (drive) => drive.slowBlinks(15, perclos),
      (made) => {
        expect(only(made)).toEqual(["drowsy"]);
        expect(made[0]!.t_s).toBeLessThanOrEqual(10);
      },
    );
  });

  test("a drowsy driver is told again after thirty seconds, not before", () => {
    each(
      fps,
      "good",
      (drive) => drive.slowBlinks(45, 0.45),
      (made) => {
        expect(only(made)).toEqual(["drowsy", "drowsy"]);
        expect(made[1]!.t_s - made[0]!.t_s).toBeGreaterThan(29.999);
      },
    );
  });

  test.each([3, 4.5, 6])("a yawn of %d s is yawning, once", (seconds) => {
    each(
      fps,
      "good",
      (drive) => drive.yawn(seconds).awake(8),
      (made) => {
        expect(only(made)).toEqual(["yawning"]);
        expect(made[0]!.t_s).toBeLessThanOrEqual(4);
      },
    );
  });

  test("yawns seven seconds apart are told every thirty seconds at most", () => {
    each(
      fps,
      "good",
      (drive) => drive.yawn(4).awake(7).yawn(4).awake(7).yawn(4).awake(10),
      (made) => {
        expect(only(made)).toEqual(["yawning"]);
      },
    );
    each(
      fps,
      "good",
      (drive) => drive.yawn(4).awake(30).yawn(4).awake(5),
      (made) => {
        expect(only(made)).toEqual(["yawning", "yawning"]);
      },
    );
  });

  // Half-second nods fall between two detections at 5 frames per second as often as not.
  test.each(fps === 5 ? [0.8, 1.3, 2] : [0.5, 1.3, 2])("a nod of %d s is a head_nod", (seconds) => {
    each(
      fps,
      "good",
      (drive) => drive.nod(seconds).awake(8),
      (made) => {
        expect(only(made)).toEqual(["head_nod"]);
        expect(made[0]!.t_s).toBeLessThanOrEqual(seconds + 2);
      },
    );
  });

  test("a driver who leaves is told once, three seconds after the hold ran out", () => {
    for (const seed of SEEDS) {
      const all = verdicts(new Drive({ fps, seed }).awake(10.3).leave(30).frames());
      const alerts = all.filter(({ alert }) => alert !== null);
      expect(alerts.map(({ alert }) => alert)).toEqual(["no_driver"]);
      const left = all.find(({ t_ms, driver }) => t_ms > 10_300 && !driver)!;
      expect(left.presence).toBe("absent");
      expect(alerts[0]!.t_ms - left.t_ms).toBeGreaterThanOrEqual(3000);
      expect(alerts[0]!.t_ms - left.t_ms).toBeLessThan(3000 + 1001 / fps);
      // The hold: five attempts, one on every third frame.
      expect(left.t_ms - 10_300).toBeGreaterThan((4 * 3 * 1000) / fps);
      expect(left.t_ms - 10_300).toBeLessThanOrEqual((5 * 3 * 1000) / fps);
    }
  });

  test("a driver who comes back is told again when the seat empties once more", () => {
    each(
      fps,
      "good",
      (drive) => drive.leave(12).awake(3).leave(12),
      (made) => {
        expect(only(made)).toEqual(["no_driver", "no_driver"]);
      },
    );
  });

  test("a head that shows up for a moment does not make a new absence", () => {
    // One detection: too little to be anybody.
    each(
      fps,
      "good",
      (drive) =>
        drive
          .leave(12)
          .still(1 / fps)
          .leave(12),
      (made) => {
        expect(only(made)).toEqual(["no_driver"]);
      },
    );
  });

  test("a seat that is empty from the start is told when the warm-up is over", () => {
    const made = announcements(new Drive({ fps, seed: 1 }).leave(20).frames());
    expect(made).toEqual([{ reason: "no_driver", t_s: 5 }]);
  });

  test.each(["deadCamera", "failedModel"] as const)(
    "a %s is a fault, never an empty seat, and warms up again",
    (fault) => {
      for (const seed of SEEDS) {
        const drive = new Drive({ fps, seed }).awake(10).leave(4);
        drive[fault](30);
        const all = verdicts(drive.leave(20).frames());
        const during = all.filter(({ t_ms }) => t_ms >= 14_000 && t_ms < 44_000);
        expect(new Set(during.map(({ presence }) => presence))).toEqual(new Set(["fault"]));
        expect(during.every(({ alert, absent_s, risk }) => alert === null && absent_s === 0 && risk === 0)).toBe(true);
        const after = all.filter(({ t_ms }) => t_ms >= 44_000);
        expect(after[0]).toMatchObject({ presence: "warmup", absent_s: 0 });
        expect(after.find(({ presence }) => presence !== "warmup")!.t_ms).toBe(49_000);
        expect(after.filter(({ alert }) => alert !== null).map(({ t_ms }) => t_ms)).toEqual([49_000]);
      }
    },
  );

  test("of several reasons at once the gravest is told", () => {
    each(
      fps,
      "good",
      (drive) => drive.slowBlinks(2.5, 0.42).closeEyes(3),
      (made) => {
        expect(only(made)[0]).toBe("microsleep");
      },
    );
  });
});

describe.each([10, 15, 25])("before a poor camera at %d frames per second", (fps) => {
  // Blank frames are misses: at low rates two in a row are no longer rare, and a late answer is the right one.
  const cameras: Camera[] = fps > 10 ? ["poor", "blank"] : ["poor"];

  test.each(cameras)("(%s) the answers are the same", (camera) => {
    each(
      fps,
      camera,
      (drive) => drive.closeEyes(3).awake(8),
      (made) => {
        expect(only(made)).toEqual(["microsleep"]);
        expect(made[0]!.t_s).toBeGreaterThanOrEqual(1);
        expect(made[0]!.t_s).toBeLessThanOrEqual(2);
      },
    );
    each(
      fps,
      camera,
      (drive) => drive.slowBlinks(10, 0.4),
      (made) => expect(only(made)).toEqual(["drowsy"]),
    );
    each(
      fps,
      camera,
      (drive) => drive.yawn(4.5).awake(8),
      (made) => expect(only(made)).toEqual(["yawning"]),
    );
    each(
      fps,
      camera,
      (drive) => drive.nod(1.6).awake(8),
      (made) => expect(only(made)).toEqual(["head_nod"]),
    );
    each(
      fps,
      camera,
      (drive) => drive.leave(14),
      (made) => expect(only(made)).toEqual(["no_driver"]),
    );
  });
});

describe("before a poor camera at 5 frames per second", () => {
  /** Every fifth frame is lost: with detection on every third, one attempt in five. */
  function everyFifthLost(tell: (drive: Drive) => void): string[][] {
    return SEEDS.map((seed) => {
      const drive = new Drive({ fps: 5, seed: seed + 20 }).awake(10 + seed * 0.137);
      tell(drive);
      return reasons([...drive.frames()].filter((_, i) => i % 5 !== seed % 5));
    });
  }

  test("the answers are the same", () => {
    const all = (reason: string) => SEEDS.map(() => [reason]);
    expect(everyFifthLost((drive) => drive.closeEyes(3).awake(8))).toEqual(all("microsleep"));
    expect(everyFifthLost((drive) => drive.slowBlinks(10, 0.4))).toEqual(all("drowsy"));
    expect(everyFifthLost((drive) => drive.yawn(4.5).awake(8))).toEqual(all("yawning"));
    expect(everyFifthLost((drive) => drive.nod(1.6).awake(8))).toEqual(all("head_nod"));
    expect(everyFifthLost((drive) => drive.leave(14))).toEqual(all("no_driver"));
  });
});

describe("sixty minutes awake", () => {
  const hour = (fps: number, camera: Camera, seed: number) =>
    announcements(new Drive({ fps, seed, camera, glasses: seed === 2, eye_dist: 50 - 5 * seed }).awake(3600).frames());

  test.each(RATES)("at %d frames per second nothing is announced", (fps) => {
    for (const seed of [1, 2, 3]) expect(hour(fps, "good", seed)).toEqual([]);
  });

  test.each(RATES)("before a poor camera at %d frames per second neither", (fps) => {
    for (const seed of [2, 3]) expect(hour(fps, "poor", seed)).toEqual([]);
  });

  test("talking all the time neither", () => {
    for (const fps of RATES) {
      const drive = new Drive({ fps, seed: 3 }).awake(10);
      for (let i = 0; i < 60; i += 1) drive.talk(25, 0.4).mirror(1, -0.5).still(1).mirror(1, 0.5).still(2);
      expect(announcements(drive.frames())).toEqual([]);
    }
  });
});
