import { type Static, Type } from "@sinclair/typebox";
import { RUN_OUTCOMES } from "../runtime/trace";
import { CALL_OUTCOMES } from "../voice/gateway";

/**
 * What one attempt came to, in one word: how the scenario ended where somebody answered, else what became of the call.
 * `interrupted`: the process that carried the call died, and nobody knows what the person has heard.
 */
export const RESULTS = [...CALL_OUTCOMES.filter((outcome) => outcome !== "answered"), "interrupted", ...RUN_OUTCOMES]
  .filter((result, at, all) => all.indexOf(result) === at)
  .sort();

export function resultOf(outcome: string, scenario_outcome: string | null): string {
  return outcome === "answered" ? (scenario_outcome ?? "error") : outcome;
}

const Rule = Type.Object(
  {
    retries: Type.Integer({
      minimum: 0,
      maximum: 20,
      description: "At most so many further attempts after this result",
    }),
    delay_s: Type.Integer({ minimum: 0, maximum: 30 * 86_400, description: "Seconds until the next attempt" }),
    backoff: Type.Number({
      minimum: 1,
      maximum: 10,
      default: 1,
      description: "The delay is multiplied by this for each time the result came before",
    }),
  },
  { additionalProperties: false },
);

/** Which results are tried again, when and how often. A result without a rule ends the contact. */
export const RetryPolicy = Type.Object(
  {
    max_attempts: Type.Integer({ minimum: 1, maximum: 50, description: "Over all results together" }),
    rules: Type.Object(Object.fromEntries(RESULTS.map((result) => [result, Type.Optional(Rule)])), {
      additionalProperties: false,
    }),
  },
  { additionalProperties: false },
);
export type RetryPolicy = { max_attempts: number; rules: Record<string, Static<typeof Rule> | undefined> };

/** Three attempts: an hour after nobody answered, ten minutes after busy. An interrupted call is not repeated: the person may have been called. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  max_attempts: 3,
  rules: {
    no_answer: { retries: 2, delay_s: 3600, backoff: 1 },
    busy: { retries: 2, delay_s: 600, backoff: 1 },
    voicemail: { retries: 1, delay_s: 4 * 3600, backoff: 1 },
    failed: { retries: 1, delay_s: 900, backoff: 1 },
  },
};

/** Results that mean that a person was reached and the scenario did its work. */
const REACHED = new Set(["completed", "transferred"]);

export type NextStep = { state: "reached" } | { state: "exhausted" } | { state: "waiting"; delay_s: number };

/**
 * What happens to a contact after an attempt.
 * @param attempts attempts so far, this one included
 * @param times how often this result came, this time included
 */
export function nextStep(policy: RetryPolicy, result: string, attempts: number, times: number): NextStep {
  if (REACHED.has(result)) return { state: "reached" };
  const rule = policy.rules[result];
  if (rule === undefined || attempts >= policy.max_attempts || times > rule.retries) return { state: "exhausted" };
  return { state: "waiting", delay_s: Math.round(rule.delay_s * rule.backoff ** (times - 1)) };
}
