import fc from "fast-check";
import { decodeLatin1, decodeUtf8, encodeUtf8 } from "../../src/http/utf8";

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
  .map((all) => String.fromCharCode(...all));
const mixed = fc.string({ unit: "binary", maxLength: 300 });

describe("UTF-8 as the platform has it", () => {
  test("encodes any string, lone surrogates and all", () => {
    fc.assert(
      fc.property(fc.oneof(units, mixed, fc.string({ maxLength: 300 })), (text) => {
        expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
    );
  });

  test("encodes across the slices that it works in", () => {
    for (const text of [`${"a".repeat(63)}😀${"b".repeat(100)}`, `${"a".repeat(64)}ក`, "x".repeat(128), "", "\ud83d"])
      expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)]);
  });

  test("lets an engine that keeps its text as UTF-8 do it, but for half surrogates", () => {
    const engine = ArrayBuffer as { fromString?(text: string): ArrayBuffer };
    const handed: string[] = [];
    engine.fromString = (text) => {
      handed.push(text);
      return new Uint8Array(Buffer.from(text)).buffer;
    };
    try {
      for (const text of ["", "a\0b", "អ្នកបើកបរ", "😀".repeat(40), "\ud83d", "a\ude00\ud83d"])
        expect([...encodeUtf8(text)]).toEqual([...new TextEncoder().encode(text)]);
    } finally {
      delete engine.fromString;
    }
    expect(handed).toEqual(["", "a\0b", "អ្នកបើកបរ", "😀".repeat(40)]);
  });

  test("decodes any bytes or refuses them", () => {
    const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    const almost = mixed
      .map((text) => new TextEncoder().encode(text))
      .chain((bytes) =>
        fc.tuple(fc.nat(bytes.length), fc.nat(255)).map(([at, byte]) => {
          const changed = bytes.slice();
          if (at < changed.length) changed[at] = byte;
          return changed;
        }),
      );
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 12 }), almost), (bytes) => {
        let expected: string | null = null;
        try {
          expected = strict.decode(bytes);
        } catch {}
        expect(decodeUtf8(bytes)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["overlong slash", [0xc0, 0xaf]],
    ["overlong three", [0xe0, 0x80, 0xaf]],
    ["overlong four", [0xf0, 0x80, 0x80, 0xaf]],
    ["surrogate", [0xed, 0xa0, 0x80]],
    ["past the last code point", [0xf4, 0x90, 0x80, 0x80]],
    ["cut short", [0xe1, 0x9e]],
    ["stray continuation", [0x80]],
    ["five bytes", [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ])("refuses %s", (_, bytes) => {
    expect(decodeUtf8(new Uint8Array(bytes))).toBeNull();
  });

  test("reads header bytes one to one", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(decodeLatin1(bytes, 0, 256)).toBe(Buffer.from(bytes).toString("latin1"));
    expect(decodeLatin1(bytes, 65, 68)).toBe("ABC");
  });
});
