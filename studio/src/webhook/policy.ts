/** When a message is tried again, and when not. Pure: chance and time come in. */

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Waits after the first, second, ... failed attempt: ten attempts over three days and three and a half hours. */
export const RETRY_DELAYS_S: readonly number[] = [
  5,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
  24 * HOUR_S,
];

export const MAX_ATTEMPTS = RETRY_DELAYS_S.length + 1;
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** An endpoint may ask us to wait, but not for ever. */
export const MAX_RETRY_AFTER_S = 24 * HOUR_S;
/** Each wait is stretched or shortened by up to so much, so that what failed together does not come back together. */
export const JITTER = 0.2;

/** How one attempt ended: with a status, or without any answer. */
export interface AttemptOutcome {
  readonly status: number | null;
  /** The Retry-After field of the answer, if there was one. */
  readonly retry_after?: string | undefined;
}

export type Decision =
  | { readonly kind: "delivered" }
  | { readonly kind: "retry"; readonly delay_s: number }
  /** No attempt is left. */
  | { readonly kind: "failed" }
  /** The endpoint says that it is gone: nothing more is sent to it until somebody enables it again. */
  | { readonly kind: "gone" };

/**
 * What follows from an attempt. Only 2xx is success; a redirect is a failure, since it is not followed.
 * @param attempt number of the attempt that just ended, in its series, from 1
 * @param random from 0 (inclusive) to 1 (exclusive)
 */
export function decide(outcome: AttemptOutcome, attempt: number, now: Date, random: () => number): Decision {
  const { status } = outcome;
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const base_s = RETRY_DELAYS_S[attempt - 1];
  if (base_s === undefined) return { kind: "failed" };
  const jittered_s = base_s * (1 - JITTER + 2 * JITTER * random());
  return { kind: "retry", delay_s: Math.max(jittered_s, retryAfterSeconds(outcome.retry_after, now) ?? 0) };
}

/** Retry-After in seconds or as an HTTP date, at most a day; null where it is absent or says nothing usable. */
export function retryAfterSeconds(field: string | undefined, now: Date): number | null {
  if (field === undefined) return null;
  const text = field.trim();
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : (httpDate(text) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds) || seconds < 0) return null;
  return Math.min(seconds, MAX_RETRY_AFTER_S);
}

/** RFC 9110's preferred form only: `Sun, 06 Nov 1994 08:49:37 GMT`. NaN for anything else. */
function httpDate(text: string): number {
  return /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
