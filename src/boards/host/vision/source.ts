/** Where frames come from. Sources run in the vision thread. */

/** What stands between the bytes of a source and an upright frame with the low byte first. */
export interface CameraFormat {
  /** The high byte of a pixel comes first. */
  readonly byte_swap: boolean;
  /** The picture is upside down. */
  readonly rotate_180: boolean;
}

export interface FrameSink {
  /**
   * One frame, 240x240 RGB565 without padding. `t_ms` is the time it was taken, on the clock of `monotonicMs`.
   * The bytes are read before this returns, so a source may use its buffer again.
   */
  frame(pixels: Uint8Array, t_ms: number): void;
  /** The source now depends on the process of this id, or on none: whoever stops the thread must end it. */
  child(pid: number | null): void;
  /** One line for the person at the log: why frames do not come. */
  log(line: string): void;
}

export interface CameraSource {
  readonly format: CameraFormat;
  /** Starts frames, and starts them again by itself when they end. Never throws. */
  start(sink: FrameSink): void;
  /** Ends everything that the source started; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Milliseconds of a clock that never goes back and that all threads share. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
