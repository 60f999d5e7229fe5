/** Network names. They are bytes of any encoding or none; text is only how they are shown. */
import { decodeUtf8 } from "../http/utf8";

/** The same network name, byte by byte. */
export function sameSsid(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** The network does not announce its name. */
export function isHidden(ssid: Uint8Array): boolean {
  return ssid.every((byte) => byte === 0);
}

/** A byte below space, or DEL. */
export function hasControl(ssid: Uint8Array): boolean {
  return ssid.some((byte) => byte < 0x20 || byte === 0x7f);
}

/** Length of the well-formed UTF-8 character at `at`, 1 to 4; 0 where there is none. */
function characterLength(ssid: Uint8Array, at: number): number {
  for (let length = 1; length <= 4 && at + length <= ssid.length; length++) {
    if (decodeUtf8(ssid.subarray(at, at + length)) !== null) return length;
  }
  return 0;
}

/** The name as text: characters where the bytes are UTF-8, and U+00XX for every byte XX that is not. */
export function ssidText(ssid: Uint8Array): string {
  let text = "";
  for (let at = 0; at < ssid.length; ) {
    const length = characterLength(ssid, at);
    text += length > 0 ? decodeUtf8(ssid.subarray(at, at + length)) : String.fromCharCode(ssid[at]!);
    at += Math.max(1, length);
  }
  return text;
}

/** A JSON document in which every character U+0080 to U+00FF is an escape, so that bytes outside UTF-8 appear as \u00XX. */
export function escapeBytes(json: string): string {
  return json.replace(/[\u0080-\u00ff]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
