import fc from "fast-check";
import { compare, decodePosition, encodePosition } from "../../src/live/position";

const positions = fc.record({
  xid: fc.bigInt({ min: 0n, max: 10n ** 18n }).map(String),
  seq: fc.integer({ min: 0, max: 10 ** 14 }),
  at_ms: fc.integer({ min: 0, max: 10 ** 14 }),
});

test("a cursor is read as it was written", () => {
  fc.assert(fc.property(positions, (position) => expect(decodePosition(encodePosition(position))).toEqual(position)));
});

test("positions are in the order of transactions, then of numbers, however long these are", () => {
  fc.assert(
    fc.property(positions, positions, (a, b) => {
      const by_xid = BigInt(a.xid) - BigInt(b.xid);
      const wanted = by_xid === 0n ? Math.sign(a.seq - b.seq) : by_xid < 0n ? -1 : 1;
      expect(Math.sign(compare(a, b))).toBe(wanted);
    }),
  );
  expect(compare({ xid: "9", seq: 5 }, { xid: "10", seq: 1 })).toBeLessThan(0);
});

test("what no stream has given is no cursor", () => {
  const made_up = ["", "x", "1.2", "01.2.3", "1.2.3.4", "-1.2.3", "1e3.2.3", "1.2.3\n"].map((text) =>
    Buffer.from(text).toString("base64url"),
  );
  for (const cursor of [...made_up, "%%%"]) expect([cursor, decodePosition(cursor)]).toEqual([cursor, null]);
});
