/** The form of a PEM certificate, without cryptography: what any TLS library will need to find in it. */
import { decodeBase64 } from "./base64";

const BLOCK = /^-----BEGIN CERTIFICATE-----\n([A-Za-z0-9+/=\n]+)\n-----END CERTIFICATE-----$/;
const SEQUENCE = 0x30;
const BIT_STRING = 0x03;

/** `text` with the line ends of a file, without blank space around it: browsers send CR LF. */
export function normalisePem(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").trim();
  return lines === "" ? "" : `${lines}\n`;
}

/** What is wrong with a normalised PEM text of one or more certificates; null when nothing is. */
export function pemFault(text: string): string | null {
  const blocks = text.trim().split(/\n+(?=-----BEGIN )/);
  for (const block of blocks) {
    if (/^-----BEGIN (?!CERTIFICATE-----)/.test(block)) return "ca_cert may hold nothing but certificates";
    const body = BLOCK.exec(block)?.[1];
    if (body === undefined) return "ca_cert must be PEM: BEGIN CERTIFICATE, base64 lines, END CERTIFICATE";
    const der = decodeBase64(body.replace(/\n/g, ""));
    if (der === null) return "ca_cert holds text that is no base64";
    if (!isCertificate(der)) return "ca_cert holds no X.509 certificate";
  }
  return null;
}

/** Certificate ::= SEQUENCE { SEQUENCE, SEQUENCE, BIT STRING } and nothing after it. [RFC 5280, section 4.1] */
function isCertificate(der: Uint8Array): boolean {
  const outer = element(der, 0);
  if (outer?.tag !== SEQUENCE || outer.end !== der.length) return false;
  let at = outer.start;
  for (const tag of [SEQUENCE, SEQUENCE, BIT_STRING]) {
    const inner = element(der, at);
    if (inner?.tag !== tag) return false;
    at = inner.end;
  }
  return at === outer.end;
}

/** Tag and content range of the DER element at `at`; null where its length does not fit. */
function element(der: Uint8Array, at: number): { tag: number; start: number; end: number } | null {
  const tag = der[at];
  const first = der[at + 1];
  if (tag === undefined || first === undefined) return null;
  let start = at + 2;
  let length = first;
  if (first >= 0x80) {
    const count = first - 0x80;
    if (count < 1 || count > 2) return null;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (der[start++] ?? 0);
  }
  const end = start + length;
  return end <= der.length ? { tag, start, end } : null;
}
