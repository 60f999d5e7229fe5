import { ramp } from "./number";
import type { MonitorSettings } from "./settings";

/** What is held against the driver at one frame. */
export interface Evidence {
  /** Closed share of the last PERCLOS_WINDOW_S and of the last SUSTAINED_WINDOW_S, 0-1. */
  readonly perclos: number;
  readonly sustained: number;
  readonly long_blinks: number;
  readonly closure_s: number;
  readonly yawn: boolean;
  readonly nod: boolean;
}

/** What the eyes alone say over seconds: noisy-or of PERCLOS, the sustained closed share and long blinks, 0-1. */
export function slowEyesRisk(e: Evidence, s: MonitorSettings): number {
  const perclos = s.RISK_PERCLOS_WEIGHT * ramp(e.perclos, s.RISK_PERCLOS_LOW, s.RISK_PERCLOS_HIGH);
  const sustained = s.RISK_SUSTAINED_WEIGHT * ramp(e.sustained, s.RISK_SUSTAINED_LOW, s.RISK_SUSTAINED_HIGH);
  const long_blinks = s.RISK_LONG_BLINK_WEIGHT * ramp(e.long_blinks, 0, s.RISK_LONG_BLINKS_FULL);
  return 1 - (1 - perclos) * (1 - sustained) * (1 - long_blinks);
}

/**
 * Fuses all evidence into one score, 0-1: a noisy-or, in which every term independently has its chance to tell that
 * the driver is drowsy, and the score is the chance that at least one does. A cue that is absent leaves it unchanged.
 */
export function fuse(e: Evidence, slow_eyes: number, s: MonitorSettings): number {
  const closure = s.RISK_CLOSURE_WEIGHT * ramp(e.closure_s, s.RISK_CLOSURE_LOW_S, s.RISK_CLOSURE_HIGH_S);
  const yawn = e.yawn ? s.RISK_YAWN_WEIGHT : 0;
  const nod = e.nod ? s.RISK_NOD_WEIGHT : 0;
  return 1 - (1 - slow_eyes) * (1 - closure) * (1 - yawn) * (1 - nod);
}
