/** The few number helpers that the stages share. Exact on every engine: no transcendental functions. */

/** `value` held within `low` and `high`; `low` when it is not a number. */
export function clamp(value: number, low: number, high: number): number {
  if (!(value > low)) return low;
  return Math.min(value, high);
}

/** 0 at or below `low`, 1 at or above `high`, straight in between. */
export function ramp(value: number, low: number, high: number): number {
  return clamp((value - low) / (high - low), 0, 1);
}

/** `value` to three decimals, for people and for traces; never -0. */
export function milli(value: number): number {
  return Math.floor(value * 1000 + 0.5) / 1000 + 0;
}

/** Arc tangent of `ratio` (-1 to 1) in degrees, within 0.001 (Abramowitz and Stegun 4.4.49). */
function atanDegrees(ratio: number): number {
  const q = ratio * ratio;
  const series = 0.999866 + q * (-0.3302995 + q * (0.180141 + q * (-0.085133 + q * 0.0208351)));
  return ratio * series * 57.29577951308232;
}

/** Angle of the vector (`x`, `y`) in degrees, -180 to 180; 0 for the null vector. */
export function angleDegrees(x: number, y: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  if (ax === 0 && ay === 0) return 0;
  let angle = ay <= ax ? atanDegrees(ay / ax) : 90 - atanDegrees(ax / ay);
  if (x < 0) angle = 180 - angle;
  return y < 0 ? -angle : angle;
}
