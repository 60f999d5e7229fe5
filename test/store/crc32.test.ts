import fc from "fast-check";
import { crc32 } from "../../src/store/crc32";

describe("crc32", () => {
  test("gives the published check value", () => {
    expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  });

  test("continues over pieces", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        expect(crc32(b, crc32(a))).toBe(crc32(new Uint8Array([...a, ...b])));
      }),
    );
  });

  test("agrees with zlib on every byte value", () => {
    expect(crc32(Uint8Array.from({ length: 256 }, (_, i) => i))).toBe(0x29058c73);
    expect(crc32(new Uint8Array(0))).toBe(0);
  });
});
