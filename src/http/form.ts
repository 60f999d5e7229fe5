import { HttpError } from "./error";
import { decodeUtf8, encodeUtf8 } from "./utf8";

/** No form of ours has half as many. */
const FIELDS_MAX = 64;

const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

const NOTHING = new Uint8Array(0);

/**
 * The fields of a query or of an `application/x-www-form-urlencoded` body, in the order sent; a field without `=` is
 * empty text. Throws HttpError 400 for a bad escape, for text that is not UTF-8, and for a field that was sent twice:
 * which of the two was meant nobody can know.
 */
export function parseForm(form: string | Uint8Array): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, bytes] of parseFormBytes(form)) fields.set(name, fieldText(name, bytes));
  return fields;
}

/** The same with every value as the bytes that were sent, which need not be UTF-8 (a network name). */
export function parseFormBytes(form: string | Uint8Array): ReadonlyMap<string, Uint8Array> {
  const bytes = typeof form === "string" ? encodeUtf8(form) : form;
  const fields = new Map<string, Uint8Array>();
  for (let start = 0; start < bytes.length; ) {
    const mark = bytes.indexOf(AMPERSAND, start);
    const end = mark < 0 ? bytes.length : mark;
    if (end > start) addField(fields, bytes.subarray(start, end));
    start = end + 1;
  }
  return fields;
}

/** The text of one value. Throws HttpError 400 where it is not UTF-8. */
export function fieldText(name: string, value: Uint8Array): string {
  return text(value, name, name);
}

function addField(fields: Map<string, Uint8Array>, pair: Uint8Array): void {
  const equals = pair.indexOf(EQUALS);
  const coded_name = equals < 0 ? pair : pair.subarray(0, equals);
  const name = text(decode(coded_name, "a field name"), "a field name");
  if (fields.has(name)) throw new HttpError(400, `${name} was sent twice`, name);
  if (fields.size === FIELDS_MAX) throw new HttpError(400, `more than ${FIELDS_MAX} fields`);
  fields.set(name, equals < 0 ? NOTHING : decode(pair.subarray(equals + 1), name, name));
}

function decode(coded: Uint8Array, what: string, field?: string): Uint8Array {
  const bytes = percentDecode(coded);
  if (!bytes) throw new HttpError(400, `${what} has a bad percent escape`, field);
  return bytes;
}

function text(bytes: Uint8Array, what: string, field?: string): string {
  const decoded = decodeUtf8(bytes);
  if (decoded === null) throw new HttpError(400, `${what} is not UTF-8`, field);
  return decoded;
}

/** The bytes that form-coded `coded` stands for, `+` being a space; null where a `%` has no two hex digits after it. */
export function percentDecode(coded: Uint8Array): Uint8Array | null {
  const bytes = new Uint8Array(coded.length);
  let at = 0;
  for (let i = 0; i < coded.length; i++) {
    const c = coded[i]!;
    if (c === PERCENT) {
      const high = hexDigit(coded[i + 1]);
      const low = hexDigit(coded[i + 2]);
      if (high < 0 || low < 0) return null;
      bytes[at++] = (high << 4) | low;
      i += 2;
    } else bytes[at++] = c === PLUS ? SPACE : c;
  }
  return bytes.subarray(0, at);
}

function hexDigit(c: number | undefined): number {
  if (c === undefined) return -1;
  if (c >= 0x30 && c <= 0x39) return c - 0x30;
  const letter = c | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
