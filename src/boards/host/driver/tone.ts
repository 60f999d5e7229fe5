/** Between light and the bytes of a picture: sRGB decoding, and the camera's tone curve for encoding. */

/** The integer that stands for full white in linear light. */
export const LINEAR_ONE = 4096;
/** Brightest light the tone curve knows; it clips above. */
export const LINEAR_MAX = 4 * LINEAR_ONE - 1;

/** Linear light of an sRGB byte (IEC 61966-2-1). */
export const SRGB_TO_LINEAR: Uint16Array = Uint16Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return Math.round(linear * LINEAR_ONE);
});

const SHOULDER = 0.62;

/** Picture byte of each linear light 0..LINEAR_MAX: sRGB with a soft shoulder, as a camera's own curve. */
export const TONE: Uint8Array = Uint8Array.from({ length: LINEAR_MAX + 1 }, (_, light) => {
  const value = light / LINEAR_ONE;
  const soft =
    value < SHOULDER ? value : SHOULDER + (1 - SHOULDER) * (1 - Math.exp(-(value - SHOULDER) / (1 - SHOULDER)));
  const encoded = soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, encoded) * 255);
});
