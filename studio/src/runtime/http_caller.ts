import { type GuardedClient, RequestFailed } from "../net/client";
import type { HttpCaller } from "./drive";
import { RUNTIME_LIMITS } from "./limits";

/** Asks web services through the guarded client: public addresses only, no redirects, time and size bounded. */
export function httpCaller(client: GuardedClient): HttpCaller {
  return {
    async call({ method, url, headers, body, timeout_ms }) {
      try {
        const response = await client.request({
          method,
          url,
          headers,
          ...(body !== null && { body }),
          timeout_ms,
          max_response_bytes: RUNTIME_LIMITS.http_response_bytes,
        });
        const { status } = response;
        if (response.cut === "size") return { status, error: "the answer is too long or not whole" };
        if (response.cut === "time") return { status, error: "the answer did not come in time" };
        const json = parsed(response.body.toString("utf8"));
        return { status, error: null, ...(json !== undefined && { json }) };
      } catch (error) {
        return { status: null, error: error instanceof RequestFailed ? error.message : "the request cannot be sent" };
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
