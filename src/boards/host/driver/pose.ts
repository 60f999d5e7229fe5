/** What the driver's body does at one instant. */
export interface Pose {
  /** Head turned to image right, degrees. */
  readonly yaw_deg: number;
  /** Chin towards the chest, degrees. */
  readonly pitch_deg: number;
  /** Head tilted clockwise as the image shows it, degrees. */
  readonly roll_deg: number;
  /** The whole body moved to image right and down, millimetres. */
  readonly x_mm: number;
  readonly y_mm: number;
  /** Lid closure of the eye at image left and at image right: 0 wide open, 1 shut. */
  readonly lid_left: number;
  readonly lid_right: number;
  /** Where the eyes look, millimetres that the iris stands from the middle: right and down. */
  readonly gaze_x_mm: number;
  readonly gaze_y_mm: number;
  /** 0 lips together, 1 the widest yawn. */
  readonly mouth_open: number;
}

/** Awake, eyes ahead, mouth closed. */
export const RESTING: Pose = {
  yaw_deg: 0,
  pitch_deg: 0,
  roll_deg: 0,
  x_mm: 0,
  y_mm: 0,
  lid_left: 0,
  lid_right: 0,
  gaze_x_mm: 0,
  gaze_y_mm: 0,
  mouth_open: 0,
};
