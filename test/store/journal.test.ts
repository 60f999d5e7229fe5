import fc from "fast-check";
import { type Change, decodeJournal, encodeJournal } from "../../src/store/journal";

const change: fc.Arbitrary<Change> = fc.record({
  key: fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 15 }),
  record: fc.option(fc.uint8Array({ maxLength: 40 }), { nil: null }),
});

describe("the journal", () => {
  test("gives back the changes that were written", () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        expect(decodeJournal(encodeJournal(changes))).toEqual(changes);
      }),
    );
  });

  test("cut short anywhere inside a change it is refused", () => {
    const whole = encodeJournal([{ key: "mqtt.broker", record: Uint8Array.of(1, 2, 3) }]);
    for (let length = 1; length < whole.length; length++) expect(decodeJournal(whole.slice(0, length))).toBeNull();
  });

  test("of any bytes is refused or read, never a failure", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const changes = decodeJournal(bytes);
        expect(changes === null || Array.isArray(changes)).toBe(true);
      }),
    );
  });
});
