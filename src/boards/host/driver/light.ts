/** The light in the car: daylight through windscreen and side window, drifting as the road winds. */
import type { Person } from "./person";
import { hash, wander } from "./random";

export interface Light {
  /** Direction to the strongest light, unit length (x right, y down, z to the camera). */
  readonly key: readonly [number, number, number];
  readonly key_rgb: readonly [number, number, number];
  readonly fill: readonly [number, number, number];
  readonly fill_rgb: readonly [number, number, number];
  readonly sky_rgb: readonly [number, number, number];
  /** Everything outside, against its brightness at rest. */
  readonly outside: number;
}

function unit(x: number, y: number, z: number): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** Light on the driver at `t_ms`. */
export function lightAt(who: Person, t_ms: number): Light {
  const seed = hash(who.seed, 0x11947);
  const slow = wander(seed, t_ms / 6100);
  const pass = wander(seed + 1, t_ms / 1700);
  const turn = wander(seed + 2, t_ms / 9300);
  const sun = 1 + 0.13 * slow + 0.06 * pass;
  const warm = who.key_warmth;
  const key = 1.02 * sun;
  const ambient = 0.34 * who.ambient * (1 + 0.08 * slow);
  return {
    key: unit(who.key_side * (0.55 + 0.14 * turn), -0.5 + 0.06 * turn, 0.72),
    key_rgb: [key * (1 + 0.06 * warm), key, key * (1 - 0.09 * warm)],
    fill: unit(-who.key_side * 0.8, -0.12, 0.55),
    fill_rgb: [0.25 * sun, 0.27 * sun, 0.3 * sun],
    sky_rgb: [ambient * 0.97, ambient, ambient * 1.06],
    outside: 1 + 0.12 * slow + 0.08 * pass,
  };
}
