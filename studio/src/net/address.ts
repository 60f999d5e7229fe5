/**
 * Which network addresses a request made on a tenant's behalf may reach.
 * Everything that is not public is refused unless the operator allowed its range: whoever can name a URL
 * (a webhook endpoint, an HTTP node) must not reach this machine, its network or a cloud's metadata service.
 * Ranges: the IANA special-purpose address registries for IPv4 and IPv6.
 */
import { isIP } from "node:net";

/** A range of addresses, network part in bytes (4 or 16). */
export interface Cidr {
  readonly bytes: readonly number[];
  readonly prefix_bits: number;
  readonly text: string;
}

export interface AddressPolicy {
  /** Ranges that may be reached although they are not public. */
  readonly allow: readonly Cidr[];
}

export const PUBLIC_ONLY: AddressPolicy = { allow: [] };

/** Thrown for an allow-list that cannot be read; the message names the entry. */
export class BadCidr extends Error {}

/** Bytes of an IP address in text (4 or 16; zone dropped), or null where the text is none. IPv4-mapped ones come back as IPv4. */
export function addressBytes(text: string): number[] | null {
  const bare = text.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const family = isIP(bare);
  if (family === 0) return null;
  const bytes = family === 4 ? bare.split(".").map(Number) : ipv6Bytes(bare);
  return unmapped(bytes);
}

/** Reads `10.0.0.0/8`, `fd00::/8` or one address. @throws BadCidr */
export function parseCidr(text: string): Cidr {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim());
  const host = match?.[1] ?? "";
  const bytes = isIP(host) === 0 ? null : addressBytes(host);
  if (bytes === null)
    throw new BadCidr(`"${text}" is not an address range (expected for example 10.0.0.0/8 or fd00::/8)`);
  const full = bytes.length * 8;
  const given = match?.[2] === undefined ? null : Number(match[2]);
  // A mapped range (::ffff:10.0.0.0/104) was shortened to IPv4, and so is its prefix.
  const shift = isIP(host) === 6 && bytes.length === 4 ? 96 : 0;
  const prefix_bits = given === null ? full : given - shift;
  if (prefix_bits < 0 || prefix_bits > full) throw new BadCidr(`"${text}" has a prefix length outside 0-${full}`);
  return { bytes, prefix_bits, text: text.trim() };
}

/** Reads a comma- or space-separated list of ranges; empty or absent gives none. @throws BadCidr */
export function parseCidrs(list: string | undefined): Cidr[] {
  return (list ?? "")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .map(parseCidr);
}

export function cidrContains(range: Cidr, bytes: readonly number[]): boolean {
  if (range.bytes.length !== bytes.length) return false;
  const whole = range.prefix_bits >> 3;
  for (let i = 0; i < whole; i++) if (range.bytes[i] !== bytes[i]) return false;
  const rest = range.prefix_bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return ((range.bytes[whole] ?? 0) & mask) === ((bytes[whole] ?? 0) & mask);
}

/**
 * Why an address must not be reached, in a few words ("private", "loopback", ...), or null where it may.
 * Text that is no address is refused too.
 */
export function refusal(address: string, policy: AddressPolicy): string | null {
  const bytes = addressBytes(address);
  if (bytes === null) return "not an address";
  if (policy.allow.some((range) => cidrContains(range, bytes))) return null;
  return bytes.length === 4 ? refusalIpv4(bytes) : refusalIpv6(bytes, policy);
}

type NamedRange = readonly [name: string, range: Cidr];
const named = (rows: readonly (readonly [string, string])[]): NamedRange[] =>
  rows.map(([range, name]) => [name, parseCidr(range)]);

const IPV4_REFUSED = named([
  ["0.0.0.0/8", "this network"],
  ["10.0.0.0/8", "private"],
  ["100.64.0.0/10", "carrier-grade NAT"],
  ["127.0.0.0/8", "loopback"],
  ["168.63.129.16/32", "cloud metadata"],
  ["169.254.0.0/16", "link-local"],
  ["172.16.0.0/12", "private"],
  ["192.0.0.0/24", "protocol assignments"],
  ["192.0.2.0/24", "documentation"],
  ["192.88.99.0/24", "6to4 relay"],
  ["192.168.0.0/16", "private"],
  ["198.18.0.0/15", "benchmarking"],
  ["198.51.100.0/24", "documentation"],
  ["203.0.113.0/24", "documentation"],
  ["224.0.0.0/4", "multicast"],
  ["240.0.0.0/4", "reserved"],
]);

const NAT64 = parseCidr("64:ff9b::/96");
const GLOBAL_UNICAST = parseCidr("2000::/3");

/** Named for the message, or special although inside 2000::/3. What is outside that and not listed is refused as not public. */
const IPV6_REFUSED = named([
  ["::1/128", "loopback"],
  ["::/96", "unspecified or IPv4-compatible"],
  ["fc00::/7", "private"],
  ["fe80::/10", "link-local"],
  ["fec0::/10", "site-local"],
  ["ff00::/8", "multicast"],
  ["2001::/23", "protocol assignments"],
  ["2001:db8::/32", "documentation"],
  ["2002::/16", "6to4"],
  ["3fff::/20", "documentation"],
]);

function refusalIpv4(bytes: readonly number[]): string | null {
  return IPV4_REFUSED.find(([, range]) => cidrContains(range, bytes))?.[0] ?? null;
}

function refusalIpv6(bytes: readonly number[], policy: AddressPolicy): string | null {
  if (cidrContains(NAT64, bytes)) return refusal(bytes.slice(12).join("."), policy);
  const special = IPV6_REFUSED.find(([, range]) => cidrContains(range, bytes))?.[0];
  return special ?? (cidrContains(GLOBAL_UNICAST, bytes) ? null : "not public");
}

function ipv6Bytes(text: string): number[] {
  // A dotted tail stands for the last two groups.
  const plain = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(":"),
  );
  const [head = "", tail] = plain.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const middle = new Array<number>(8 - left.length - right.length).fill(0);
  return [...left, ...middle, ...right].flatMap((group) => [group >> 8, group & 0xff]);
}

function unmapped(bytes: number[]): number[] {
  if (bytes.length !== 16) return bytes;
  const mapped = bytes.slice(0, 10).every((b) => b === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
  return mapped ? bytes.slice(12) : bytes;
}
