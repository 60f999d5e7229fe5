/** A vision that tells what it is told to, and remembers what it was asked. */
import type { VisionHealth } from "../../../src/board/vision";
import type { FramePixels } from "../../../src/boards/host/vision/messages";
import type { HostVisionCallbacks } from "../../../src/boards/host/vision/vision";
import type { Detection, FrameObservation } from "../../../src/monitor/observation";

const FRAME_BYTES = 240 * 240 * 2;

export class FakeVision {
  running = true;
  health: VisionHealth = { camera: true, models: true, eye_model: true };
  track: Detection | null = null;
  detecting = true;
  #callbacks: HostVisionCallbacks | null = null;

  start(callbacks: HostVisionCallbacks): void {
    this.#callbacks = callbacks;
  }

  async stop(): Promise<void> {
    this.#callbacks = null;
    this.running = false;
  }

  setTrack(face: Detection | null): void {
    this.track = face;
  }

  detection(on: boolean): void {
    this.detecting = on;
  }

  /** One frame, with a grey picture of this level and an eye crop of `eye` where one was read. */
  frame(observation: FrameObservation, { grey = 128, eye = 100 } = {}): void {
    const pixels: FramePixels = {
      frame: flat(grey),
      eye: observation.eye ? new Uint8Array(1024).fill(eye) : null,
    };
    this.#report(observation, pixels);
  }

  /** What the watchdog says while no frames come. */
  tick(t_ms: number): void {
    this.#report({ t_ms, health: "camera-fault" }, null);
  }

  #report(observation: FrameObservation, pixels: FramePixels | null): void {
    const image = { luma: 0, min: 0, max: 0, peak: 0 };
    this.#callbacks?.onFrame({ observation, image, roi: null, detect_ms: 5, eye_ms: 1, pixels });
  }
}

const flats = new Map<number, Uint8Array>();

/** A 240x240 RGB565 frame of one grey. */
function flat(level: number): Uint8Array {
  const made = flats.get(level);
  if (made) return made;
  const pixel = ((level >> 3) << 11) | ((level >> 2) << 5) | (level >> 3);
  const frame = new Uint8Array(FRAME_BYTES);
  for (let i = 0; i < FRAME_BYTES; i += 2) {
    frame[i] = pixel & 0xff;
    frame[i + 1] = pixel >> 8;
  }
  flats.set(level, frame);
  return frame;
}
