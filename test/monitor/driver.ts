import type { Detection, EyeObservation, FrameObservation, Health } from "../../src/monitor/observation";
import { cents, type Pose, seen } from "./face_model";
import { Random } from "./random";
import { Timeline } from "./timeline";

// The test runner makes every access to a global slow, and an hour of driving has millions of them.
const { floor, min, max, abs } = Math;

/** `good`; `poor`: one frame in five lost, landmarks a pixel off, single-frame false faces; `blank`: the same, but a lost frame still comes, with nothing seen in it. */
export type Camera = "good" | "poor" | "blank";

export interface DriveOptions {
  readonly fps: number;
  readonly seed?: number;
  readonly camera?: Camera;
  /** Distance between the eyes, px of the 240x240 frame. */
  readonly eye_dist?: number;
  /** The right eye reads worse: higher when open, lower when closed. */
  readonly glasses?: boolean;
}

const DETECT_EVERY = 3;
const HOLD_ATTEMPTS = 5;
const SIN_30 = 0.5;

/**
 * Tells the story of one drive and shows it as a camera with models would: one observation per frame.
 * Every act begins where the one before ended; `now_s` is where the story stands.
 */
export class Drive {
  now_s = 0;
  private readonly lids = new Timeline();
  private readonly mouths = new Timeline();
  private readonly talks = new Timeline();
  private readonly turns = new Timeline();
  private readonly nods = new Timeline();
  private readonly absences = new Timeline();
  private readonly faults = new Timeline();
  private readonly story: Random;

  constructor(readonly options: DriveOptions) {
    this.story = new Random((options.seed ?? 1) * 7919);
  }

  /** 12-20 quick blinks a minute of 100-350 ms, a mirror look now and then, some talking. */
  awake(seconds: number): this {
    const end_s = this.now_s + seconds;
    const blinks_per_s = this.story.between(12, 20) / 60;
    for (let t = this.now_s + this.pause(1 / blinks_per_s); t < end_s - 1; ) {
      const lasts = this.story.between(0.1, 0.35);
      this.lids.add(t, t + lasts);
      t += lasts + this.pause(1 / blinks_per_s - 0.225);
    }
    for (let t = this.now_s + this.pause(8); t < end_s - 1.2; t += 1 + this.pause(12)) {
      this.turns.add(t, t + 1, this.story.between(-SIN_30, SIN_30));
    }
    for (let t = this.now_s + this.pause(20); t < end_s - 12; ) {
      const lasts = this.story.between(2, 10);
      this.talks.add(t, t + lasts, this.story.between(0.2, 0.4));
      t += lasts + this.pause(30);
    }
    return this.pass(seconds);
  }

  /** Looks ahead, without even a blink. */
  still(seconds: number): this {
    return this.pass(seconds);
  }

  closeEyes(seconds: number): this {
    this.lids.add(this.now_s, this.now_s + seconds);
    return this.pass(seconds);
  }

  /** Blinks of `closed_s`, so often that the eyes are closed for `perclos` of the time. */
  slowBlinks(seconds: number, perclos: number, closed_s = 0.5): this {
    const period_s = closed_s / perclos;
    const end_s = this.now_s + seconds;
    for (let t = this.now_s; t + closed_s <= end_s; t += period_s) this.lids.add(t, t + closed_s);
    return this.pass(seconds);
  }

  yawn(seconds: number, depth = 1): this {
    this.mouths.add(this.now_s, this.now_s + seconds, depth);
    return this.pass(seconds);
  }

  /** The head drops (25 degrees) and snaps back. */
  nod(seconds: number, sine = 0.42): this {
    this.nods.add(this.now_s, this.now_s + seconds, sine);
    return this.pass(seconds);
  }

  talk(seconds: number, depth = 0.4): this {
    this.talks.add(this.now_s, this.now_s + seconds, depth);
    return this.pass(seconds);
  }

  /** Looks into a mirror: `sine` of the yaw, 0.5 is 30 degrees to the right of the image. */
  mirror(seconds: number, sine = SIN_30): this {
    this.turns.add(this.now_s, this.now_s + seconds, sine);
    return this.pass(seconds);
  }

  /** The seat is empty. */
  leave(seconds: number): this {
    this.absences.add(this.now_s, this.now_s + seconds);
    return this.pass(seconds);
  }

  deadCamera(seconds: number): this {
    this.faults.add(this.now_s, this.now_s + seconds, 1);
    return this.pass(seconds);
  }

  failedModel(seconds: number): this {
    this.faults.add(this.now_s, this.now_s + seconds, 2);
    return this.pass(seconds);
  }

  /** Every frame of the story so far. */
  *frames(): Generator<FrameObservation> {
    for (const line of [this.lids, this.mouths, this.talks, this.turns, this.nods, this.absences, this.faults])
      line.rewind();
    const { fps, seed = 1, camera = "good", glasses = false } = this.options;
    const random = new Random(seed);
    const frames = floor(this.now_s * fps + 0.5);
    let unseen = HOLD_ATTEMPTS;
    for (let i = 0; i < frames; i += 1) {
      const t_s = i / fps;
      const t_ms = floor(t_s * 1000 + 0.5);
      const health = this.healthAt(t_s);
      if (health !== "ok") {
        yield { t_ms, health };
        continue;
      }
      const lost = camera !== "good" && random.chance(0.2);
      const attempt = i % DETECT_EVERY === 0;
      const gone = this.absences.at(t_s) !== undefined;
      const faces = this.facesAt(t_s, gone, random);
      if (lost && camera === "poor") continue;
      if (attempt) unseen = lost || gone ? unseen + 1 : 0;
      // An eye is cropped as long as vision has a face to crop it from, be it only a held box over an empty seat.
      const cropped = !lost && unseen < HOLD_ATTEMPTS;
      const side = i % 2 === 0 ? "left" : "right";
      const closed = gone ? random.next() : this.readingAt(t_s, glasses && side === "right", random);
      const eye: EyeObservation = { side, closed: cents(closed) };
      yield { t_ms, health, ...(attempt ? { detect: lost ? [] : faces } : {}), ...(cropped ? { eye } : {}) };
    }
  }

  private healthAt(t_s: number): Health {
    const fault = this.faults.at(t_s);
    if (fault === undefined) return "ok";
    return fault.depth === 1 ? "camera-fault" : "model-fault";
  }

  private facesAt(t_s: number, gone: boolean, random: Random): Detection[] {
    const { camera = "good", eye_dist = 50 } = this.options;
    const noise_px = camera === "good" ? 0.3 : 1;
    const faces: Detection[] = [];
    if (!gone) faces.push(seen(this.poseAt(t_s, eye_dist), noise_px, random));
    if (camera !== "good" && random.chance(0.1)) faces.unshift(falseFace(random));
    return faces;
  }

  private poseAt(t_s: number, eye_dist: number): Pose {
    const pitch = this.nods.level(t_s, 0.15);
    return {
      x: 120 + 4 * wave(t_s / 7),
      y: 100 + 2 * wave(t_s / 11),
      eye_dist: eye_dist * (1 + 0.03 * wave(t_s / 13)),
      yaw: this.turns.level(t_s, 0.2) + 0.04 * wave(t_s / 5),
      pitch: pitch + 0.03 * wave(t_s / 3),
      mouth: max(this.mouths.level(t_s, 0.4), (this.talks.level(t_s, 0.1) * (1 + wave(t_s * 3.1))) / 2),
    };
  }

  /** P(closed) as real eye models give it: noisy, now and then plainly wrong, lifted by yaw and by a lowered head. */
  private readingAt(t_s: number, glasses: boolean, random: Random): number {
    const lid = this.lids.level(t_s, 0.03);
    const open = random.chance(0.03) ? random.between(0.15, 0.5) : random.between(0.02, 0.15);
    const closed = random.chance(0.03) ? random.between(0.2, 0.8) : random.between(0.85, 0.99);
    let reading = open + (closed - open) * lid;
    if (glasses) reading = 0.25 + reading * 0.45;
    const away = 0.3 * abs(this.turns.level(t_s, 0.2)) + 0.3 * this.nods.level(t_s, 0.15);
    return min(1, reading + away);
  }

  /** Time to the next event of a kind that comes every `mean_s` on average; never less than a third of that. */
  private pause(mean_s: number): number {
    return mean_s * this.story.between(0.35, 1.65);
  }

  private pass(seconds: number): this {
    this.now_s += seconds;
    return this;
  }
}

/** Something that looks like a face to the detector, for one frame, anywhere. */
function falseFace(random: Random): Detection {
  const eye_dist = random.between(15, 60);
  const face = seen(
    { x: random.between(40, 200), y: random.between(40, 160), eye_dist, yaw: 0, pitch: 0, mouth: random.next() },
    1,
    random,
  );
  return { ...face, score: cents(random.between(0.4, 0.8)) };
}

/** Back and forth between -1 and 1, once per unit of `phase`, in straight lines. */
function wave(phase: number): number {
  const p = phase - floor(phase);
  return p < 0.5 ? 4 * p - 1 : 3 - 4 * p;
}
