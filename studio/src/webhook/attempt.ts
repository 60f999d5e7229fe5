/** One attempt at one message: sign, send, judge. Holds no transaction. */
import { v7 as uuid } from "uuid";
import { type FailureCode, type GuardedClient, RequestFailed } from "../net/client";
import type { SecretBox } from "../secret/box";
import { ATTEMPT_TIMEOUT_MS, type Decision, decide } from "./policy";
import type { Claimed, Settled } from "./queue";
import { openSecrets } from "./secrets";
import { signatureHeaders } from "./signature";

/** As much of an answer is kept for the log. */
export const SNIPPET_BYTES = 1024;
/** Read, so that the connection can be used again, but not kept. */
const MAX_RESPONSE_BYTES = 16 * 1024;
/** The status decides; a body that trickles in after it must not keep the place of another message. */
const BODY_TIMEOUT_MS = 2_000;

export interface AttemptTools {
  readonly client: GuardedClient;
  readonly secrets: SecretBox;
  readonly now: () => Date;
  readonly random: () => number;
  readonly timeout_ms?: number;
}

/** Rejects only when `signal` was aborted: then nothing is known of the attempt. */
export async function attempt(
  message: Claimed,
  lease_token: string,
  tools: AttemptTools,
  signal: AbortSignal,
): Promise<Settled> {
  const started = tools.now();
  const answer = await send(message, started, tools, signal);
  // An example shows what happens once; it is not worth three days.
  const decision: Decision =
    message.is_example && !answer.ok && answer.status !== 410
      ? { kind: "failed" }
      : decide(answer, message.series_attempts + 1, tools.now(), tools.random);
  return {
    attempt_id: uuid(),
    message_id: message.id,
    endpoint_id: message.endpoint_id,
    lease_token,
    url: message.url,
    number: message.attempts + 1,
    started_at: started.toISOString(),
    duration_ms: answer.duration_ms,
    succeeded: decision.kind === "delivered",
    status: answer.status,
    error_code: answer.error_code,
    error: answer.error,
    response_snippet: answer.snippet,
    state: decision.kind === "retry" ? "pending" : decision.kind === "delivered" ? "delivered" : "failed",
    delay_s: decision.kind === "retry" ? decision.delay_s : 0,
    gone: decision.kind === "gone",
  };
}

interface Answer {
  ok: boolean;
  status: number | null;
  retry_after: string | undefined;
  snippet: string | null;
  error_code: FailureCode | "SECRET_UNREADABLE" | null;
  error: string | null;
  duration_ms: number;
}

async function send(message: Claimed, started: Date, tools: AttemptTools, signal: AbortSignal): Promise<Answer> {
  const failure = (error_code: Answer["error_code"], error: string, duration_ms: number): Answer => {
    return { ok: false, status: null, retry_after: undefined, snippet: null, error_code, error, duration_ms };
  };
  let secrets: string[];
  try {
    secrets = openSecrets(tools.secrets, message.endpoint_id, message, started);
  } catch {
    return failure("SECRET_UNREADABLE", "the endpoint's secret cannot be opened with the keys that the studio has", 0);
  }
  const timestamp_s = Math.floor(started.getTime() / 1000);
  try {
    const response = await tools.client.request({
      method: "POST",
      url: message.url,
      headers: {
        "content-type": "application/json",
        "user-agent": "DrowsyGuard-Studio/1 (webhooks)",
        ...signatureHeaders({ webhook_id: message.id, timestamp_s, body: message.payload }, secrets),
      },
      body: message.payload,
      timeout_ms: tools.timeout_ms ?? ATTEMPT_TIMEOUT_MS,
      body_timeout_ms: BODY_TIMEOUT_MS,
      max_response_bytes: MAX_RESPONSE_BYTES,
      signal,
    });
    const ok = response.status >= 200 && response.status < 300;
    return {
      ok,
      status: response.status,
      retry_after: response.headers["retry-after"],
      snippet: snippetOf(response.body),
      error_code: null,
      error: ok ? null : `the endpoint answered ${response.status}`,
      duration_ms: response.duration_ms,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof RequestFailed) return failure(error.code, error.message, error.duration_ms);
    throw error;
  }
}

/** The first kilobyte as text; what is no text, or no text that a database takes, becomes the replacement character. */
function snippetOf(body: Buffer): string {
  return body.subarray(0, SNIPPET_BYTES).toString("utf8").replaceAll("\0", "\uFFFD");
}
