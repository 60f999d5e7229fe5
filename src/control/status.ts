/** GET /api/status: the whole state of the unit in one document, its groups and fields in the order of the interface. */
import type { AnnouncerState } from "../announce/announcer";
import type { CardState } from "../announce/captures";
import { type ReasonToken, reasonOf } from "../announce/reasons";
import type { MemoryFigures } from "../board/board";
import type { EyeRoi, ImageStats, VisionHealth } from "../board/vision";
import { FRAME_SIDE_PX, STATUS_BUFFER_BYTES } from "../constants";
import { HttpError } from "../http/error";
import type { Response } from "../http/response";
import { encodeUtf8 } from "../http/utf8";
import type { MonitorState } from "../monitor/state";
import type { Mqtt } from "../mqtt/mqtt";
import type { Wifi } from "../wifi/wifi";
import { cardGroup } from "./events";
import type { Settings } from "./settings";
import { netGroup } from "./wifi";

/** The announcement in force. */
export interface AlertView {
  /** The last announcement is still on: within the hold-off after it, or nobody has come back since. */
  readonly active: boolean;
  /** Of the last announcement; null before the first. */
  readonly reason: ReasonToken | null;
}

/** Where the status reads the unit. */
export interface StatusSource {
  readonly uptime_ms: number;
  readonly frames: number;
  readonly vision: VisionHealth;
  readonly monitor: MonitorState;
  /** Smoothed stage times. */
  readonly detect_ms: number;
  readonly eye_ms: number;
  /** Of the newest frame; null where no crop was taken. */
  readonly roi: EyeRoi | null;
  readonly image: ImageStats;
  readonly alert: AlertView;
  readonly announcer: { readonly state: AnnouncerState; readonly card: CardState };
  readonly settings: Settings;
  /** The settings in force will be there at the next start. */
  readonly settings_stored: boolean;
  readonly viewers: number;
  readonly stream_port: number;
  readonly wifi: Wifi;
  readonly memory: MemoryFigures;
  readonly mqtt: Mqtt;
}

/** Three decimals: finer than any figure here is known, and the document stays small. */
const r3 = (value: number) => Math.round(value * 1000) / 1000;
const r1 = (value: number) => Math.round(value * 10) / 10;

function alertGroup({ alert, settings, settings_stored, announcer }: StatusSource) {
  const { count, counts, clips } = announcer.state;
  return {
    active: alert.active,
    text: alert.reason === null ? "" : reasonOf(alert.reason).text[settings.lang],
    reason: alert.reason ?? "",
    count,
    muted: settings.muted,
    lang: settings.lang,
    lang_stored: settings_stored,
    counts,
    clips,
  };
}

/** The document as an object; see the interface document for the meaning of each field. */
export function statusDocument(unit: StatusSource) {
  const { face, lm, risk, eyes, cues, rates, geom, presence, driver, fps } = unit.monitor;
  const { settings } = unit;
  return {
    uptime_ms: Math.floor(unit.uptime_ms),
    frames: unit.frames,
    fps: r1(fps),
    camera: unit.vision.camera,
    models: unit.vision.models,
    eye_model: unit.vision.eye_model,
    driver,
    ms: { detect: r3(unit.detect_ms), eye: r3(unit.eye_ms) },
    frame: { w: FRAME_SIDE_PX, h: FRAME_SIDE_PX },
    face: {
      found: face.found,
      held: face.held,
      x: r1(face.x),
      y: r1(face.y),
      w: r1(face.w),
      h: r1(face.h),
      score: r3(face.score),
      roi: unit.roi ? unit.roi.side : "none",
      roi_w: unit.roi ? r1(unit.roi.w) : 0,
      rejected: face.rejected,
      reject: face.reject,
    },
    presence: {
      state: presence.state,
      health: presence.health,
      absent_s: r3(presence.absent_s),
      alert_after_s: r3(presence.alert_after_s),
      alerts: presence.alerts,
    },
    lm: { valid: lm.valid, x: Array.from(lm.x, r1), y: Array.from(lm.y, r1) },
    risk: { score: r3(risk.score), trigger: r3(risk.trigger), streak: risk.streak, required: risk.required },
    eyes: {
      closed: r3(eyes.closed),
      smooth: r3(eyes.smooth),
      shut: eyes.shut,
      perclos: r3(eyes.perclos),
      closure_s: r3(eyes.closure_s),
    },
    cues: {
      mouth_open: cues.mouth_open,
      head_down: cues.head_down,
      baselines_ready: cues.baselines_ready,
      stale: cues.stale,
      events: cues.events,
      open_index: r3(cues.open_index),
      pitch_dev: r3(cues.pitch_dev),
    },
    rates: { blink: r1(rates.blink), long_blink: r1(rates.long_blink), yawn: r1(rates.yawn), nod: r1(rates.nod) },
    geom: {
      valid: geom.valid,
      roll: r1(geom.roll),
      jaw_drop: r3(geom.jaw_drop),
      nose_frac: r3(geom.nose_frac),
      nose_norm: r3(geom.nose_norm),
      mouth_ratio: r3(geom.mouth_ratio),
      eye_dist: r1(geom.eye_dist),
    },
    alert: alertGroup(unit),
    stream: { viewers: unit.viewers, quality: settings.quality, fps: settings.fps, port: unit.stream_port },
    net: netGroup(unit.wifi),
    image: { luma: r1(unit.image.luma), min: unit.image.min, max: unit.image.max, peak: unit.image.peak },
    mem: unit.memory,
    card: cardGroup(unit.announcer.card),
    mqtt: unit.mqtt.summary,
  };
}

/** The response of GET /api/status: 500 rather than a partial object where it would not fit its buffer. */
export function statusResponse(unit: StatusSource): Response {
  const body = encodeUtf8(JSON.stringify(statusDocument(unit)));
  if (body.length > STATUS_BUFFER_BYTES) {
    throw new HttpError(500, `the status of ${body.length} bytes does not fit its buffer of ${STATUS_BUFFER_BYTES}`);
  }
  return { status: 200, headers: { "Content-Type": "application/json" }, body };
}
