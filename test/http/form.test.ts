import fc from "fast-check";
import { HttpError } from "../../src/http/error";
import { fieldText, parseForm, parseFormBytes } from "../../src/http/form";

const ascii = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

describe("a form", () => {
  test("gives what a browser put in", () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })), {
      selector: ([name]) => name,
      maxLength: 8,
    });
    fc.assert(
      fc.property(pairs, (fields) => {
        const coded = new URLSearchParams(fields).toString();
        expect([...parseForm(coded)]).toEqual(fields);
        expect([...parseForm(ascii(coded))]).toEqual(fields);
      }),
    );
  });

  test("reads plus as a space, a field without a value as empty, and skips empty pairs", () => {
    expect([...parseForm("a=1+2&&b&c=&=d&")]).toEqual([
      ["a", "1 2"],
      ["b", ""],
      ["c", ""],
      ["", "d"],
    ]);
    expect(parseForm("").size).toBe(0);
  });

  test("takes text that was not escaped", () => {
    expect(parseForm("ssid=កាហ្វេ").get("ssid")).toBe("កាហ្វេ");
  });

  test.each(["%", "%4", "%zz", "%4g", "a%", "%-1", "% 1", "%+1"])("refuses the escape %s", (coded) => {
    expect(() => parseForm(`lang=${coded}`)).toThrow(expect.objectContaining({ status: 400, field: "lang" }));
    expect(() => parseForm(`${coded}=1`)).toThrow(HttpError);
  });

  test("refuses what is not UTF-8 and names the field", () => {
    expect(() => parseForm("lang=%c0%af")).toThrow(expect.objectContaining({ status: 400, field: "lang" }));
  });

  test("refuses a field that was sent twice, however it was written", () => {
    expect(() => parseForm("lang=en&l%61ng=km")).toThrow(
      expect.objectContaining({ status: 400, field: "lang", message: "lang was sent twice" }),
    );
  });

  test("gives values as the bytes they are, for those who ask", () => {
    const fields = parseFormBytes("ssid=%ff%00+x&password=");
    expect([...fields].map(([name, bytes]) => [name, [...bytes]])).toEqual([
      ["ssid", [255, 0, 32, 120]],
      ["password", []],
    ]);
    expect(() => fieldText("ssid", fields.get("ssid")!)).toThrow(
      expect.objectContaining({ status: 400, field: "ssid" }),
    );
    expect(() => parseFormBytes("ssid=%f")).toThrow(expect.objectContaining({ status: 400, field: "ssid" }));
    expect(() => parseFormBytes("%ff=1")).toThrow(expect.objectContaining({ status: 400 }));
  });

  test("bounds the number of fields", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join("&");
    expect(parseForm(many(64)).size).toBe(64);
    expect(() => parseForm(many(65))).toThrow(expect.objectContaining({ status: 400 }));
  });

  test("never fails but by an HttpError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          parseForm(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(HttpError);
        }
      }),
    );
  });
});
