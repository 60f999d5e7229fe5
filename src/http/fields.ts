import { KEPT_HEADERS, type KeptHeader } from "./request";
import { decodeLatin1 } from "./utf8";

/** The kept fields of one head while it is read. */
export type FieldMap = Partial<Record<KeptHeader, string>>;

const SPACE = 0x20;
const TAB = 0x09;
const COLON = 0x3a;

/** A character of a token (RFC 9110, section 5.6.2). */
export function isTokenByte(c: number): boolean {
  if ((c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || (c >= 0x30 && c <= 0x39)) return true;
  if (c === 0x2d) return true;
  return c > 0x20 && c < 0x7f && "!#$%&'*+.^_`|~".includes(String.fromCharCode(c));
}

/**
 * Reads one header field from `bytes[start, end)`, a line without its end, whose control characters the caller
 * has refused already, and keeps it in `fields` where a route may read it.
 * Returns what is wrong with it, or null.
 */
export function readField(bytes: Uint8Array, start: number, end: number, fields: FieldMap): string | null {
  const first = bytes[start]!;
  if (first === SPACE || first === TAB) return "a header field is folded over two lines";
  let colon = start;
  while (colon < end && isTokenByte(bytes[colon]!)) colon++;
  if (colon === end) return "a header field has no colon";
  if (colon === start || bytes[colon] !== COLON) return "a header field has a name that is no token";
  const name = keptName(bytes, start, colon);
  if (!name) return null;
  let from = colon + 1;
  let to = end;
  while (from < to && isBlank(bytes[from]!)) from++;
  while (to > from && isBlank(bytes[to - 1]!)) to--;
  return keep(fields, name, decodeLatin1(bytes, from, to));
}

const isBlank = (c: number) => c === SPACE || c === TAB;

/** The kept header that `bytes[start, end)` names in whatever case, without making a string of it. */
function keptName(bytes: Uint8Array, start: number, end: number): KeptHeader | null {
  for (const name of KEPT_HEADERS) {
    if (name.length !== end - start) continue;
    let i = 0;
    // Bit 5 makes a letter lower case and leaves the hyphen as it is; no other token character turns into either.
    while (i < name.length && name.charCodeAt(i) === (bytes[start + i]! | 0x20)) i++;
    if (i === name.length) return name;
  }
  return null;
}

function keep(fields: FieldMap, name: KeptHeader, value: string): string | null {
  const before = fields[name];
  if (before === undefined) fields[name] = value;
  else if (name === "host" || name === "origin" || name === "content-length" || name === "content-type")
    return `the header field ${name} was sent twice`;
  else fields[name] = `${before}, ${value}`;
  return null;
}
