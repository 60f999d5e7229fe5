/** What the operator allows webhooks to reach, from the environment. */
import { type AddressPolicy, addressBytes, BadCidr, cidrContains, parseCidrs, refusal } from "../net/address";
import { parseTarget, RequestFailed } from "../net/client";

export interface WebhookConfig {
  /** `http:` for any host; otherwise only for addresses in a range that was allowed. */
  readonly allow_http: boolean;
  readonly policy: AddressPolicy;
  /** Messages and their attempts are kept for so many days. */
  readonly keep_days: number;
}

const KEEP_DAYS = "30";

/**
 * `STUDIO_WEBHOOK_ALLOW_PRIVATE`: ranges beside the public ones, for example `127.0.0.0/8,fd00::/8`.
 * `STUDIO_WEBHOOK_ALLOW_HTTP=1`: endpoints without TLS anywhere.
 * `STUDIO_WEBHOOK_LOG_DAYS`: days that messages and attempts are kept, 4 (a message is tried for three and a half) to 3650; default 30.
 * @throws Error that names the variable
 */
export function webhookConfig(env: Readonly<Record<string, string | undefined>>): WebhookConfig {
  const http = env["STUDIO_WEBHOOK_ALLOW_HTTP"] ?? "";
  if (!/^(0|1|true|false|)$/.test(http)) throw new Error(`STUDIO_WEBHOOK_ALLOW_HTTP must be 1 or 0, not "${http}"`);
  const keep_days = Number(env["STUDIO_WEBHOOK_LOG_DAYS"] || KEEP_DAYS);
  if (!Number.isInteger(keep_days) || keep_days < 4 || keep_days > 3650) {
    throw new Error("STUDIO_WEBHOOK_LOG_DAYS must be a whole number from 4 to 3650");
  }
  try {
    const allow = parseCidrs(env["STUDIO_WEBHOOK_ALLOW_PRIVATE"]);
    return { allow_http: http === "1" || http === "true", policy: { allow }, keep_days };
  } catch (error) {
    if (error instanceof BadCidr) throw new Error(`STUDIO_WEBHOOK_ALLOW_PRIVATE: ${error.message}`);
    throw error;
  }
}

const MAX_URL_LENGTH = 2000;

/**
 * What is wrong with an endpoint's URL, or null. Where its name leads is seen only when it is used, and checked there, each time:
 * a name that leads inside today may lead elsewhere tomorrow, and the other way round.
 */
export function urlFault(text: string, config: WebhookConfig): string | null {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  let url: URL;
  try {
    url = parseTarget(text);
  } catch (error) {
    if (error instanceof RequestFailed) return error.message;
    throw error;
  }
  if (url.hash !== "") return "must not have a fragment";
  const bytes = addressBytes(url.hostname);
  const reason = bytes === null ? null : refusal(url.hostname, config.policy);
  if (reason !== null) return `names an address that may not be reached (${reason})`;
  const allowed = bytes !== null && config.policy.allow.some((range) => cidrContains(range, bytes));
  if (url.protocol === "http:" && !config.allow_http && !allowed) return "must begin with https://";
  return null;
}
