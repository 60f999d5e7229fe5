import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

/**
 * How failed log-ins slow down further ones. Three counters, because each alone fails somebody:
 * - the pair of account and address stops a guesser at one place;
 * - the account stops guessers at many places, but not an address the account has logged in from lately: its owner stays in;
 * - the address stops a guesser of many accounts.
 * Attempts refused by a counter do not count, and no wait is longer than its rule says: nobody is locked out for ever.
 */
export interface ThrottleRule {
  readonly name: "pair" | "account" | "address";
  /** Failures that cost nothing. */
  readonly free: number;
  /** The wait after the first failure beyond them; each further one doubles it. */
  readonly first_wait_s: number;
  readonly longest_wait_s: number;
  /** A counter at rest this long starts anew. */
  readonly forget_s: number;
}

const RULES = {
  pair: { name: "pair", free: 5, first_wait_s: 2, longest_wait_s: 900, forget_s: 86_400 },
  account: { name: "account", free: 20, first_wait_s: 2, longest_wait_s: 300, forget_s: 86_400 },
  address: { name: "address", free: 200, first_wait_s: 2, longest_wait_s: 900, forget_s: 3600 },
} as const satisfies Record<string, ThrottleRule>;

export const LONGEST_FORGET_S = Math.max(...Object.values(RULES).map((rule) => rule.forget_s));

/** How long an address counts as one the account logs in from. */
export const KNOWN_ADDRESS_DAYS = 30;

export interface Counter {
  readonly key: string;
  readonly rule: ThrottleRule;
}

/** The counters of one attempt. Keys are hashed: the table must not become a list of addresses people mistyped. */
export function countersOf(email: string, address: string, known_address: boolean): Counter[] {
  const account = email.normalize("NFKC").trim().toLowerCase();
  const place = network(address);
  const counters: Counter[] = [
    { key: digest("pair", account, place), rule: RULES.pair },
    { key: digest("address", place), rule: RULES.address },
  ];
  if (!known_address) counters.push({ key: digest("account", account), rule: RULES.account });
  // Always the same order, so that two attempts at once cannot wait for each other's rows.
  return counters.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function digest(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/** Who has one IPv6 address has the 2^64 of its network. IPv4 in IPv6's clothes counts as IPv4. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").split("%")[0] ?? "";
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

export interface CounterState {
  readonly failures: number;
  readonly last_ms: number;
  readonly blocked_until_ms: number;
}

/** How long the caller must wait before this counter lets another attempt through; 0 when it may try now. */
export function waitOf(state: CounterState | null, now_ms: number): number {
  if (state === null) return 0;
  return Math.max(0, state.blocked_until_ms - now_ms);
}

/** The counter after one more failure. An attempt is counted before the password is looked at, and taken back when it was right. */
export function afterFailure(state: CounterState | null, rule: ThrottleRule, now_ms: number): CounterState {
  const stale = state === null || now_ms - state.last_ms > rule.forget_s * 1000;
  const failures = (stale ? 0 : state.failures) + 1;
  const beyond = failures - rule.free;
  const wait_s = beyond <= 0 ? 0 : Math.min(rule.longest_wait_s, rule.first_wait_s * 2 ** Math.min(beyond - 1, 30));
  // No wait is no instant either: an attempt that began a moment earlier may be looked at later.
  return { failures, last_ms: now_ms, blocked_until_ms: wait_s === 0 ? 0 : now_ms + wait_s * 1000 };
}
