import type { EyeRoi } from "../../../board/vision";
import { FRAME_SIDE_PX } from "../../../constants";
import type { Detection, EyeObservation, EyeSide, Point } from "../../../monitor/observation";
import { DEFAULT_SETTINGS } from "../../../monitor/settings";
import type { PixelCore } from "./core";
import type { EyeModel } from "./eye_model";
import type { FaceDetector } from "./face_detector";
import type { FrameResult } from "./messages";
import type { CameraFormat } from "./source";

const { DETECT_EVERY } = DEFAULT_SETTINGS;
const SIDE = FRAME_SIDE_PX;
const FRAME_BYTES = SIDE * SIDE * 2;
const round = (value: number, steps: number) => Math.round(value * steps) / steps;

/** Whether two eyes can be those of a face in the frame. What reaches over the border is cropped all the same. */
function croppable(at: Point, other: Point): boolean {
  const apart = Math.hypot(at[0] - other[0], at[1] - other[1]);
  const near = (v: number) => v > -SIDE && v < 2 * SIDE;
  return apart >= 2 && apart <= SIDE && near(at[0]) && near(at[1]);
}

/** The steps that every frame goes through. One frame at a time; buffers are kept, nothing is allocated per frame but results. */
export class Pipeline {
  #core: PixelCore;
  #detector: FaceDetector | null;
  #eyes: EyeModel | null;
  #next = new Uint8Array(FRAME_BYTES);
  #current = new Uint8Array(FRAME_BYTES);
  #detected = new Uint8Array(FRAME_BYTES);
  #has_detected = false;
  #rgb = new Uint8Array(SIDE * SIDE * 3);
  #crop: Uint8Array<ArrayBuffer>;
  #frames = 0;
  #detecting = true;
  #side: EyeSide = "right";
  #track: Detection | null = null;

  /** A model that did not load is null: its step is left out, everything else runs. */
  constructor(core: PixelCore, detector: FaceDetector | null, eyes: EyeModel | null) {
    this.#core = core;
    this.#detector = detector;
    this.#eyes = eyes;
    this.#crop = new Uint8Array(core.EYE_CROP_PX * core.EYE_CROP_PX);
  }

  /** Where the next eye crop is taken. */
  set track(face: Detection | null) {
    this.#track = face;
  }

  /** False leaves face detection out, as if no frame were due for it. */
  set detecting(on: boolean) {
    this.#detecting = on;
  }

  /** The eye crop taken last, 32x32 grey. Valid until the next `process`. */
  get crop(): Uint8Array {
    return this.#crop;
  }

  /** The upright frame that `process` saw last, RGB565. Valid until the next `process`. */
  get frame(): Uint8Array {
    return this.#current;
  }

  /** The very frame that the detector last received (or would have, had it loaded); null before the first. */
  get detectorFrame(): Uint8Array | null {
    return this.#has_detected ? this.#detected : null;
  }

  /** Takes a frame in from a source, upright. A frame not yet processed is replaced: the newest wins. */
  accept(pixels: Uint8Array, format: CameraFormat): void {
    const { orient, BYTE_SWAP, ROTATE_180 } = this.#core;
    const flags = (format.byte_swap ? BYTE_SWAP : 0) + (format.rotate_180 ? ROTATE_180 : 0);
    orient(pixels, SIDE, SIDE, this.#next, flags);
  }

  /** Works on the frame accepted last. */
  async process(): Promise<FrameResult> {
    [this.#current, this.#next] = [this.#next, this.#current];
    const image = this.#core.stats(this.#current, SIDE, SIDE);
    const due = this.#frames++ % DETECT_EVERY === 0 && this.#detecting;
    const detection = due ? await this.#detect() : {};
    const eye = await this.#look();
    return { image, roi: null, detect_ms: null, eye_ms: null, ...detection, ...eye };
  }

  async #detect(): Promise<Partial<FrameResult>> {
    this.#detected.set(this.#current);
    this.#has_detected = true;
    if (!this.#detector) return {};
    const start_ms = performance.now();
    this.#core.convert(this.#detected, SIDE, SIDE, this.#rgb, 3);
    const detect = await this.#detector.detect(this.#rgb);
    return { detect, detect_ms: round(performance.now() - start_ms, 100) };
  }

  /** One eye per frame, the other one next time. */
  async #look(): Promise<Partial<FrameResult>> {
    const face = this.#track;
    if (!face || !this.#eyes) return {};
    const start_ms = performance.now();
    this.#side = this.#side === "left" ? "right" : "left";
    const [left, right] = face.lm;
    const [at, other] = this.#side === "left" ? [left, right] : [right, left];
    if (!croppable(at, other)) return {};
    const { cx, cy, side } = this.#core.eyeSquare(at[0], at[1], other[0], other[1]);
    this.#core.eyeCrop(this.#current, SIDE, SIDE, this.#crop, cx, cy, side, 2);
    const eye: EyeObservation = { side: this.#side, closed: await this.#eyes.closed(this.#crop) };
    const roi: EyeRoi = {
      side: this.#side,
      x: round(cx - side / 2, 100),
      y: round(cy - side / 2, 100),
      w: round(side, 100),
    };
    return { eye, roi, eye_ms: round(performance.now() - start_ms, 100) };
  }
}
