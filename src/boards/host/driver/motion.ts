/** A movement: something rises to an amount, stays there and falls back. */

export type Channel = "lids" | "mouth" | "yaw" | "pitch" | "roll" | "gaze_x" | "gaze_y" | "x" | "y";

export interface Motion {
  readonly channel: Channel;
  /** From the start of the round. */
  readonly start_ms: number;
  readonly rise_ms: number;
  readonly hold_ms: number;
  readonly fall_ms: number;
  /** Closure or opening 0-1, degrees, or millimetres. */
  readonly amount: number;
}

export function end_ms(motion: Motion): number {
  return motion.start_ms + motion.rise_ms + motion.hold_ms + motion.fall_ms;
}

/** How much of `motion` shows at `t_ms`, in its own unit. */
export function amountAt(motion: Motion, t_ms: number): number {
  const since = t_ms - motion.start_ms;
  const left = end_ms(motion) - t_ms;
  if (since <= 0 || left <= 0) return 0;
  const share = Math.min(1, since / motion.rise_ms, left / motion.fall_ms);
  return motion.amount * share * share * (3 - 2 * share);
}
