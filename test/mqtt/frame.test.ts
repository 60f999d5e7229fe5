import fc from "fast-check";
import { PacketReader } from "../../src/mqtt/frame";

/** A packet of the type with so many bytes after its header. */
function packet(type: number, length: number): number[] {
  const header = [type << 4];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    header.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) break;
  }
  return [...header, ...Array.from({ length }, (_, i) => i & 0xff)];
}

test("packets come out whole, however their bytes arrive", () => {
  const packets = fc.array(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 0, max: 1024 })), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(packets, fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }), (wanted, sizes) => {
      const expected = wanted.map(([type, length]) => packet(type, length));
      const bytes = Uint8Array.from(expected.flat());
      const reader = new PacketReader();
      const found: number[][] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = sizes[i % sizes.length]!;
        expect(reader.push(bytes.subarray(at, at + size), (one) => found.push([...one]) > 0)).toBeNull();
        at += size;
      }
      expect(found).toEqual(expected);
    }),
  );
});

test("a packet past the limit is refused before its bytes are taken", () => {
  expect(new PacketReader().push(Uint8Array.from(packet(3, 1025).slice(0, 3)), () => true)).toBe("OVERSIZE");
});

test("a length of five bytes is none", () => {
  expect(new PacketReader().push(Uint8Array.of(0x20, 0x80, 0x80, 0x80, 0x80), () => true)).toBe("MALFORMED");
});

test("nothing is read after the reader was told to stop", () => {
  let count = 0;
  new PacketReader().push(Uint8Array.from([...packet(13, 0), ...packet(13, 0)]), () => {
    count++;
    return false;
  });
  expect(count).toBe(1);
});
