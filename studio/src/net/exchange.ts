/** One HTTP request and its answer on one connection, within a deadline and a size. */
import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { type AddressPolicy, refusal } from "./address";
import { RequestFailed, StaleConnection } from "./failure";

export interface GuardedRequest {
  readonly method: string;
  /** `http:` or `https:`; no user name or password in it. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For the whole exchange: name look-up, connecting, request, head and body of the answer. */
  readonly timeout_ms: number;
  /** For the body alone, once the head is there: what has come by then is handed back with `cut: "time"`. */
  readonly body_timeout_ms?: number;
  /** Aborting ends the exchange, which then rejects. */
  readonly signal?: AbortSignal | undefined;
  /** As much of the answer's body is kept; more ends the exchange with `cut: "size"`. */
  readonly max_response_bytes: number;
}

export interface GuardedResponse {
  readonly status: number;
  /** Names in lower case; repeated fields joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Null where the body is whole. Else: it was larger than asked for, still coming when time was up, or broke off. */
  readonly cut: Cut | null;
  readonly duration_ms: number;
  readonly remote_address: string;
}

export type Cut = "size" | "time" | "broken";

/** Fields that say how the message is framed or where it goes: ours to set. */
const OWN_FIELDS = new Set(["host", "connection", "content-length", "transfer-encoding", "upgrade", "expect", "te"]);

/**
 * Sends `asked` to `url` through `agent`. `started` is `performance.now()` at the start of the whole affair.
 * Rejects with RequestFailed, StaleConnection or what Node's client threw.
 */
export function exchange(
  url: URL,
  asked: GuardedRequest,
  agent: http.Agent,
  policy: AddressPolicy,
  started: number,
): Promise<GuardedResponse> {
  return new Promise((resolve, reject) => {
    const request = open(url, asked, agent);
    let collecting: Collector | null = null;
    const left_ms = Math.max(1, asked.timeout_ms - (performance.now() - started));
    let deadline = setTimeout(() => {
      if (collecting !== null) collecting.stop("time");
      else request.destroy(new RequestFailed("TIMEOUT", `no answer within ${asked.timeout_ms / 1000} s`));
    }, left_ms);
    request.on("socket", (socket) => {
      // Before a byte of the request is sent. The look-up has vetted the address already, and this does not rely on it.
      const guard = () => {
        const reason = refusal(socket.remoteAddress ?? "", policy);
        if (reason !== null) request.destroy(refused(reason));
      };
      if (socket.connecting) socket.once("connect", guard);
      else guard();
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(deadline);
      const stale = request.reusedSocket && (error.code === "ECONNRESET" || error.code === "EPIPE");
      reject(stale ? new StaleConnection() : error);
    });
    request.on("response", (response) => {
      if (asked.body_timeout_ms !== undefined) {
        clearTimeout(deadline);
        const body_ms = Math.min(asked.body_timeout_ms, Math.max(1, asked.timeout_ms - (performance.now() - started)));
        deadline = setTimeout(() => collecting?.stop("time"), body_ms);
      }
      const remote_address = (response.socket as Socket).remoteAddress ?? "";
      collecting = collect(response, asked.max_response_bytes, (body, cut) => {
        clearTimeout(deadline);
        resolve({
          status: response.statusCode ?? 0,
          headers: joined(response.headers),
          body,
          cut,
          duration_ms: Math.round(performance.now() - started),
          remote_address,
        });
      });
    });
    request.end(asked.body);
  });
}

export function refused(reason: string): RequestFailed {
  return new RequestFailed("ADDRESS_REFUSED", `the URL leads to an address that may not be reached (${reason})`);
}

function open(url: URL, asked: GuardedRequest, agent: http.Agent): http.ClientRequest {
  const headers: Record<string, string | number> = { accept: "*/*", "accept-encoding": "identity" };
  for (const [name, value] of Object.entries(asked.headers ?? {})) {
    if (!OWN_FIELDS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  if (asked.body !== undefined) headers["content-length"] = Buffer.byteLength(asked.body);
  const make = url.protocol === "https:" ? https.request : http.request;
  try {
    return make(url, {
      method: asked.method,
      headers,
      agent,
      ...(asked.signal === undefined ? {} : { signal: asked.signal }),
    });
  } catch (error) {
    throw new RequestFailed("BAD_REQUEST", error instanceof Error ? error.message : "the request cannot be sent");
  }
}

interface Collector {
  stop(cut: Cut): void;
}

function collect(
  response: http.IncomingMessage,
  max_bytes: number,
  done: (body: Buffer, cut: Cut | null) => void,
): Collector {
  const chunks: Buffer[] = [];
  let room_bytes = max_bytes;
  let settled = false;
  const finish = (cut: Cut | null) => {
    if (settled) return;
    settled = true;
    // A body that is still coming is not read on: the connection goes.
    if (cut !== null) response.destroy();
    done(Buffer.concat(chunks), cut);
  };
  response.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, room_bytes);
    room_bytes -= kept.length;
    chunks.push(kept);
    if (kept.length < chunk.length) finish("size");
  });
  response.on("end", () => finish(null));
  response.on("error", () => finish("broken"));
  response.on("close", () => finish("broken"));
  return { stop: finish };
}

function joined(headers: http.IncomingHttpHeaders): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) out[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return out;
}
