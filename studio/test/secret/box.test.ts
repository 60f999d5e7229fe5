import fc from "fast-check";
import { SealError, secretBox } from "../../src/secret/box";
import { parseKeyRing } from "../../src/secret/key_ring";

const KEY_A = Buffer.alloc(32, 1).toString("base64");
const KEY_B = Buffer.alloc(32, 2).toString("base64");
const context = { table: "trunk_passwords", column: "password_sealed", row: "0190-a" };

const old_box = secretBox(parseKeyRing(`a:${KEY_A}`));
const new_box = secretBox(parseKeyRing(`b:${KEY_B},a:${KEY_A}`));

test("whatever is sealed opens again, and its text is not in the seal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 4 }), (plain) => {
      const sealed = new_box.seal(context, plain);
      expect(new_box.open(context, sealed)).toBe(plain);
      expect(sealed).not.toContain(plain);
    }),
  );
});

test("the same secret sealed twice looks different", () => {
  expect(new_box.seal(context, "swordfish")).not.toBe(new_box.seal(context, "swordfish"));
});

test("a seal copied to another table, column or row does not open there", () => {
  const sealed = new_box.seal(context, "swordfish");
  for (const elsewhere of [
    { ...context, table: "ai_settings" },
    { ...context, column: "key_sealed" },
    { ...context, row: "0190-b" },
  ]) {
    expect(() => new_box.open(elsewhere, sealed)).toThrow(SealError);
  }
});

test("a seal with one bit changed anywhere does not open", () => {
  const sealed = new_box.seal(context, "swordfish");
  const [version, id, text] = sealed.split(".") as [string, string, string];
  const body = Buffer.from(text, "base64url");
  for (let bit = 0; bit < body.length * 8; bit += 5) {
    const changed = Buffer.from(body);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => new_box.open(context, `${version}.${id}.${changed.toString("base64url")}`)).toThrow(SealError);
  }
  expect(() => new_box.open(context, `v1.a.${text}`)).toThrow(SealError);
});

test("arbitrary text in the column is refused and not repeated", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => new_box.open(context, `v1.b.${text}`)).toThrow(SealError);
      expect(() => new_box.open(context, `v2${text}`)).toThrow(/^trunk_passwords\.password_sealed/);
    }),
  );
});

test("after a rotation old seals open, are sealed anew, and then need the old key no longer", () => {
  const sealed = old_box.seal(context, "swordfish");
  expect(new_box.open(context, sealed)).toBe("swordfish");
  const again = new_box.rewrap(context, sealed)!;
  expect(secretBox(parseKeyRing(`b:${KEY_B}`)).open(context, again)).toBe("swordfish");
  expect(new_box.rewrap(context, again)).toBeNull();
});

test("a key that is gone is named, a key of the same name with other bytes is suspected", () => {
  const sealed = old_box.seal(context, "swordfish");
  expect(() => secretBox(parseKeyRing(`b:${KEY_B}`)).open(context, sealed)).toThrow(
    'key "a", which is not in the ring',
  );
  expect(() => secretBox(parseKeyRing(`a:${KEY_B}`)).open(context, sealed)).toThrow("another key by the same name");
});
