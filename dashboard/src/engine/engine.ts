/** Camera in, decisions, and a view of every moment out. */
import type { VisionHealth } from "../../../src/board/vision";
import { loadCore, type PixelCore } from "../../../src/boards/host/vision/core";
import type { FramePixels } from "../../../src/boards/host/vision/messages";
import type { HostVision, HostVisionFrame } from "../../../src/boards/host/vision/vision";
import { FRAME_SIDE_PX } from "../../../src/constants";
import type { EyeSide, FrameObservation } from "../../../src/monitor/observation";
import type { Verdict } from "../../../src/monitor/state";
import type { Config, ConfigChange } from "../config/keys";
import { configOf, type ViewConfig } from "../config/settings";
import type { Mode } from "../options";
import { type CropSquare, cropGrey, FACE_INPUT_PX, faceSquare } from "./crop";
import type { FaceModel } from "./face_model";
import { Session } from "./session";
import { type Grey, topState, type View } from "./view";

/** A crop older than this is not shown as what the model sees now. */
const CROP_MAX_MS = 1000;

export interface EngineOptions {
  readonly mode: Mode;
  readonly vision: Pick<HostVision, "start" | "stop" | "setTrack" | "detection" | "running" | "health">;
  /** The alert/drowsy model; null in mode eye, and where no trained file is there. */
  readonly face_model: FaceModel | null;
  /** Every observation as it is judged. */
  readonly onObservation?: (o: FrameObservation, v: Verdict) => void;
  /** A new moment, after it was judged. */
  readonly onView?: () => void;
}

export interface Timing {
  /** Milliseconds that the last detection, eye reading and face reading took; null before the first. */
  readonly detect: number | null;
  readonly eye: number | null;
  readonly face: number | null;
  /** Milliseconds between the last two frames. */
  readonly interval: number | null;
}

interface Crop extends Grey {
  readonly t_ms: number;
}

export class Engine {
  readonly mode: Mode;
  readonly session = new Session();
  readonly #options: EngineOptions;
  readonly #core: PixelCore = loadCore();
  readonly #grey = new Uint8Array(FRAME_SIDE_PX * FRAME_SIDE_PX);
  #view_config: ViewConfig = { zoom: 1, face_detect: true };
  #frame: HostVisionFrame | null = null;
  #pixels: FramePixels | null = null;
  #eyes: Record<EyeSide, Crop | null> = { left: null, right: null };
  #tensor: Crop | null = null;
  #square: CropSquare | null = null;
  #timing: Timing = { detect: null, eye: null, face: null, interval: null };
  #frame_t_ms: number | null = null;
  #failure: string | null = null;
  /** Frames are judged one after the other, also where a model answers late. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: EngineOptions) {
    this.#options = options;
    this.mode = options.mode;
  }

  /** The capture thread is alive, and what it gives is judged. */
  get running(): boolean {
    return this.#options.vision.running && this.#failure === null;
  }

  /** Why frames are not judged any more; null while they are. */
  get failure(): string | null {
    return this.#failure;
  }

  get health(): VisionHealth {
    return this.#options.vision.health;
  }

  get timing(): Timing {
    return this.#timing;
  }

  /** Time of the last frame, on the clock of the observations; null before the first. */
  get frame_t_ms(): number | null {
    return this.#frame_t_ms;
  }

  /** Time of the last observation, be it a frame or a tick of the watchdog; 0 before the first. */
  get t_ms(): number {
    return this.#frame?.observation.t_ms ?? 0;
  }

  get square(): CropSquare | null {
    return this.#square;
  }

  /** The last frame as vision reported it; null before the first. */
  get frame(): HostVisionFrame | null {
    return this.#frame;
  }

  /** A trained model stands behind the score. */
  get trained(): boolean {
    return this.mode === "eye" ? this.health.eye_model : this.#options.face_model !== null;
  }

  get config(): Config {
    return configOf(this.session.settings, this.#view_config, this.session.state.fps);
  }

  /** Null before the first camera frame. */
  get view(): View | null {
    if (this.#pixels === null || this.#frame === null) return null;
    const { t_ms } = this.#frame.observation;
    const recent = (crop: Crop | null) => (crop && t_ms - crop.t_ms <= CROP_MAX_MS ? crop : null);
    const { state } = this.session;
    return {
      t_ms,
      frame: this.#pixels.frame,
      state,
      status: topState(state, this.running),
      trained: this.trained,
      roi: this.#frame.roi,
      square: this.#square,
      tensor: recent(this.#tensor),
      eyes: { left: recent(this.#eyes.left), right: recent(this.#eyes.right) },
    };
  }

  start(): void {
    this.#options.vision.start({
      onFrame: (frame) => {
        this.#queue = this.#queue
          .then(() => this.#take(frame))
          .catch((error: Error) => {
            this.#failure = error.message;
          });
      },
      onPreview() {},
    });
  }

  async stop(): Promise<void> {
    await this.#options.vision.stop();
    await this.#queue;
  }

  /** Applies a checked change live. Returns the config in force. */
  configure(change: ConfigChange): Config {
    this.session.configure(change);
    this.#view_config = {
      zoom: change.zoom ?? this.#view_config.zoom,
      face_detect: change.face_detect ?? this.#view_config.face_detect,
    };
    if (change.face_detect !== undefined) {
      this.#options.vision.detection(change.face_detect);
      if (!change.face_detect) this.#options.vision.setTrack(null);
    }
    return this.config;
  }

  reset(): void {
    this.session.reset();
    this.#options.vision.setTrack(null);
    this.#eyes = { left: null, right: null };
    this.#tensor = null;
  }

  async #take(frame: HostVisionFrame): Promise<void> {
    const { pixels } = frame;
    if (pixels) this.#see(frame, pixels);
    const reading = pixels && this.mode === "face" ? await this.#readFace(pixels, frame.observation.t_ms) : null;
    const observation = this.#observation(frame.observation, reading);
    const verdict = this.session.observe(observation, pixels !== null, this.trained);
    this.#frame = frame;
    this.#options.vision.setTrack(this.#view_config.face_detect ? this.session.track : null);
    this.#options.onObservation?.(observation, verdict);
    this.#options.onView?.();
  }

  #see(frame: HostVisionFrame, pixels: FramePixels): void {
    const { t_ms, eye } = frame.observation;
    this.#pixels = pixels;
    if (pixels.eye && eye) {
      const crop = { pixels: pixels.eye, side: this.#core.EYE_CROP_PX, t_ms };
      this.#eyes[eye.side] = crop;
      if (this.mode === "eye") this.#tensor = crop;
    }
    this.#timing = {
      detect: frame.detect_ms ?? this.#timing.detect,
      eye: frame.eye_ms ?? this.#timing.eye,
      face: this.#timing.face,
      interval: this.#frame_t_ms === null ? null : t_ms - this.#frame_t_ms,
    };
    this.#frame_t_ms = t_ms;
  }

  /** The crop is taken and shown with or without a trained model; the reading is null without one. */
  async #readFace({ frame }: FramePixels, t_ms: number): Promise<number | null> {
    const face = this.#view_config.face_detect ? this.session.track : null;
    this.#square = faceSquare(face, this.#view_config.zoom);
    this.#core.convert(frame, FRAME_SIDE_PX, FRAME_SIDE_PX, this.#grey, 1);
    const pixels = cropGrey(this.#grey, this.#square);
    this.#tensor = { pixels, side: FACE_INPUT_PX, t_ms };
    const model = this.#options.face_model;
    if (model === null) return null;
    const start_ms = performance.now();
    const drowsy = await model.drowsy(pixels);
    this.#timing = { ...this.#timing, face: Math.round((performance.now() - start_ms) * 100) / 100 };
    // Nobody there: the centre of the frame is shown, but it is no driver to judge.
    return face === null ? null : drowsy;
  }

  /** In mode face, P(drowsy) of the whole face takes the place of P(closed) of an eye; all decisions stay the same. */
  #observation(o: FrameObservation, reading: number | null): FrameObservation {
    const { eye, ...rest } = o;
    if (!this.#view_config.face_detect) return { t_ms: rest.t_ms, health: rest.health };
    if (this.mode === "eye") return o;
    return reading === null ? rest : { ...rest, eye: { side: "left", closed: reading } };
  }
}
