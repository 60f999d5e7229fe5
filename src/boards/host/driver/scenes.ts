/** The scenes that can be asked for, and the parts that each plays over and over. */

/** Scene names of `--camera sim:SCENE`. */
export const SCENES = ["tour", "alert", "drowsy", "microsleep", "yawning", "head_nod", "leaves", "empty"] as const;
export type Scene = (typeof SCENES)[number];

/** What the driver does in a stretch of time. In `leaves` the seat stays empty after the driver is gone. */
export type Part = "alert" | "drowsy" | "microsleep" | "yawning" | "head_nod" | "leaves" | "returns" | "empty";

/** A part and how long it lasts, milliseconds. */
export interface Stretch {
  readonly part: Part;
  readonly length_ms: number;
}

const s = (part: Part, seconds: number): Stretch => ({ part, length_ms: seconds * 1000 });

/**
 * One round of each scene. A round starts with eight seconds awake, in which warm-up (5 s) ends and baselines settle; it is longer
 * than the 30 s that hold the same announcement off, so that each round can be announced.
 */
const ROUNDS: Record<Scene, readonly Stretch[]> = {
  tour: [
    s("alert", 20),
    s("drowsy", 14),
    s("alert", 7),
    s("microsleep", 4.6),
    s("alert", 8),
    s("yawning", 6),
    s("alert", 8),
    s("head_nod", 8),
    s("alert", 6),
    s("leaves", 12),
    s("returns", 4),
  ],
  alert: [s("alert", 60)],
  drowsy: [s("alert", 8), s("drowsy", 26)],
  microsleep: [s("alert", 8), s("microsleep", 4.6), s("alert", 20)],
  yawning: [s("alert", 8), s("yawning", 6), s("alert", 18)],
  head_nod: [s("alert", 8), s("head_nod", 8), s("alert", 16)],
  leaves: [s("alert", 8), s("leaves", 14), s("returns", 4), s("alert", 6)],
  empty: [s("empty", 60)],
};

/** @throws Error that lists the names when `name` is none of them. */
export function parseScene(name: string): Scene {
  const scene = SCENES.find((known) => known === name);
  if (!scene) throw new Error(`unknown scene "${name}"; the scenes are ${SCENES.join(", ")}`);
  return scene;
}

export function round(scene: Scene): readonly Stretch[] {
  return ROUNDS[scene];
}

export function roundLength_ms(scene: Scene): number {
  return ROUNDS[scene].reduce((sum, stretch) => sum + stretch.length_ms, 0);
}
