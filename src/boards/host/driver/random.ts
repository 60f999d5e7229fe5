/** Seeded randomness: everything the synthetic driver shows is a pure function of scene, seed and time. */

/** A stream of numbers in [0, 1) that depends on nothing but `seed` (mulberry32). */
export type Random = () => number;

export function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One 32-bit number out of several integers: the seed of a sub-stream that no other sub-stream shares. */
export function hash(...parts: readonly number[]): number {
  let mixed = 0x811c9dc5;
  for (const part of parts) {
    mixed = Math.imul(mixed ^ (part >>> 0), 0x01000193);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0x5bd1e995);
    mixed ^= mixed >>> 15;
  }
  return mixed >>> 0;
}

/** Uniform in [low, high). */
export function between(rand: Random, low: number, high: number): number {
  return low + (high - low) * rand();
}

/** One of `choices`, each equally likely. */
export function pick<T>(rand: Random, choices: readonly T[]): T {
  return choices[Math.floor(rand() * choices.length)]!;
}

/** 0 below `low`, 1 above `high`, a smooth S between. */
export function smoothstep(low: number, high: number, value: number): number {
  const unit = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return unit * unit * (3 - 2 * unit);
}

/** Smooth noise in [-1, 1] over a line: random values at the integers, an S between them. */
export function wander(seed: number, position: number): number {
  const cell = Math.floor(position);
  const here = hash(seed, cell) / 2147483648 - 1;
  const next = hash(seed, cell + 1) / 2147483648 - 1;
  return here + (next - here) * smoothstep(0, 1, position - cell);
}
