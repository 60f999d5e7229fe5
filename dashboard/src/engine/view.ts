/** What one moment looks like: everything the three pictures are drawn from. */
import type { EyeRoi } from "../../../src/board/vision";
import type { EyeSide } from "../../../src/monitor/observation";
import type { MonitorState } from "../../../src/monitor/state";
import type { CropSquare } from "./crop";

/** A square grey picture, `side` x `side` bytes. */
export interface Grey {
  readonly pixels: Uint8Array;
  readonly side: number;
}

export interface View {
  readonly t_ms: number;
  /** The last camera frame, 240x240 RGB565. */
  readonly frame: Uint8Array;
  readonly state: MonitorState;
  readonly status: TopState;
  /** A trained model stands behind the score; without one the score is not shown. */
  readonly trained: boolean;
  readonly roi: EyeRoi | null;
  /** Where the alert/drowsy model looked; null in mode eye. */
  readonly square: CropSquare | null;
  /** The tensor that the mode's model received last; null before the first and when it is out of date. */
  readonly tensor: Grey | null;
  /** The last crop of each eye; null where there is none, or none lately. */
  readonly eyes: Readonly<Record<EyeSide, Grey | null>>;
}

export type TopState = "ok" | "drowsy" | "cooldown" | "no-driver" | "fault";

/**
 * The one word for everything: a fault outranks presence, and presence outranks risk. While nobody is confirmed in the
 * seat, be it during warm-up, there is no `ok`.
 */
export function topState(state: MonitorState, running: boolean): TopState {
  const { presence, risk } = state;
  if (!running || presence.health !== "ok" || presence.state === "fault") return "fault";
  if (presence.state !== "present") return "no-driver";
  if (risk.streak >= risk.required) return "drowsy";
  return risk.cooldown_s > 0 ? "cooldown" : "ok";
}
