import { Eyes } from "../../src/monitor/eyes";
import { DEFAULT_SETTINGS as S } from "../../src/monitor/settings";

const OPEN = 0.06;
const CLOSED = 0.92;

/** Feeds readings of alternating eyes at `fps`; C closed, O open, - no reading, or a number. */
class Story {
  readonly eyes = new Eyes();
  readonly events: string[] = [];
  now_ms = 0;
  private i = 0;

  constructor(readonly fps: number) {
    this.eyes.gap_max_ms = Math.max(S.EYE_GAP_MAX_S, S.EYE_GAP_MAX_FRAMES / fps) * 1000;
    this.eyes.recent.resize(Math.round(3 * fps));
    this.eyes.sustained.resize(Math.round(8 * fps));
  }

  read(readings: string | readonly number[]): this {
    for (const r of readings) {
      this.now_ms += 1000 / this.fps;
      this.i += 1;
      const side = this.i % 2 === 0 ? "left" : "right";
      const value = r === "C" ? CLOSED : r === "O" ? OPEN : r;
      if (typeof value !== "number") this.eyes.tick(this.now_ms, S);
      else this.tell(this.eyes.update(side, value, this.now_ms, S));
    }
    return this;
  }

  private tell(event: string | null): void {
    if (event !== null) this.events.push(event);
  }
}

const O = (n: number) => "O".repeat(n);
const C = (n: number) => "C".repeat(n);

describe("shut or open", () => {
  test("one false reading neither shuts the eyes nor opens them", () => {
    const story = new Story(10).read(`${O(10)}C`);
    expect(story.eyes.shut).toBe(false);
    story.read("O");
    expect(story.eyes.shut).toBe(false);
    story.read(C(4));
    expect(story.eyes.shut).toBe(true);
    story.read("OC");
    expect(story.eyes.shut).toBe(true);
  });

  test("two readings make a judgement", () => {
    expect(new Story(10).read(`${O(10)}CC`).eyes.shut).toBe(true);
    expect(new Story(10).read(`${C(10)}OO`).eyes.shut).toBe(false);
  });

  test("at 25 frames per second a pair of false readings does not open them either", () => {
    expect(new Story(25).read(`${C(10)}OOCC`).events).toEqual([]);
    expect(new Story(25).read(`${C(10)}OOOO`).events).toEqual(["blink"]);
  });

  test("across a lost frame the newer reading stands alone", () => {
    expect(new Story(5).read(`${C(4)}-O`).eyes.shut).toBe(false);
    expect(new Story(5).read(`${O(4)}-C`).eyes.shut).toBe(true);
  });

  test("follows the threshold in force", () => {
    expect(new Story(10).read([OPEN, 0.62, 0.59]).eyes.shut).toBe(true);
    expect(new Story(10).read([OPEN, 0.62, 0.57]).eyes.shut).toBe(false);
  });

  test("a reading that is no number is none", () => {
    const story = new Story(10).read(C(5)).read([Number.NaN, Infinity]);
    expect(story.eyes.closed).toBe(CLOSED);
    expect(story.eyes.shut).toBe(true);
  });

  test("readings beyond 0 and 1 count as 0 and 1", () => {
    expect(new Story(10).read([7, 7]).eyes.smooth).toBe(1);
    expect(new Story(10).read([-7, -7]).eyes.smooth).toBe(0);
  });
});

describe("an eye that reads high when open", () => {
  const glasses = (n: number) => Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 0.5 : OPEN));

  test("is corrected for its own level, once that is known", () => {
    const story = new Story(10).read(glasses(600));
    expect(story.eyes.smooth).toBeLessThan(0.15);
    expect(story.eyes.shut).toBe(false);
    expect(story.read([0.85, CLOSED, 0.85]).eyes.shut).toBe(true);
  });

  test("of another driver starts from scratch", () => {
    const story = new Story(10).read(glasses(600));
    story.eyes.reset();
    expect(story.read([0.5, 0.5]).eyes.smooth).toBe(0.5);
  });
});

describe("how long the eyes are shut", () => {
  test.each([5, 10, 15, 25])("counts from the first closed reading at %d frames per second", (fps) => {
    const story = new Story(fps).read(O(fps)).read(C(fps));
    expect(story.eyes.closure_ms).toBeCloseTo(1000 - 1000 / fps, 6);
  });

  test("is nothing while they are open", () => {
    expect(new Story(10).read(`${C(9)}OO`).eyes.closure_ms).toBe(0);
  });

  test("does not grow on open readings", () => {
    const story = new Story(10).read(C(5));
    const before = story.eyes.closure_ms;
    expect(story.read("O").eyes.closure_ms).toBe(before);
  });

  test("does not count what was not seen", () => {
    const story = new Story(10).read(C(6)).read("-".repeat(6)).read("CC");
    expect(story.eyes.closure_ms).toBeCloseTo(100, 6);
  });

  test("bridges a few lost frames", () => {
    expect(new Story(5).read(C(3)).read("---").read("C").eyes.closure_ms).toBeCloseTo(1200, 6);
    expect(new Story(5).read(C(3)).read("----").read("C").eyes.closure_ms).toBe(0);
  });
});

describe("microsleep", () => {
  const isMicrosleep = (fps: number, readings: string) =>
    new Story(fps).read(O(fps)).read(readings).eyes.isMicrosleep(S);

  test("is one closure of 1.1 s, to the frame", () => {
    expect(isMicrosleep(10, C(11))).toBe(false);
    expect(isMicrosleep(10, C(12))).toBe(true);
    expect(isMicrosleep(25, C(28))).toBe(false);
    expect(isMicrosleep(25, C(29))).toBe(true);
  });

  test("is not told on an open reading", () => {
    expect(isMicrosleep(10, `${C(12)}O`)).toBe(false);
  });

  test("takes longer where the eyes may have opened for a moment", () => {
    expect(isMicrosleep(5, "CCCOCCC")).toBe(false);
    expect(isMicrosleep(5, "CCCOCCCCC")).toBe(true);
  });

  test("is no row of blinks that a low frame rate hardly separates", () => {
    expect(isMicrosleep(5, "CCCO".repeat(6))).toBe(false);
    const story = new Story(5);
    for (let i = 0; i < 40; i += 1) {
      story.read("CCCO"[i % 4] ?? "");
      expect(story.eyes.isMicrosleep(S)).toBe(false);
    }
  });

  test("may still come while one closure goes on, and not while blinks follow each other", () => {
    expect(new Story(5).read(`OO${C(4)}`).eyes.mayBecomeMicrosleep(S)).toBe(true);
    expect(new Story(5).read(`OO${C(3)}`).eyes.mayBecomeMicrosleep(S)).toBe(false);
    expect(new Story(5).read(`OO${C(8)}`).eyes.mayBecomeMicrosleep(S)).toBe(false);
    expect(new Story(5).read("OOCCCOCCCOCCC").eyes.mayBecomeMicrosleep(S)).toBe(false);
  });
});

describe("blinks", () => {
  test.each([
    [5, 2, "blink"],
    [5, 3, "long_blink"],
    [10, 3, "blink"],
    [10, 4, "blink"],
    [10, 5, "long_blink"],
    [25, 9, "blink"],
    [25, 11, "blink"],
    [25, 12, "long_blink"],
  ])("at %d frames per second %d closed readings are a %s", (fps, n, event) => {
    expect(new Story(fps).read(O(5)).read(C(n)).read(O(6)).events).toEqual([event]);
  });

  test("whose end was not seen are none", () => {
    expect(new Story(10).read(C(5)).read("-".repeat(9)).read(O(5)).events).toEqual([]);
  });

  test("are remembered as long for ten seconds", () => {
    const story = new Story(10).read(C(5)).read(O(4)).read(C(5)).read(O(4));
    expect(story.eyes.longBlinks(story.now_ms, S)).toBe(2);
    story.read(O(90));
    expect(story.eyes.longBlinks(story.now_ms, S)).toBe(1);
    story.read(O(20));
    expect(story.eyes.longBlinks(story.now_ms, S)).toBe(0);
  });
});

describe("shares of time", () => {
  test("PERCLOS is the closed share of the last three seconds", () => {
    const story = new Story(10).read(O(60)).read(C(12)).read(O(6));
    expect(story.eyes.recent.share).toBeCloseTo(0.4, 10);
    story.read(O(13));
    expect(story.eyes.recent.share).toBeCloseTo(11 / 30, 10);
    story.read(O(30));
    expect(story.eyes.recent.share).toBe(0);
  });

  test("counts what has not been read as open", () => {
    expect(new Story(10).read(C(3)).eyes.recent.share).toBeCloseTo(0.1, 10);
  });

  test("is forgotten after three seconds without a reading", () => {
    const story = new Story(10).read(C(20));
    story.read("-".repeat(30));
    expect(story.eyes.recent.share).toBeGreaterThan(0);
    story.read("-");
    expect(story.eyes.recent.share).toBe(0);
    expect(story.eyes.sustained.share).toBe(0);
  });

  test("a closure told as a microsleep is no evidence of slow blinks, and the next one is", () => {
    const story = new Story(10).read(C(12));
    story.eyes.tell();
    expect(story.eyes.sustained.share).toBe(0);
    story.read(C(10)).read(O(5));
    expect(story.eyes.sustained.share).toBe(0);
    expect(story.eyes.longBlinks(story.now_ms, S)).toBe(0);
    expect(story.events).toEqual(["long_blink"]);
    story.read(C(8)).read(O(5));
    expect(story.eyes.sustained.share).toBeCloseTo(0.1, 10);
    expect(story.eyes.longBlinks(story.now_ms, S)).toBe(1);
  });
});
