import fc from "fast-check";
import { escapeBytes, hasControl, isHidden, sameSsid, ssidText } from "../../src/wifi/ssid";
import { bytes } from "./fake_radio";

const shown = (ssid: Uint8Array) => escapeBytes(JSON.stringify({ ssid: ssidText(ssid) }));
const anySsid = fc.uint8Array({ maxLength: 32 });

/** What a reader does who knows the rule: characters back to UTF-8, U+00XX of a byte outside UTF-8 back to that byte. */
function isTold(ssid: Uint8Array, text: string): boolean {
  let at = 0;
  for (const character of text) {
    const utf8 = bytes(character);
    if (sameSsid(ssid.subarray(at, at + utf8.length), utf8)) at += utf8.length;
    else if (character.length === 1 && character.charCodeAt(0) === ssid[at]) at += 1;
    else return false;
  }
  return at === ssid.length;
}

describe("a network name", () => {
  test.each([
    [bytes("Depot"), '{"ssid":"Depot"}'],
    [bytes('say "hi" \\ there'), '{"ssid":"say \\"hi\\" \\\\ there"}'],
    [bytes("កាហ្វេ 🚗"), '{"ssid":"កាហ្វេ 🚗"}'],
    [bytes("café"), '{"ssid":"caf\\u00e9"}'],
    [Uint8Array.of(0x63, 0x61, 0x66, 0xe9), '{"ssid":"caf\\u00e9"}'],
    [bytes("🚗").subarray(0, 3), '{"ssid":"\\u00f0\\u009f\\u009a"}'],
    [Uint8Array.of(0xed, 0xa0, 0x80), '{"ssid":"\\u00ed\\u00a0\\u0080"}'],
    [Uint8Array.of(0xc0, 0xaf, 0xff, 0xfe), '{"ssid":"\\u00c0\\u00af\\u00ff\\u00fe"}'],
    [Uint8Array.of(0x07, 0x1b, 0x41), '{"ssid":"\\u0007\\u001bA"}'],
    [bytes("\\u00e9"), '{"ssid":"\\\\u00e9"}'],
  ])("%j is shown as %s", (ssid, json) => {
    expect(shown(ssid)).toBe(json);
  });

  test("of any bytes decodes, and tells every byte", () => {
    fc.assert(
      fc.property(anySsid, (ssid) => {
        const json = shown(ssid);
        const { ssid: text } = JSON.parse(json);
        expect(isTold(ssid, text)).toBe(true);
        // As bytes on the wire the document is UTF-8 and a byte outside UTF-8 is an escape.
        expect(Buffer.from(Buffer.from(json).toString("utf8"))).toEqual(Buffer.from(json));
        expect(json).not.toMatch(/[\u0080-\u00ff]/);
      }),
      { numRuns: 500 },
    );
  });

  test("in UTF-8 is shown as that text, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(ssidText(bytes(text))).toBe(text);
      }),
    );
  });

  test("is hidden when empty or all zero", () => {
    expect([isHidden(new Uint8Array(0)), isHidden(new Uint8Array(9)), isHidden(bytes("\0a"))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("has a control character below space and at DEL only", () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(hasControl(Uint8Array.of(65, byte))).toBe(byte < 32 || byte === 127);
    }
  });
});
