import {
  afterFailure,
  type Counter,
  type CounterState,
  countersOf,
  network,
  waitOf,
} from "../../src/auth/throttle_policy";

/** Every counter in memory, as the database keeps them. */
function machine() {
  const states = new Map<string, CounterState>();
  return {
    /** @returns 0 when the attempt went through (and failed), else the wait in ms */
    attempt(counters: Counter[], now_ms: number): number {
      const wait = Math.max(...counters.map(({ key }) => waitOf(states.get(key) ?? null, now_ms)));
      if (wait > 0) return wait;
      for (const { key, rule } of counters) states.set(key, afterFailure(states.get(key) ?? null, rule, now_ms));
      return 0;
    },
  };
}

const HOUR_MS = 3_600_000;
const VICTIM = "ann@example.com";

test("five wrong passwords cost nothing, then each costs twice the last", () => {
  const { attempt } = machine();
  const counters = countersOf(VICTIM, "192.0.2.1", false);
  for (let i = 0; i < 5; i++) expect(attempt(counters, 0)).toBe(0);
  expect(attempt(counters, 0)).toBe(0);
  let now_ms = 0;
  for (const wait_ms of [2000, 4000, 8000, 16_000]) {
    expect(attempt(counters, now_ms)).toBe(wait_ms);
    now_ms += wait_ms;
    expect(attempt(counters, now_ms)).toBe(0);
  }
});

test("an attempt that began before another, and is looked at after it, does not wait", () => {
  const { attempt } = machine();
  const counters = countersOf(VICTIM, "192.0.2.1", false);
  expect(attempt(counters, 1000)).toBe(0);
  expect(attempt(counters, 999)).toBe(0);
});

test("a guesser who never stops gets fewer than two hundred guesses a day at one account", () => {
  const { attempt } = machine();
  const counters = countersOf(VICTIM, "192.0.2.1", false);
  let guesses = 0;
  for (let now_ms = 0; now_ms < 24 * HOUR_MS; now_ms += 500) if (attempt(counters, now_ms) === 0) guesses++;
  expect(guesses).toBeGreaterThan(10);
  expect(guesses).toBeLessThan(200);
});

test("refused attempts do not make the wait longer", () => {
  const { attempt } = machine();
  const counters = countersOf(VICTIM, "192.0.2.1", false);
  for (let i = 0; i < 6; i++) attempt(counters, 0);
  for (let i = 0; i < 1000; i++) expect(attempt(counters, 1000)).toBe(1000);
  expect(attempt(counters, 2000)).toBe(0);
});

test("a botnet is held at the account, while its owner's own address stays open", () => {
  const { attempt } = machine();
  let guesses = 0;
  for (let now_s = 0; now_s < 3600; now_s++) {
    const bot = `198.51.${now_s % 250}.${now_s % 200}`;
    if (attempt(countersOf(VICTIM, bot, false), now_s * 1000) === 0) guesses++;
  }
  expect(guesses).toBeLessThan(50);
  expect(attempt(countersOf(VICTIM, "203.0.113.5", true), HOUR_MS)).toBe(0);
});

test("an owner at a new address waits five minutes at most, whatever the botnet does", () => {
  const { attempt } = machine();
  let longest_ms = 0;
  for (let now_s = 0; now_s < 24 * 3600; now_s += 7) {
    attempt(countersOf(VICTIM, `198.51.${now_s % 250}.${now_s % 199}`, false), now_s * 1000);
    longest_ms = Math.max(
      longest_ms,
      attempt([countersOf(VICTIM, "x", false).find((c) => c.rule.name === "account")!], now_s * 1000),
    );
  }
  expect(longest_ms).toBeGreaterThan(200_000);
  expect(longest_ms).toBeLessThanOrEqual(300_000);
});

test("one address that tries one password on many accounts is slowed down", () => {
  const { attempt } = machine();
  let guesses = 0;
  for (let i = 0; i < 1000; i++)
    if (attempt(countersOf(`user${i}@example.com`, "192.0.2.1", false), i * 100) === 0) guesses++;
  expect(guesses).toBeLessThan(215);
});

test("a day of rest clears the slate", () => {
  const { attempt } = machine();
  const counters = countersOf(VICTIM, "192.0.2.1", false);
  for (let i = 0; i < 6; i++) attempt(counters, 0);
  const next_day_ms = 25 * HOUR_MS;
  for (let i = 0; i < 6; i++) expect(attempt(counters, next_day_ms)).toBe(0);
  expect(attempt(counters, next_day_ms)).toBe(2000);
});

test("spelling does not make another account, nor one's own network another address", () => {
  const key = (email: string, address: string) => countersOf(email, address, false).map((counter) => counter.key);
  expect(key(" ANN@example.com", "::ffff:192.0.2.1")).toEqual(key(VICTIM, "192.0.2.1"));
  expect(network("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(network("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(network("2001:0DB8:0:0:ffff::")).toBe("2001:db8:0:0::/64");
  expect(network("::1")).toBe("0:0:0:0::/64");
  expect(network("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
});

test("keys tell nothing about who tried", () => {
  for (const { key } of countersOf(VICTIM, "192.0.2.1", false)) expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
