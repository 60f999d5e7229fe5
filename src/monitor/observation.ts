/** What vision tells the decisions about one frame: the only thing that crosses from pixels to `monitor`. */

/** One landmark, pixels of the 240x240 frame, y down. */
export type Point = readonly [x: number, y: number];

/** 0 left eye, 1 right eye, 2 nose, 3 left mouth corner, 4 right mouth corner; IMAGE left and right. */
export type Landmarks = readonly [Point, Point, Point, Point, Point];

/** One face candidate. `score` 0-1; box in pixels, `x`,`y` its top left corner. */
export interface Detection {
  readonly score: number;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly lm: Landmarks;
}

export type EyeSide = "left" | "right";

/** What the eye model said of one 32x32 crop. `closed` is P(closed), 0-1; `side` is IMAGE left or right. */
export interface EyeObservation {
  readonly side: EyeSide;
  readonly closed: number;
}

/** Anything but `ok` means that nothing can be judged. */
export type Health = "ok" | "camera-fault" | "model-fault";

/** One frame, and one line of a trace. */
export interface FrameObservation {
  /** Monotonic time of the frame since boot. */
  readonly t_ms: number;
  readonly health: Health;
  /** Absent where detection did not run on this frame, `[]` where it ran and found nothing. */
  readonly detect?: readonly Detection[];
  /** Absent where no crop was taken. */
  readonly eye?: EyeObservation;
}
