/**
 * The camera, the models and the JPEG encoder of a machine, as the product sees them.
 * Pixels stay below this line: observations come up, the tracked face goes back down, JPEGs pass as bytes.
 */
import type { Detection, EyeSide, FrameObservation } from "../monitor/observation";

/** Luma statistics of the frame the detector received. `luma` is the mean; `peak` the fullest of 16 equal luma bins (0-15). All 0-255 but `peak`. */
export interface ImageStats {
  readonly luma: number;
  readonly min: number;
  readonly max: number;
  readonly peak: number;
}

/** The square eye crop of one frame, pixels of the 240x240 detector frame. */
export interface EyeRoi {
  readonly side: EyeSide;
  readonly x: number;
  readonly y: number;
  readonly w: number;
}

/** Everything that one camera frame yields. */
export interface VisionFrame {
  readonly observation: FrameObservation;
  readonly image: ImageStats;
  readonly roi: EyeRoi | null;
  /** Time that face detection took on this frame; null where it did not run. */
  readonly detect_ms: number | null;
  /** Time that the eye crop and the eye model took; null where no crop was taken. */
  readonly eye_ms: number | null;
}

export interface VisionHealth {
  /** Frames arrive. */
  readonly camera: boolean;
  /** The face detector is loaded. */
  readonly models: boolean;
  /** The eye model is loaded. */
  readonly eye_model: boolean;
}

export interface VisionCallbacks {
  /** One camera frame, or one watchdog tick (health not `ok`) while frames do not come. */
  onFrame(frame: VisionFrame): void;
  /** One preview JPEG (selfie-mirrored), as often as `preview` asked for. */
  onPreview(jpeg: Uint8Array): void;
}

export interface Vision {
  readonly health: VisionHealth;
  /** Starts camera and models. Never throws: what cannot start shows in `health` and in the observations. */
  start(callbacks: VisionCallbacks): void;
  /** The accepted face of the last verdict: where the next eye crop is taken. Null takes none. */
  setTrack(face: Detection | null): void;
  /** Preview wanted at `fps` (0 stops it) and JPEG `quality` 10-95. */
  preview(fps: number, quality: number): void;
  /** One JPEG of the very frame that the detector last received; null before the first. */
  snapshot(quality: number): Promise<Uint8Array | null>;
  stop(): Promise<void>;
}
