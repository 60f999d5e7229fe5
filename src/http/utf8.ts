/**
 * UTF-8 without TextEncoder and TextDecoder, which XS lacks. On the board XS has a conversion of its own and does the work
 * of one way natively, which spares 170,000 steps for a 4 KB document; elsewhere it is done here.
 * XS keeps strings as UTF-8, so `charCodeAt` walks from the start of the string: both ways work on short slices,
 * which is twelve times faster there on a 5 KB status document.
 */

const SLICE = 64;
const REPLACEMENT = 0xfffd;

/** What the XS of the Moddable SDK adds to its ArrayBuffer: the UTF-8 in which it keeps the text. Half surrogates stay what they are. */
interface EngineBuffer {
  fromString?(text: string): ArrayBuffer;
}

/** UTF-8 bytes of `text`. A surrogate without its partner becomes U+FFFD, as TextEncoder has it. */
export function encodeUtf8(text: string): Uint8Array {
  const engine = ArrayBuffer as EngineBuffer;
  if (engine.fromString && (text as string & { isWellFormed(): boolean }).isWellFormed())
    return new Uint8Array(engine.fromString(text));
  const length = text.length;
  const bytes = new Uint8Array(length);
  for (let from = 0; from < length; from += SLICE) {
    const slice = text.slice(from, from + SLICE);
    for (let i = 0; i < slice.length; i++) {
      const unit = slice.charCodeAt(i);
      if (unit >= 0x80) return encodeWide(text, from + i, bytes);
      bytes[from + i] = unit;
    }
  }
  return bytes;
}

/** The same from `start` on, where the first unit beyond ASCII stands; what lies before it is in `ascii`. */
function encodeWide(text: string, start: number, ascii: Uint8Array): Uint8Array {
  const length = text.length;
  const bytes = new Uint8Array(start + (length - start) * 3);
  bytes.set(ascii.subarray(0, start));
  let at = start;
  let lead = 0;
  for (let from = start; from < length; from += SLICE) {
    const slice = text.slice(from, from + SLICE);
    for (let i = 0; i < slice.length; i++) {
      const unit = slice.charCodeAt(i);
      const trail = unit >= 0xdc00 && unit <= 0xdfff;
      if (lead !== 0) {
        at = put(bytes, at, trail ? 0x10000 + ((lead - 0xd800) << 10) + (unit - 0xdc00) : REPLACEMENT);
        lead = 0;
        if (trail) continue;
      }
      if (unit >= 0xd800 && unit <= 0xdbff) lead = unit;
      else at = put(bytes, at, trail ? REPLACEMENT : unit);
    }
  }
  if (lead !== 0) at = put(bytes, at, REPLACEMENT);
  return bytes.slice(0, at);
}

/** Writes one code point at `at` and returns the place after it. */
function put(bytes: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    bytes[at] = code;
    return at + 1;
  }
  if (code < 0x800) {
    bytes[at] = 0xc0 | (code >> 6);
    bytes[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  if (code < 0x10000) {
    bytes[at] = 0xe0 | (code >> 12);
    bytes[at + 1] = 0x80 | ((code >> 6) & 0x3f);
    bytes[at + 2] = 0x80 | (code & 0x3f);
    return at + 3;
  }
  bytes[at] = 0xf0 | (code >> 18);
  bytes[at + 1] = 0x80 | ((code >> 12) & 0x3f);
  bytes[at + 2] = 0x80 | ((code >> 6) & 0x3f);
  bytes[at + 3] = 0x80 | (code & 0x3f);
  return at + 4;
}

/**
 * The text of UTF-8 `bytes`; null when they are not well-formed (overlong, cut short, a surrogate, past U+10FFFF).
 * A byte order mark is text like any other.
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  let text = "";
  let units: number[] = [];
  let i = 0;
  while (i < bytes.length) {
    const first = bytes[i++]!;
    if (first < 0x80) units.push(first);
    else {
      const more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
      if (more === 0 || i + more > bytes.length) return null;
      let code = first & (0x3f >> more);
      for (const end = i + more; i < end; i++) {
        const next = bytes[i]!;
        if ((next & 0xc0) !== 0x80) return null;
        code = (code << 6) | (next & 0x3f);
      }
      if ((more === 2 && code < 0x800) || (more === 3 && code < 0x10000)) return null;
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null;
      if (code < 0x10000) units.push(code);
      else units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    }
    if (units.length >= SLICE) {
      text += String.fromCharCode.apply(null, units);
      units = [];
    }
  }
  return text + String.fromCharCode.apply(null, units);
}

/** The text of `bytes[start, end)`, each byte one unit: for header fields, whose bytes have no encoding of their own. */
export function decodeLatin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let from = start; from < end; from += SLICE) {
    const slice = bytes.subarray(from, Math.min(end, from + SLICE));
    text += String.fromCharCode.apply(null, slice as unknown as number[]);
  }
  return text;
}
