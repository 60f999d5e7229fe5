/**
 * Every constant of the decisions, in one object that is handed in (the dashboard changes it live).
 *
 * Names of the interface document are kept letter by letter; where the document gives a value, it is the default.
 * "document" marks those. Everything else is ours: the reason or the measurement stands beside it.
 * Lengths called "of the interocular distance" are in units of the distance between the eyes, so that they do not
 * depend on how far the driver sits from the camera.
 */
export interface MonitorSettings {
  /** Side of the square detector frame, px. */
  readonly FRAME_SIDE_PX: number;
  /** Face detection runs on every n-th frame; read by vision. */
  readonly DETECT_EVERY: number;
  /** Frame rate assumed until the first second has been measured, frames per second. */
  readonly NOMINAL_FPS: number;

  // Gate and track ------------------------------------------------------------------------------------------------
  readonly FACE_MIN_SCORE: number;
  /** Each side of the box, fraction of the frame side. */
  readonly FACE_MIN_SIDE_FRAC: number;
  readonly FACE_MAX_SIDE_FRAC: number;
  /** Box height over width. */
  readonly FACE_ASPECT_MIN: number;
  readonly FACE_ASPECT_MAX: number;
  /** Interocular distance, fraction of the box width. */
  readonly FACE_EYE_DIST_MIN: number;
  readonly FACE_EYE_DIST_MAX: number;
  /** Tilt of the eye line against the horizontal, degrees either way. */
  readonly FACE_MAX_ROLL_DEG: number;
  /** Nose offset from the middle of the eyes along the eye line, of the interocular distance (0.5 is right under an eye). */
  readonly FACE_YAW_MAX: number;
  /** Eye line to mouth line, of the interocular distance. */
  readonly FACE_JAW_MIN: number;
  readonly FACE_JAW_MAX: number;
  /** Where the nose lies between eye line (0) and mouth line (1). */
  readonly FACE_NOSE_FRAC_MIN: number;
  readonly FACE_NOSE_FRAC_MAX: number;
  /** Mouth width, of the interocular distance. */
  readonly FACE_MOUTH_MIN: number;
  readonly FACE_MOUTH_MAX: number;
  /** Consecutive accepted detections that confirm a track. */
  readonly FACE_CONFIRM_DETECTIONS: number;
  /** Detection attempts a confirmed track survives with nothing accepted; it is lost on the last of them. */
  readonly FACE_HOLD_DETECTIONS: number;
  /** Largest movement of the box centre between detections, fraction of the box size (mean of its sides). */
  readonly FACE_JUMP_MAX_FRAC: number;
  /** Largest change of the box size between detections, ratio. */
  readonly FACE_SCALE_MAX_RATIO: number;
  /** Misses after which a discontinuous candidate may start a new pending track. */
  readonly FACE_REACQUIRE_AFTER: number;
  /** 0 makes the gate advisory: it reports but does not exclude. */
  readonly FACE_GATE_ENFORCE: number;

  // Eyes ------------------------------------------------------------------------------------------------------------
  /** Smoothed P(closed) from which the eyes count as shut (dashboard: eye_closed_threshold). */
  readonly EYE_CLOSED_THRESHOLD: number;
  /** How far below it the smoothed P(closed) must fall for the eyes to count as open again. */
  readonly EYE_HYSTERESIS: number;
  /** Two readings this close in time are averaged (one per eye, alternating). */
  readonly EYE_PAIR_MAX_S: number;
  /** Eyes must read open for this long to end a closure: bridges a pair of false readings at high frame rates. */
  readonly EYE_REOPEN_S: number;
  /** No reading for longer than this ends a closure: what was not seen does not count as closed. */
  readonly EYE_GAP_MAX_S: number;
  /** ... or than this many frames, whichever is longer. */
  readonly EYE_GAP_MAX_FRAMES: number;
  /** Between two closed readings so far apart, an open one may be the truth. */
  readonly EYE_OPEN_MIN_S: number;
  /** Time constant of each eye's own open level (glasses), and the largest level that is corrected for. */
  readonly EYE_LEVEL_TAU_S: number;
  readonly EYE_LEVEL_MAX: number;
  /** Crops of a held box are believed for this many missed attempts, and for this long after the last detection. */
  readonly EYE_HELD_MISSES_MAX: number;
  readonly EYE_HELD_MAX_S: number;
  readonly PERCLOS_WINDOW_S: number;
  /** Window of the sustained closed share: long enough that a burst of quick blinks does not fill it. */
  readonly SUSTAINED_WINDOW_S: number;
  /** Closures at least this long are long blinks. */
  readonly LONG_BLINK_S: number;
  /** Long blinks are remembered for this long. */
  readonly LONG_BLINK_WINDOW_S: number;
  /** One closure at least this long is a microsleep. */
  readonly MICROSLEEP_S: number;
  /** How much longer where the eyes may have opened for a moment. */
  readonly MICROSLEEP_DOUBT_S: number;

  // Cues from landmarks -----------------------------------------------------------------------------------------------
  /** Accepted frontal detections, and the time they span, before the baselines are used. */
  readonly BASELINE_MIN_DETECTIONS: number;
  readonly BASELINE_MIN_S: number;
  /** Time constant at which the baselines follow the driver. */
  readonly BASELINE_TAU_S: number;
  /** Largest step one detection may pull a baseline by, of the interocular distance. */
  readonly BASELINE_CLIP: number;
  /** An absence up to this long keeps the baselines: the same driver came back. */
  readonly BASELINE_KEEP_S: number;
  /** A deviation that lasts this long is a new posture, not a cue: the baselines are learned afresh. */
  readonly BASELINE_RELEARN_S: number;
  /** Nose protrusion, of the interocular distance: turns the nose offset into a foreshortening. */
  readonly NOSE_PROTRUSION: number;
  /** Change of the nose offset up to which the face counts as frontal (about 20 degrees of yaw). */
  readonly FRONTAL_YAW_MAX: number;
  /** No accepted detection for longer than this makes the cues stale. */
  readonly CUE_STALE_S: number;
  /** Weight of a mouth that narrows against a jaw that drops, both relative to the baseline. */
  readonly MOUTH_NARROW_WEIGHT: number;
  /** open_index from which the mouth is open, plus this many px of landmark noise over the interocular distance. */
  readonly MOUTH_ON: number;
  readonly MOUTH_NOISE_PX: number;
  /** Fraction of that threshold below which the mouth is closed again. */
  readonly MOUTH_OFF_RATIO: number;
  readonly MOUTH_TAU_S: number;
  /** A mouth open for this long is a yawn. */
  readonly YAWN_MIN_S: number;
  /** ... and seen open in this many detections. */
  readonly YAWN_MIN_DETECTIONS: number;
  /** At most so much of the time between two detections counts as open on their account. */
  readonly YAWN_INTERVAL_MAX_S: number;
  /** A yawn stays evidence while the mouth is open and for this long after. */
  readonly YAWN_EVIDENCE_S: number;
  /** Weight of the face moving down in the frame against the nose moving down in the face. */
  readonly NOD_DROP_WEIGHT: number;
  /** pitch_dev from which the head is down, plus this many px of landmark noise over the interocular distance. */
  readonly NOD_ON: number;
  readonly NOD_NOISE_PX: number;
  /** Fraction of that threshold below which the head is up again. */
  readonly NOD_OFF_RATIO: number;
  /** A nod seen in one detection only must reach this multiple of the threshold. */
  readonly NOD_SINGLE_RATIO: number;
  /** Shortest time between the head seen up before and up after, and the longest the head was seen down. */
  readonly NOD_MIN_S: number;
  readonly NOD_MAX_S: number;
  /** Longest time between the head seen up before and up after: beyond it too little was seen. */
  readonly NOD_SPAN_MAX_S: number;
  /** Largest change of the interocular distance in a nod, ratio: another face is not a nod. */
  readonly NOD_SCALE_MAX_RATIO: number;
  /** A nod stays evidence for this long. */
  readonly NOD_EVIDENCE_S: number;

  // Risk ------------------------------------------------------------------------------------------------------------
  /** Level of the fused score that starts a streak. */
  readonly RISK_TRIGGER: number;
  /** Time over the trigger that is required; converted to frames once a second. */
  readonly RISK_REQUIRED_S: number;
  /** Exact count of frames instead of RISK_REQUIRED_S (dashboard: required); 0 means none. */
  readonly RISK_REQUIRED_FRAMES: number;
  /** No drowsiness announcement for this long after the last one. */
  readonly RISK_COOLDOWN_S: number;
  /** Exact count of frames instead of RISK_COOLDOWN_S (dashboard: cooldown); 0 means none. */
  readonly RISK_COOLDOWN_FRAMES: number;
  /** Exact count of frames instead of PERCLOS_WINDOW_S (dashboard: perclos_window); 0 means none. */
  readonly PERCLOS_WINDOW_FRAMES: number;
  /** Spacing of announcements of one drowsiness reason. */
  readonly REASON_SPACING_S: number;
  /** Each term rises from 0 at LOW to its weight at HIGH; the score is 1 minus the product of what each leaves. */
  readonly RISK_PERCLOS_LOW: number;
  readonly RISK_PERCLOS_HIGH: number;
  readonly RISK_PERCLOS_WEIGHT: number;
  readonly RISK_SUSTAINED_LOW: number;
  readonly RISK_SUSTAINED_HIGH: number;
  readonly RISK_SUSTAINED_WEIGHT: number;
  /** Long blinks within LONG_BLINK_WINDOW_S that give the full weight. */
  readonly RISK_LONG_BLINKS_FULL: number;
  readonly RISK_LONG_BLINK_WEIGHT: number;
  readonly RISK_CLOSURE_LOW_S: number;
  readonly RISK_CLOSURE_HIGH_S: number;
  readonly RISK_CLOSURE_WEIGHT: number;
  readonly RISK_YAWN_WEIGHT: number;
  readonly RISK_NOD_WEIGHT: number;

  // Presence ----------------------------------------------------------------------------------------------------------
  /** Continuous absence, after the hold ran out, before the no-driver announcement (dashboard: no_driver_after). */
  readonly PRESENCE_ALERT_S: number;
  /** False withholds only the announcement (dashboard: no_driver_alert). */
  readonly PRESENCE_ALERT_ENABLED: boolean;
  /** Continuous presence that arms the announcement again. */
  readonly PRESENCE_CLEAR_S: number;
  /** Interval at which the announcement is repeated while the seat stays empty; 0 never. */
  readonly PRESENCE_REPEAT_S: number;
  /** Healthy seconds after boot or a fault in which nothing is announced. */
  readonly PRESENCE_WARMUP_S: number;
  /** Absence is counted only while detection was attempted within this time. */
  readonly PRESENCE_LOOK_MAX_S: number;

  // Time --------------------------------------------------------------------------------------------------------------
  /** A longer silence between frames is a gap: it counts as no more than this, and ends every closure, yawn and nod. */
  readonly GAP_MAX_S: number;
}

export const DEFAULT_SETTINGS: MonitorSettings = Object.freeze({
  FRAME_SIDE_PX: 240, // document
  DETECT_EVERY: 3, // document
  NOMINAL_FPS: 20, // document: top of the stream rate; gives the 11 required frames a fresh unit reports

  FACE_MIN_SCORE: 0.55, // document
  FACE_MIN_SIDE_FRAC: 0.1, // document
  FACE_MAX_SIDE_FRAC: 0.95, // document
  FACE_ASPECT_MIN: 0.55, // document
  FACE_ASPECT_MAX: 1.8, // document
  FACE_EYE_DIST_MIN: 0.15, // frontal faces measure 0.4-0.5; 60 degrees of yaw halve it, a tight box doubles it
  FACE_EYE_DIST_MAX: 0.85,
  FACE_MAX_ROLL_DEG: 35, // a head leaning on the shoulder measures 25-30
  FACE_YAW_MAX: 0.75, // document
  FACE_JAW_MIN: 0.45, // adults measure 1.0-1.15; looking far up shortens it to about 0.7
  FACE_JAW_MAX: 2.4, // a yawn (x1.4) seen at 45 degrees of yaw (x1.4)
  FACE_NOSE_FRAC_MIN: 0.1, // adults measure 0.45-0.6; 30 degrees up 0.2, 35 degrees down 0.85
  FACE_NOSE_FRAC_MAX: 0.95,
  FACE_MOUTH_MIN: 0.25, // document
  FACE_MOUTH_MAX: 1.6, // document
  FACE_CONFIRM_DETECTIONS: 2, // document
  FACE_HOLD_DETECTIONS: 5, // document
  FACE_JUMP_MAX_FRAC: 1.2, // document
  FACE_SCALE_MAX_RATIO: 1.8, // document
  FACE_REACQUIRE_AFTER: 2, // document
  FACE_GATE_ENFORCE: 1, // document

  EYE_CLOSED_THRESHOLD: 0.6, // the mean of one open and one shut eye is 0.5: one reading alone never shuts
  EYE_HYSTERESIS: 0.2, // ... and never opens, so a blink keeps its length
  EYE_PAIR_MAX_S: 0.3, // neighbours at 5 frames per second; across a lost frame the newer reading stands alone
  EYE_REOPEN_S: 0.09, // under one frame at 10 frames per second, three frames at 25
  EYE_GAP_MAX_S: 0.5,
  EYE_GAP_MAX_FRAMES: 4, // three lost frames in a row: 0.8 s at 5 frames per second
  EYE_OPEN_MIN_S: 0.3, // half-second blinks at PERCLOS 0.6 leave 0.33 s
  EYE_LEVEL_TAU_S: 20, // some hundred readings; a mirror look hardly moves it
  EYE_LEVEL_MAX: 0.4, // an eye that reads higher when open cannot tell open from shut
  EYE_HELD_MISSES_MAX: 1, // one lost detection is a poor camera, two in a row a face that may be gone
  EYE_HELD_MAX_S: 0.9, // at high frame rates several attempts are lost in no time
  PERCLOS_WINDOW_S: 3, // document
  SUSTAINED_WINDOW_S: 8, // quick blinks fill at most 0.12 of it on average, half-second blinks at PERCLOS 0.4 fill 0.4
  LONG_BLINK_S: 0.45, // quick blinks end at 0.35 s; 0.5 s is the drowsiness literature's long blink
  LONG_BLINK_WINDOW_S: 10,
  MICROSLEEP_S: 1.1, // design: announced 1.0 to 2.0 s after the eyes closed; the margin is half a lid movement
  MICROSLEEP_DOUBT_S: 0.4, // two frames at 5 frames per second: still within 2.0 s

  BASELINE_MIN_DETECTIONS: 4, // halves the noise of one detection
  BASELINE_MIN_S: 2, // design: a yawn or nod a few seconds after sitting down is still seen
  BASELINE_TAU_S: 20,
  BASELINE_CLIP: 0.08, // about twice the landmark noise of a pixel at 50 px between the eyes
  BASELINE_KEEP_S: 3,
  BASELINE_RELEARN_S: 12, // twice the longest yawn
  NOSE_PROTRUSION: 0.45, // adult mean: 28 mm of 63 mm
  FRONTAL_YAW_MAX: 0.17,
  CUE_STALE_S: 2, // three attempts at 5 frames per second
  MOUTH_NARROW_WEIGHT: 0.5, // its noise is twice that of the jaw
  MOUTH_ON: 0.12, // a yawn reads 0.2-0.4, talking 0.07 on average and 0.13 at its peaks
  MOUTH_NOISE_PX: 2, // landmarks a pixel off move the index by 1.6 px over the interocular distance
  MOUTH_OFF_RATIO: 0.8,
  MOUTH_TAU_S: 0.4, // averages over syllables, still follows a yawn within one detection at 5 frames per second
  YAWN_MIN_S: 1.8, // design: yawns last 3-6 s; three detections at 5 frames per second
  YAWN_MIN_DETECTIONS: 3, // two syllables are not a yawn
  YAWN_INTERVAL_MAX_S: 0.6, // detection interval at 5 frames per second
  YAWN_EVIDENCE_S: 1.5, // outlasts RISK_REQUIRED_S and two lost detections at 5 frames per second
  NOD_DROP_WEIGHT: 0.3, // 25 degrees down move the nose by 0.15 in the face and the face by 0.7 in the frame
  NOD_ON: 0.14,
  NOD_NOISE_PX: 2, // landmarks a pixel off move it by 1.3 px over the interocular distance
  NOD_OFF_RATIO: 0.5,
  NOD_SINGLE_RATIO: 1.25,
  NOD_MIN_S: 0.35, // three detection intervals at 25 frames per second: seen down twice
  NOD_MAX_S: 2.2, // design: nods last 0.5-2 s
  NOD_SPAN_MAX_S: 3.5,
  NOD_SCALE_MAX_RATIO: 1.35,
  NOD_EVIDENCE_S: 1.5,

  RISK_TRIGGER: 0.55, // document
  RISK_REQUIRED_S: 0.55, // document
  RISK_REQUIRED_FRAMES: 0,
  RISK_COOLDOWN_S: 4, // document
  RISK_COOLDOWN_FRAMES: 0,
  PERCLOS_WINDOW_FRAMES: 0,
  REASON_SPACING_S: 30, // document
  RISK_PERCLOS_LOW: 0.3, // two quick blinks in three seconds stay below
  RISK_PERCLOS_HIGH: 0.8, // P80
  RISK_PERCLOS_WEIGHT: 0.5, // alone never over the trigger: three seconds are too short to tell
  RISK_SUSTAINED_LOW: 0.15, // above the mean of 20 blinks of 350 ms a minute (0.117)
  RISK_SUSTAINED_HIGH: 0.35,
  RISK_SUSTAINED_WEIGHT: 0.75, // over the trigger alone at a share of 0.30
  RISK_LONG_BLINKS_FULL: 4,
  RISK_LONG_BLINK_WEIGHT: 0.5, // alone never over the trigger, halves the rest
  RISK_CLOSURE_LOW_S: 0.35, // the longest quick blink
  RISK_CLOSURE_HIGH_S: 0.6, // over the trigger from 0.5 s: the streak is complete when MICROSLEEP_S is reached
  RISK_CLOSURE_WEIGHT: 0.95,
  RISK_YAWN_WEIGHT: 0.6, // a yawn alone is announced, and is no more than medium
  RISK_NOD_WEIGHT: 0.7,

  PRESENCE_ALERT_S: 3, // document
  PRESENCE_ALERT_ENABLED: true,
  PRESENCE_CLEAR_S: 0.5, // document
  PRESENCE_REPEAT_S: 0, // document
  PRESENCE_WARMUP_S: 5, // document
  PRESENCE_LOOK_MAX_S: 2, // three attempts at 5 frames per second

  GAP_MAX_S: 1,
});
