/** Vision on the board: the native tasks see, this side puts their records into the product's words. */
import type { TimerId, Timers } from "../../board/timers";
import type { Vision, VisionCallbacks, VisionFrame, VisionHealth } from "../../board/vision";
import type { Detection } from "../../monitor/observation";
import { decodeRecord } from "./frame_record";

/** Detection runs on every so many frames. [unit document, DETECT_EVERY] */
const DETECT_EVERY = 3;
const SNAPSHOT_MS = 2000;
/** Pace of the observations that say that there is no vision at all. [as the native watchdog's] */
const FAULT_MS = 200;

/** What this needs of `dg/vision`; its typings say what each part does. */
export interface NativeVision {
  read(): ArrayBuffer | undefined;
  setTrack(left_x: number, left_y: number, right_x: number, right_y: number): void;
  clearTrack(): void;
  preview(fps: number, quality: number): void;
  snapshot(id: number, quality: number): boolean;
  close(): void;
}

export type NativeVisionConstructor = new (options: {
  source: "camera" | "frame";
  detect_every: number;
  onReadable(count: number): void;
  onPreview(jpeg: ArrayBuffer): void;
  onSnapshot(id: number, jpeg: ArrayBuffer | undefined): void;
  onLog(line: string): void;
}) => NativeVision;

export interface BoardVisionOptions {
  readonly Native: NativeVisionConstructor;
  readonly timers: Timers;
  /** `frame` shows the test frame in flash instead of the camera. */
  readonly source: "camera" | "frame";
  /** One line for the person at the log. */
  log(text: string): void;
}

interface Asked {
  readonly timer: TimerId;
  settle(jpeg: Uint8Array | null): void;
}

const NO_HEALTH: VisionHealth = { camera: false, models: false, eye_model: false };

export class BoardVision implements Vision {
  readonly #options: BoardVisionOptions;
  readonly #asked = new Map<number, Asked>();
  #next_id = 1;
  #native: NativeVision | null = null;
  #fault: TimerId | null = null;
  #health = NO_HEALTH;
  /** What is wanted holds from the start, whenever it was said. */
  #preview = { fps: 0, quality: 80 };

  constructor(options: BoardVisionOptions) {
    this.#options = options;
  }

  get health(): VisionHealth {
    return this.#health;
  }

  start(callbacks: VisionCallbacks): void {
    const { Native, source, log, timers } = this.#options;
    try {
      this.#native = new Native({
        source,
        detect_every: DETECT_EVERY,
        onReadable: () => this.#read(callbacks),
        onPreview: (jpeg) => callbacks.onPreview(new Uint8Array(jpeg)),
        onSnapshot: (id, jpeg) => this.#settle(id, jpeg ? new Uint8Array(jpeg) : null),
        onLog: log,
      });
      this.#native.preview(this.#preview.fps, this.#preview.quality);
    } catch (error) {
      log(`no vision: ${error instanceof Error ? error.message : String(error)}`);
      this.#fault = timers.repeat(() => callbacks.onFrame(this.#nothing()), FAULT_MS);
    }
  }

  setTrack(face: Detection | null): void {
    if (!face) {
      this.#native?.clearTrack();
      return;
    }
    const [left, right] = face.lm;
    this.#native?.setTrack(left[0], left[1], right[0], right[1]);
  }

  preview(fps: number, quality: number): void {
    this.#preview = { fps, quality };
    this.#native?.preview(fps, quality);
  }

  snapshot(quality: number): Promise<Uint8Array | null> {
    const id = this.#next_id++;
    return new Promise((resolve) => {
      if (!this.#native?.snapshot(id, quality)) {
        resolve(null);
        return;
      }
      const timer = this.#options.timers.set(() => this.#settle(id, null), SNAPSHOT_MS);
      this.#asked.set(id, { timer, settle: resolve });
    });
  }

  async stop(): Promise<void> {
    if (this.#fault) this.#options.timers.clear(this.#fault);
    this.#fault = null;
    this.#native?.close();
    this.#native = null;
    this.#health = NO_HEALTH;
    for (const id of [...this.#asked.keys()]) this.#settle(id, null);
  }

  #read(callbacks: VisionCallbacks): void {
    for (let record = this.#native?.read(); record; record = this.#native?.read()) {
      const { frame, health } = decodeRecord(record);
      this.#health = health;
      callbacks.onFrame(frame);
    }
  }

  #settle(id: number, jpeg: Uint8Array | null): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    this.#options.timers.clear(asked.timer);
    asked.settle(jpeg);
  }

  #nothing(): VisionFrame {
    return {
      observation: { t_ms: Math.round(this.#options.timers.now_ms()), health: "camera-fault" },
      image: { luma: 0, min: 0, max: 0, peak: 0 },
      roi: null,
      detect_ms: null,
      eye_ms: null,
    };
  }
}
