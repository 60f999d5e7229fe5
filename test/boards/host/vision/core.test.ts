import fc from "fast-check";
import { loadCore } from "../../../../src/boards/host/vision/core";

const core = loadCore();

const luma565 = (low: number, high: number) => {
  const v = high * 256 + low;
  const r = v >> 11;
  const g = (v >> 5) & 63;
  const b = v & 31;
  const scaled = 77 * ((r << 3) | (r >> 2)) + 150 * ((g << 2) | (g >> 4)) + 29 * ((b << 3) | (b >> 2));
  return Math.floor((scaled + 128) / 256);
};

/** A picture of any size, RGB565. */
const picture = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
  .chain(([w, h]) => fc.uint8Array({ minLength: w * h * 2, maxLength: w * h * 2 }).map((pixels) => ({ w, h, pixels })));

describe("the pixel core, called from JavaScript", () => {
  test("turns, swaps and mirrors as the naive loop does", () => {
    fc.assert(
      fc.property(picture, fc.integer({ min: 0, max: 7 }), ({ w, h, pixels }, flags) => {
        const swap = flags & core.BYTE_SWAP ? 1 : 0;
        const want = new Uint8Array(pixels.length);
        for (let y = 0; y < h; y++) {
          for (let x = 0; x < w; x++) {
            let [tx, ty] = flags & core.ROTATE_180 ? [w - 1 - x, h - 1 - y] : [x, y];
            if (flags & core.MIRROR) tx = w - 1 - tx;
            want[(ty * w + tx) * 2] = pixels[(y * w + x) * 2 + swap]!;
            want[(ty * w + tx) * 2 + 1] = pixels[(y * w + x) * 2 + 1 - swap]!;
          }
        }
        const got = new Uint8Array(pixels.length);
        core.orient(pixels, w, h, got, flags);
        expect(got).toEqual(want);
        const self = Uint8Array.from(pixels);
        core.orient(self, w, h, self, flags);
        expect(self).toEqual(want);
        core.orient(self, w, h, self, flags);
        expect(self).toEqual(pixels);
      }),
    );
  });

  test("gives the statistics and the grey picture of the naive loop", () => {
    fc.assert(
      fc.property(picture, ({ w, h, pixels }) => {
        const grey = Array.from({ length: w * h }, (_, i) => luma565(pixels[2 * i]!, pixels[2 * i + 1]!));
        const bins = new Array<number>(16).fill(0);
        for (const value of grey) bins[value >> 4]! += 1;
        const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
        expect(core.stats(pixels, w, h)).toEqual({
          luma: Math.floor(mean + 0.5),
          min: Math.min(...grey),
          max: Math.max(...grey),
          peak: bins.indexOf(Math.max(...bins)),
        });
        const converted = new Uint8Array(w * h);
        core.convert(pixels, w, h, converted, 1);
        expect([...converted]).toEqual(grey);
      }),
    );
  });

  test("converts to RGB and RGBA with the full scale kept", () => {
    const pixels = Uint8Array.of(0xff, 0xff, 0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00);
    const rgb = new Uint8Array(12);
    core.convert(pixels, 4, 1, rgb, 3);
    expect([...rgb]).toEqual([255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255]);
    const rgba = new Uint8ClampedArray(16);
    core.convert(pixels, 2, 2, rgba, 4);
    expect([...rgba]).toEqual([255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]);
  });

  test("crops the eye: a square on the pixel grid comes out as it went in", () => {
    const grey = Uint8Array.from({ length: 64 * 64 }, (_, i) => (i * 7919) >> 3);
    const crop = new Uint8Array(1024);
    core.eyeCrop(grey, 64, 64, crop, 30, 26, 32, 1);
    for (let y = 0; y < 32; y++) {
      expect(crop.subarray(y * 32, y * 32 + 32)).toEqual(grey.subarray((10 + y) * 64 + 14, (10 + y) * 64 + 46));
    }
  });

  test("takes the side of the eye square from the distance between the eyes", () => {
    const { cx, cy, side } = core.eyeSquare(100, 90, 140, 120);
    expect([cx, cy]).toEqual([100, 90]);
    expect(side).toBeCloseTo(50 * core.EYE_SIDE_PER_INTEROCULAR, 4);
  });

  test("keeps to the part of a larger buffer that a view shows", () => {
    const whole = new Uint8Array(32).fill(7);
    core.orient(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 2, 2, whole.subarray(9, 17), core.BYTE_SWAP);
    expect([...whole]).toEqual([...Array(9).fill(7), 2, 1, 4, 3, 6, 5, 8, 7, ...Array(15).fill(7)]);
  });

  test.each<[string, () => unknown, typeof TypeError | typeof RangeError]>([
    ["stats: 3 arguments wanted, 0 given", () => (core.stats as unknown as () => void)(), TypeError],
    ["stats: src must be a Uint8Array", () => core.stats("pixels" as never, 1, 1), TypeError],
    ["stats: src must be a Uint8Array", () => core.stats(new Uint16Array(9) as never, 1, 1), TypeError],
    ["stats: src must hold at least 8 bytes, it holds 7", () => core.stats(new Uint8Array(7), 2, 2), RangeError],
    ["stats: w must be a number", () => core.stats(new Uint8Array(8), "2" as never, 2), TypeError],
    ["stats: w must be an integer from 1 to 8192", () => core.stats(new Uint8Array(8), 0, 2), RangeError],
    ["stats: h must be an integer from 1 to 8192", () => core.stats(new Uint8Array(8), 2, 1.5), RangeError],
    ["stats: h must be finite", () => core.stats(new Uint8Array(8), 2, Number.NaN), RangeError],
    [
      "orient: dst must hold at least 8 bytes, it holds 4",
      () => core.orient(new Uint8Array(8), 2, 2, new Uint8Array(4), 0),
      RangeError,
    ],
    [
      "orient: flags must be an integer from 0 to 7",
      () => core.orient(new Uint8Array(8), 2, 2, new Uint8Array(8), 8),
      RangeError,
    ],
    [
      "convert: channels must be 1, 3 or 4",
      () => core.convert(new Uint8Array(8), 2, 2, new Uint8Array(8), 2 as never),
      RangeError,
    ],
    [
      "eyeCrop: dst must hold at least 1024 bytes, it holds 1023",
      () => core.eyeCrop(new Uint8Array(64), 8, 8, new Uint8Array(1023), 1, 1, 4, 1),
      RangeError,
    ],
    [
      "eyeCrop: cx and cy must be within 16384 px, and side from 1 px to twice the longer side of src",
      () => core.eyeCrop(new Uint8Array(64), 8, 8, new Uint8Array(1024), 1, 1, 17, 1),
      RangeError,
    ],
    [
      "eyeCrop: side must be finite",
      () => core.eyeCrop(new Uint8Array(64), 8, 8, new Uint8Array(1024), 1, 1, Number.NaN, 1),
      RangeError,
    ],
    [
      "eyeSquare: x, y and otherX, otherY must be at least 1 px apart and within 16384 px",
      () => core.eyeSquare(5, 5, 5, 5),
      RangeError,
    ],
  ])("refuses: %s", (message, call, kind) => {
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    expect((thrown as Error)?.message).toBe(message);
    expect((thrown as Error).name).toBe(kind.name);
  });

  test("refuses source and target that overlap, and a buffer given away", () => {
    const whole = new Uint8Array(12);
    expect(() => core.orient(whole, 2, 2, whole.subarray(2), 0)).toThrow("orient: source and target overlap");
    const gone = new Uint8Array(8);
    structuredClone(gone, { transfer: [gone.buffer] });
    expect(() => core.stats(gone, 2, 2)).toThrow("stats: src must hold at least 8 bytes, it holds 0");
  });
});
