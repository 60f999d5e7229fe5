/** What the vision thread and the program say to each other. */
import type { EyeRoi, ImageStats } from "../../../board/vision";
import type { Detection, EyeObservation } from "../../../monitor/observation";

/** What a thread is started with. */
export interface WorkerSettings {
  readonly camera: string;
  /** Which synthetic driver. */
  readonly seed: number;
  readonly ffmpeg: string;
  /** Folder of the face detector's weights; null takes those of the package. */
  readonly face_models: string | null;
  /** The eye model. */
  readonly eye_model: string;
  /** Whether each frame's pixels leave the thread with its result. */
  readonly pixels: boolean;
  /** A module with `openSource(camera)` instead of the cameras built in; for tests. */
  readonly source_module: string | null;
}

/** What the models saw of one frame, for people to look at. The bytes are the receiver's alone. */
export interface FramePixels {
  /** The upright frame, 240x240 RGB565, low byte first. */
  readonly frame: Uint8Array;
  /** The eye model's input tensor, 32x32 grey bytes; null where no crop was taken. */
  readonly eye: Uint8Array | null;
}

/** What one frame gave. Times are durations in this thread. */
export interface FrameResult {
  /** Absent where detection did not run. */
  readonly detect?: readonly Detection[];
  /** Absent where no crop was taken. */
  readonly eye?: EyeObservation;
  readonly image: ImageStats;
  readonly roi: EyeRoi | null;
  readonly detect_ms: number | null;
  readonly eye_ms: number | null;
}

export type ToWorker =
  | { readonly type: "track"; readonly face: Detection | null }
  | { readonly type: "preview"; readonly fps: number; readonly quality: number }
  | { readonly type: "detection"; readonly on: boolean }
  | { readonly type: "snapshot"; readonly id: number; readonly quality: number }
  | { readonly type: "stop" };

export type FromWorker =
  | { readonly type: "ready"; readonly models: boolean; readonly eye_model: boolean }
  /** `taken_ms` on the clock of `monotonicMs`. */
  | {
      readonly type: "frame";
      readonly taken_ms: number;
      readonly result: FrameResult;
      readonly pixels: FramePixels | null;
    }
  | { readonly type: "preview"; readonly jpeg: Uint8Array }
  | { readonly type: "snapshot"; readonly id: number; readonly jpeg: Uint8Array | null }
  | { readonly type: "child"; readonly pid: number | null }
  | { readonly type: "log"; readonly line: string };
