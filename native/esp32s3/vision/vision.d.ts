/** `dg/vision`: camera, detector, eye model and JPEG encoder of the board, in tasks of their own on the core that XS does not use. */

/** A buffer in native memory: `new Uint8Array(it)` sees the bytes without a copy. The memory goes with the object. */
export type NativeBuffer = ArrayBuffer;

export interface NativeVisionOptions {
  /** `camera`, or `frame`: the test frame in flash, over and over. */
  readonly source: "camera" | "frame";
  /** Detection runs on every so many frames. [DETECT_EVERY] */
  readonly detect_every: number;
  /** `count` frame records wait to be read. Comes again when more arrive, not for records that were left unread. */
  onReadable(count: number): void;
  /** One preview JPEG, mirrored. */
  onPreview(jpeg: NativeBuffer): void;
  /** The JPEG that `snapshot(id, ...)` asked for; undefined where there is none (no frame yet, no memory). */
  onSnapshot(id: number, jpeg: NativeBuffer | undefined): void;
  /** One line for the person at the log: why the camera or a model does not start. */
  onLog?(line: string): void;
}

/** One at a time. Every callback comes on XS's task, none before the constructor returned, none after `close`. */
export default class NativeVision {
  /** Starts the tasks, which load the models and open the camera. Throws where there is no memory for them. */
  constructor(options: NativeVisionOptions);
  /**
   * The oldest unread record, RECORD_BYTES bytes as `vision/frame_record.h` lays them out (little-endian); undefined
   * where there is none. 16 are kept; the oldest gives way.
   */
  read(): ArrayBuffer | undefined;
  /** The eyes of the accepted face (IMAGE left and right, pixels): where the next crops are taken. */
  setTrack(left_x: number, left_y: number, right_x: number, right_y: number): void;
  /** No crop until the next `setTrack`. */
  clearTrack(): void;
  /** Preview JPEGs `fps` times a second at most (0 stops them), of this quality, 10-95. */
  preview(fps: number, quality: number): void;
  /** Asks for one JPEG of the frame that the detector last received. `id` comes back with it. 4 may wait; false where they do. */
  snapshot(id: number, quality: number): boolean;
  /** Frames captured that nobody worked on, records nobody read, JPEGs nobody took, since the start. */
  readonly dropped: { readonly frames: number; readonly records: number; readonly jpegs: number };
  /** Ends the tasks and gives camera and memory back; takes up to a frame. */
  close(): void;

  static readonly RECORD_BYTES: number;
  /**
   * Runs detector and eye model on the test frame in flash. Two records as `read` gives them: both with the detections, one
   * with the left eye of the strongest face and one with the right. Takes seconds in an emulator; XS waits for it.
   * Throws with a clear name where a model or the frame is missing. Not while a NativeVision is open.
   */
  static selfTest(): [left: ArrayBuffer, right: ArrayBuffer];
}
