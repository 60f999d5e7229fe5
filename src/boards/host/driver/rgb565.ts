/** The bytes that the board's sensor gives: RGB565, high byte first, the picture turned by 180 degrees. */

/** Converts upright RGBA (4 bytes a pixel) to sensor bytes (2 bytes a pixel). */
export function sensorBytes(rgba: Uint8ClampedArray): Uint8Array {
  const pixels = rgba.length / 4;
  const out = new Uint8Array(pixels * 2);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const at = pixel * 4;
    const word = ((rgba[at]! & 0xf8) << 8) | ((rgba[at + 1]! & 0xfc) << 3) | (rgba[at + 2]! >> 3);
    const to = (pixels - 1 - pixel) * 2;
    out[to] = word >> 8;
    out[to + 1] = word & 0xff;
  }
  return out;
}
