import fc from "fast-check";
import {
  decide,
  JITTER,
  MAX_ATTEMPTS,
  MAX_RETRY_AFTER_S,
  RETRY_DELAYS_S,
  retryAfterSeconds,
} from "../../src/webhook/policy";

const now = new Date("2026-03-01T10:00:00Z");
const middle = () => 0.5;

test("an endpoint that is down for good gets ten attempts over about three days", () => {
  let attempt = 1;
  let waited_s = 0;
  for (;;) {
    const decision = decide({ status: 503 }, attempt, now, middle);
    if (decision.kind !== "retry") {
      expect(decision.kind).toBe("failed");
      break;
    }
    waited_s += decision.delay_s;
    attempt += 1;
  }
  expect(attempt).toBe(10);
  expect(MAX_ATTEMPTS).toBe(10);
  expect(waited_s / 86_400).toBeCloseTo(3.15, 1);
});

test.each([
  [200, "delivered"],
  [204, "delivered"],
  [299, "delivered"],
  [301, "retry"],
  [302, "retry"],
  [304, "retry"],
  [400, "retry"],
  [404, "retry"],
  [410, "gone"],
  [429, "retry"],
  [500, "retry"],
  [null, "retry"],
])("status %p: %s", (status, kind) => expect(decide({ status }, 1, now, middle).kind).toBe(kind));

test("410 counts on the last attempt too", () => {
  expect(decide({ status: 410 }, MAX_ATTEMPTS, now, middle).kind).toBe("gone");
});

test("waits keep within the jitter whatever chance says, and differ", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.999999, noNaN: true }),
      (attempt, chance) => {
        const decision = decide({ status: 500 }, attempt, now, () => chance);
        if (decision.kind !== "retry") return false;
        const base_s = RETRY_DELAYS_S[attempt - 1]!;
        return decision.delay_s >= base_s * (1 - JITTER) && decision.delay_s <= base_s * (1 + JITTER);
      },
    ),
  );
});

test("Retry-After puts the next attempt off, never brings it forward, and never by more than a day", () => {
  const delay = (retry_after: string, attempt = 1) => {
    const decision = decide({ status: 503, retry_after }, attempt, now, middle);
    return decision.kind === "retry" ? decision.delay_s : null;
  };
  expect(delay("120")).toBe(120);
  expect(delay("Sun, 01 Mar 2026 10:10:00 GMT")).toBe(600);
  expect(delay("1", 3)).toBe(RETRY_DELAYS_S[2]);
  expect(delay("999999999")).toBe(MAX_RETRY_AFTER_S);
  for (const nonsense of ["soon", "-5", "1.5", "2026-03-01", "Sun, 01 Mar 2026 09:00:00 GMT", "9".repeat(400)]) {
    expect(delay(nonsense)).toBe(5);
  }
});

test("no Retry-After field makes anything but a number of seconds within bounds, or null", () => {
  fc.assert(
    fc.property(fc.string(), (field) => {
      const seconds = retryAfterSeconds(field, now);
      return seconds === null || (seconds >= 0 && seconds <= MAX_RETRY_AFTER_S);
    }),
  );
});
