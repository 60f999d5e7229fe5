/** Compile-time constants of the unit, with the document that gives them beside each. */

/** Detector frame, square. [unit document, board constants] */
export const FRAME_SIDE_PX = 240;

/** `GET /api/status` is built into a buffer of this size or answers 500. [unit document, limits] */
export const STATUS_BUFFER_BYTES = 5376;

/** Ranges of the settings. [unit document, limits] */
export const QUALITY_MIN = 10;
export const QUALITY_MAX = 95;
export const FPS_MIN = 1;
export const FPS_MAX = 20;

/** How long the page shows an announcement as active: the hold-off after it. [unit document, RISK_COOLDOWN_S] */
export const ALERT_ACTIVE_MS = 4000;

/** A preview frame older than this is not handed out as the present. [ours: ten frames at the slowest rate of the loop, 5 fps] */
export const PREVIEW_FRESH_MS = 2000;

/** How long the encoder keeps running after the last single-frame request. [ours: a page that polls once a second stays warm] */
export const PREVIEW_LINGER_MS = 3000;

/** Captures on one page of the events index. [unit document, limits] */
export const EVENTS_LIMIT_MIN = 1;
export const EVENTS_LIMIT_MAX = 48;
export const EVENTS_LIMIT_DEFAULT = 24;
