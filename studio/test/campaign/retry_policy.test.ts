import fc from "fast-check";
import { nextStep, RESULTS, type RetryPolicy, resultOf } from "../../src/campaign/retry_policy";

const POLICY: RetryPolicy = {
  max_attempts: 4,
  rules: { busy: { retries: 2, delay_s: 60, backoff: 2 }, no_answer: { retries: 5, delay_s: 3600, backoff: 1 } },
};

describe("what happens after an attempt", () => {
  test("who was reached is called no more", () => {
    expect(nextStep(POLICY, "completed", 1, 1)).toEqual({ state: "reached" });
    expect(nextStep(POLICY, "transferred", 4, 1)).toEqual({ state: "reached" });
  });

  test("a busy line is tried again later each time, as often as its rule says", () => {
    expect(nextStep(POLICY, "busy", 1, 1)).toEqual({ state: "waiting", delay_s: 60 });
    expect(nextStep(POLICY, "busy", 2, 2)).toEqual({ state: "waiting", delay_s: 120 });
    expect(nextStep(POLICY, "busy", 3, 3)).toEqual({ state: "exhausted" });
  });

  test("all results together never make more attempts than the policy allows", () => {
    expect(nextStep(POLICY, "no_answer", 3, 3)).toEqual({ state: "waiting", delay_s: 3600 });
    expect(nextStep(POLICY, "no_answer", 4, 4)).toEqual({ state: "exhausted" });
  });

  test("a result without a rule ends it, an interrupted call too: the person may have been called", () => {
    expect(nextStep(POLICY, "interrupted", 1, 1)).toEqual({ state: "exhausted" });
    expect(nextStep(POLICY, "caller_hung_up", 1, 1)).toEqual({ state: "exhausted" });
  });

  test("the result of an answered call is the scenario's, of any other the call's", () => {
    expect(resultOf("answered", "no_input")).toBe("no_input");
    expect(resultOf("answered", null)).toBe("error");
    expect(resultOf("busy", null)).toBe("busy");
  });

  test("under any policy and any results a contact comes to an end within max_attempts", () => {
    const rule = fc.record({ retries: fc.nat(20), delay_s: fc.nat(100_000), backoff: fc.constantFrom(1, 1.5, 2) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.dictionary(fc.constantFrom(...RESULTS), rule),
        fc.array(fc.constantFrom(...RESULTS), { minLength: 60, maxLength: 60 }),
        (max_attempts, rules, results) => {
          const times = new Map<string, number>();
          let attempts = 0;
          for (const result of results) {
            attempts += 1;
            times.set(result, (times.get(result) ?? 0) + 1);
            const step = nextStep({ max_attempts, rules }, result, attempts, times.get(result)!);
            if (step.state !== "waiting") break;
            expect(step.delay_s).toBeGreaterThanOrEqual(0);
          }
          expect(attempts).toBeLessThanOrEqual(max_attempts);
        },
      ),
    );
  });
});
