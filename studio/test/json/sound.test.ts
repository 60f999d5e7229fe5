import fc from "fast-check";
import { jsonFaults } from "../../src/json/sound";

describe("what JSON can carry and the studio cannot keep", () => {
  test("ordinary JSON has no faults, emoji included", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme", noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!text.includes("\\u0000"));
        expect(jsonFaults(value, 100)).toEqual([]);
      }),
    );
    expect(jsonFaults({ "👋": ["👩‍👩‍👧", "ü"] }, 10)).toEqual([]);
  });

  test("NUL and half characters are found where they are, in names too", () => {
    const value = { a: ["fine", "\0"], b: { c: "\ud83d" }, "d\0": 1 };
    const found = jsonFaults(value, 10).map(({ kind, keys }) => `${kind} ${keys.join("/")}`);
    expect(found.sort()).toEqual(["bad_text ", "bad_text a/1", "bad_text b/c"]);
  });

  test("nesting is counted and ends the search, however deep it is", () => {
    expect(jsonFaults([[[]]], 3)).toEqual([]);
    expect(jsonFaults([[[]]], 2)).toEqual([{ kind: "too_deep", keys: [0, 0] }]);
    const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
    expect(jsonFaults(deep, 64)).toMatchObject([{ kind: "too_deep" }]);
  });
});
