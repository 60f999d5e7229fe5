/** Base64 with padding (RFC 4648, section 4), which XS offers under another name than Node. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function encodeBase64(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    text += ALPHABET[word >> 18]! + ALPHABET[(word >> 12) & 63]!;
    text += i + 1 < bytes.length ? ALPHABET[(word >> 6) & 63]! : "=";
    text += i + 2 < bytes.length ? ALPHABET[word & 63]! : "=";
  }
  return text;
}

/** The bytes; null where the text is not whole, well-formed base64. */
export function decodeBase64(text: string): Uint8Array | null {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  if (text.length === 0 || text.length % 4 !== 0) return null;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const end = text.length - padding;
  let word = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < end; i++) {
    const value = sextet(text.charCodeAt(i));
    if (value < 0) return null;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (word >> bits) & 0xff;
  }
  // Bits that no byte uses must be zero, or two texts would stand for the same bytes.
  return (word & ((1 << bits) - 1)) === 0 ? bytes : null;
}

function sextet(c: number): number {
  if (c >= 0x41 && c <= 0x5a) return c - 0x41;
  if (c >= 0x61 && c <= 0x7a) return c - 0x61 + 26;
  if (c >= 0x30 && c <= 0x39) return c - 0x30 + 52;
  if (c === 0x2b) return 62;
  return c === 0x2f ? 63 : -1;
}
