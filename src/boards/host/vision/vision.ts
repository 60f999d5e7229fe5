import path from "node:path";
import type { Vision, VisionCallbacks, VisionFrame, VisionHealth } from "../../../board/vision";
import type { Detection, Health } from "../../../monitor/observation";
import { Backoff } from "./backoff";
import type { FramePixels, FrameResult, FromWorker, WorkerSettings } from "./messages";
import { monotonicMs } from "./source";
import { VisionThread } from "./vision_thread";

/** No frame for this long: the camera is at fault. */
const STALL_MS = 1000;
/** The first frame may take this long, while the models load. */
const BOOT_MS = 5000;
/** Pace of the observations that say so. */
const WATCH_MS = 200;
/** A thread that worked this long starts the waits between restarts anew. */
const HELD_MS = 10000;
const SNAPSHOT_MS = 2000;

export interface HostVisionOptions {
  /** `sim:SCENE`, `file:PATH` or `v4l2:DEV`; `checkCamera` says beforehand what is wrong with it. */
  readonly camera: string;
  /** Milliseconds since the unit's start; never goes back. Default: since the start of the process. */
  readonly now_ms?: () => number;
  /** Which synthetic driver; default 1. */
  readonly seed?: number;
  /** The eye model; default `models/eye_state.tflite` of the project. */
  readonly eye_model?: string;
  /** Folder of the face detector's weights; default those of its package. */
  readonly face_models?: string;
  /** The ffmpeg program; default the one in PATH. */
  readonly ffmpeg?: string;
  /** One line for the person at the log. */
  readonly log?: (line: string) => void;
  /** Whether frames come with their pixels; default false: decisions need none. */
  readonly pixels?: boolean;
  /** A module that exports `openSource(camera)`, instead of the cameras built in. */
  readonly source_module?: string;
}

export interface HostVisionFrame extends VisionFrame {
  /** Null where they were not asked for, and on watchdog ticks. */
  readonly pixels: FramePixels | null;
}

export interface HostVisionCallbacks extends VisionCallbacks {
  onFrame(frame: HostVisionFrame): void;
}

type Snapshot = (jpeg: Uint8Array | null) => void;

/** Vision on a computer: a worker thread sees, this side keeps watch over it and starts it again when it fails. */
export class HostVision implements Vision {
  #settings: WorkerSettings;
  #now_ms: () => number;
  #log: (line: string) => void;
  #callbacks: HostVisionCallbacks | null = null;
  #thread: VisionThread | null = null;
  #backoff = new Backoff();
  #restart: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #preview = { fps: 0, quality: 80 };
  #detecting = true;
  #snapshots = new Map<number, Snapshot>();
  #next_snapshot = 0;
  /** On the clock of `monotonicMs`: until when frames are not yet missed. */
  #patience_ms = 0;
  #thread_started_ms = 0;
  #last_tick_ms = 0;
  #last_t_ms = 0;
  #image: FrameResult["image"] = { luma: 0, min: 0, max: 0, peak: 0 };
  #camera = false;
  #models = false;
  #eye_model = false;

  constructor(options: HostVisionOptions) {
    this.#now_ms = options.now_ms ?? (() => performance.now());
    this.#log = options.log ?? (() => {});
    this.#settings = {
      camera: options.camera,
      seed: options.seed ?? 1,
      ffmpeg: options.ffmpeg ?? "ffmpeg",
      face_models: options.face_models ?? null,
      eye_model: options.eye_model ?? path.join(__dirname, "../../../../models/eye_state.tflite"),
      pixels: options.pixels ?? false,
      source_module: options.source_module ?? null,
    };
  }

  get health(): VisionHealth {
    return { camera: this.#camera, models: this.#models, eye_model: this.#eye_model };
  }

  /** The thread is alive. */
  get running(): boolean {
    return this.#thread !== null;
  }

  /** The id of the ffmpeg process in use, or null. */
  get cameraProcess(): number | null {
    return this.#thread?.child ?? null;
  }

  start(callbacks: HostVisionCallbacks): void {
    if (this.#callbacks) return;
    this.#callbacks = callbacks;
    this.#last_tick_ms = monotonicMs();
    this.#patience_ms = this.#last_tick_ms + BOOT_MS;
    this.#watch = setInterval(() => this.#tick(), WATCH_MS);
    this.#startThread();
  }

  setTrack(face: Detection | null): void {
    this.#thread?.send({ type: "track", face });
  }

  preview(fps: number, quality: number): void {
    this.#preview = { fps, quality };
    this.#thread?.send({ type: "preview", fps, quality });
  }

  /** Switches face detection on or off; no detection is attempted while it is off. */
  detection(on: boolean): void {
    this.#detecting = on;
    this.#thread?.send({ type: "detection", on });
  }

  snapshot(quality: number): Promise<Uint8Array | null> {
    const thread = this.#thread;
    if (!thread) return Promise.resolve(null);
    const id = this.#next_snapshot++;
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.#settle(id, null), SNAPSHOT_MS);
      this.#snapshots.set(id, (jpeg) => {
        clearTimeout(limit);
        resolve(jpeg);
      });
      thread.send({ type: "snapshot", id, quality });
    });
  }

  async stop(): Promise<void> {
    this.#callbacks = null;
    if (this.#watch) clearInterval(this.#watch);
    if (this.#restart) clearTimeout(this.#restart);
    const thread = this.#thread;
    this.#down();
    await thread?.stop();
  }

  #startThread(): void {
    this.#thread_started_ms = monotonicMs();
    const thread = new VisionThread(this.#settings, {
      onMessage: (message) => {
        if (this.#thread === thread) this.#onMessage(message);
      },
      onEnd: (reason) => {
        if (this.#thread === thread) this.#onThreadEnd(reason);
      },
    });
    this.#thread = thread;
    thread.send({ type: "preview", ...this.#preview });
    thread.send({ type: "detection", on: this.#detecting });
  }

  #onThreadEnd(reason: string): void {
    const now_ms = monotonicMs();
    this.#down();
    this.#patience_ms = now_ms;
    if (now_ms - this.#thread_started_ms > HELD_MS) this.#backoff.reset();
    const wait_ms = this.#backoff.next();
    this.#log(`vision: ${reason}; again in ${wait_ms / 1000} s`);
    this.#restart = setTimeout(() => this.#startThread(), wait_ms);
  }

  /** There is no thread now. */
  #down(): void {
    this.#thread = null;
    this.#camera = false;
    this.#models = false;
    this.#eye_model = false;
    for (const id of [...this.#snapshots.keys()]) this.#settle(id, null);
  }

  #settle(id: number, jpeg: Uint8Array | null): void {
    const settle = this.#snapshots.get(id);
    this.#snapshots.delete(id);
    settle?.(jpeg);
  }

  #onMessage(message: FromWorker): void {
    switch (message.type) {
      case "ready":
        this.#models = message.models;
        this.#eye_model = message.eye_model;
        break;
      case "frame":
        this.#onFrame(message.taken_ms, message.result, message.pixels);
        break;
      case "preview":
        this.#callbacks?.onPreview(message.jpeg);
        break;
      case "snapshot":
        this.#settle(message.id, message.jpeg);
        break;
      case "log":
        this.#log(message.line);
        break;
    }
  }

  #onFrame(taken_ms: number, result: FrameResult, pixels: FramePixels | null): void {
    const now_ms = monotonicMs();
    this.#patience_ms = now_ms + STALL_MS;
    this.#camera = true;
    this.#image = result.image;
    const { detect, eye, ...rest } = result;
    this.#report(this.#models && this.#eye_model ? "ok" : "model-fault", now_ms - taken_ms, {
      ...rest,
      pixels,
      seen: { ...(detect && { detect }), ...(eye && { eye }) },
    });
  }

  /** While no frames come, observations do: they say that nothing can be judged. */
  #tick(): void {
    const now_ms = monotonicMs();
    const late = now_ms - this.#last_tick_ms > 2 * WATCH_MS;
    this.#last_tick_ms = now_ms;
    // After a pause of this side (a suspended laptop, a busy program) the frames may be waiting in its queue.
    if (late || now_ms < this.#patience_ms) return;
    this.#camera = false;
    const nothing = { roi: null, detect_ms: null, eye_ms: null, pixels: null, seen: {} };
    this.#report("camera-fault", 0, { image: this.#image, ...nothing });
  }

  #report(
    health: Health,
    age_ms: number,
    { seen, ...rest }: Omit<HostVisionFrame, "observation"> & { seen: Pick<FrameResult, "detect" | "eye"> },
  ): void {
    const t_ms = Math.max(this.#last_t_ms, Math.round(this.#now_ms() - age_ms));
    this.#last_t_ms = t_ms;
    this.#callbacks?.onFrame({ observation: { t_ms, health, ...seen }, ...rest });
  }
}
