/** The time line: which part plays and what the driver does at any instant, from scene and seed alone. */
import { AWAY_MM, behave } from "./behaviour";
import { amountAt, type Channel, end_ms, type Motion } from "./motion";
import type { Pose } from "./pose";
import { hash, random, wander } from "./random";
import { type Part, round, roundLength_ms, SCENES, type Scene } from "./scenes";

/** A driver further off than this is wholly out of the frame. */
const GONE_MM = AWAY_MM - 20;

export interface Instant {
  readonly part: Part;
  /** Null: nobody in the seat. */
  readonly pose: Pose | null;
}

interface Round {
  readonly index: number;
  readonly stretches: readonly { readonly part: Part; readonly end_ms: number }[];
  readonly motions: readonly Motion[];
}

/** Each round of a scene is a fresh variation, yet any instant can be asked for in any order. */
export class Plan {
  private kept: Round | null = null;

  constructor(
    readonly scene: Scene,
    readonly seed: number,
  ) {}

  /** @param t_ms milliseconds since the scene began, 0 or more */
  at(t_ms: number): Instant {
    const length = roundLength_ms(this.scene);
    const index = Math.floor(t_ms / length);
    const within = t_ms - index * length;
    const { stretches, motions } = this.round(index);
    const { part } = stretches.find((stretch) => within < stretch.end_ms) ?? stretches[stretches.length - 1]!;
    return { part, pose: part === "empty" ? null : this.pose(t_ms, within, motions) };
  }

  private round(index: number): Round {
    if (this.kept?.index === index) return this.kept;
    const stretches: { part: Part; end_ms: number }[] = [];
    const motions: Motion[] = [];
    const door = hash(this.seed, 0xd00) % 2 === 0 ? -1 : 1;
    let start = 0;
    for (const stretch of round(this.scene)) {
      const rand = random(hash(this.seed, SCENES.indexOf(this.scene), index, stretches.length));
      motions.push(...behave(stretch, start, door, rand));
      start += stretch.length_ms;
      stretches.push({ part: stretch.part, end_ms: start });
    }
    this.kept = { index, stretches, motions };
    return this.kept;
  }

  private pose(t_ms: number, within: number, motions: readonly Motion[]): Pose | null {
    const sums: Record<Channel, number> = {
      lids: 0,
      mouth: 0,
      yaw: 0,
      pitch: 0,
      roll: 0,
      gaze_x: 0,
      gaze_y: 0,
      x: 0,
      y: 0,
    };
    for (const motion of motions) {
      if (within <= motion.start_ms || within >= end_ms(motion)) continue;
      const amount = amountAt(motion, within);
      const { channel } = motion;
      // a blink while the eyes are narrowed shuts them no further than shut
      const joined =
        channel === "lids" || channel === "mouth" ? Math.max(sums[channel], amount) : sums[channel] + amount;
      sums[channel] = joined;
    }
    if (Math.abs(sums.x) > GONE_MM) return null;
    const seed = hash(this.seed, 0x5ea7);
    const sway = (channel: number, period_ms: number) => wander(seed + channel, t_ms / period_ms);
    const saccade = (channel: number) => hash(seed, channel, Math.floor(t_ms / 700)) / 2147483648 - 1;
    const lids = Math.min(1, sums.lids + Math.max(0, 0.05 * sway(1, 1900)) * (1 - sums.lids));
    return {
      yaw_deg: sums.yaw + 2.2 * sway(2, 2100) + 0.5 * sway(3, 310),
      pitch_deg: sums.pitch + 1.5 * sway(4, 2700) + 0.4 * sway(5, 290),
      roll_deg: sums.roll + 1.5 * sway(6, 3100),
      x_mm: sums.x + 4 * sway(7, 3700) + 0.5 * sway(8, 140),
      y_mm: sums.y + 1.5 * sway(9, 4100) + 0.9 * Math.sin((t_ms / 3600) * 2 * Math.PI) + 0.6 * sway(10, 120),
      lid_left: lids,
      lid_right: lids,
      gaze_x_mm: sums.gaze_x + 0.9 * saccade(11),
      gaze_y_mm: sums.gaze_y + 0.5 * saccade(12),
      mouth_open: sums.mouth,
    };
  }
}
