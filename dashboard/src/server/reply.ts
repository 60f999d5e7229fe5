/** Answers, and the one kind of refusal. */
import type { ServerResponse } from "node:http";

/** Ends a request with this status and an object that holds an error text, and the field at fault where there is one. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly field: string | null = null,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(body as string);
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": bytes.length,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...headers,
  });
  response.end(response.req.method === "HEAD" ? undefined : bytes);
}

export function sendJson(response: ServerResponse, document: unknown): void {
  send(response, 200, "application/json", JSON.stringify(document));
}

export function sendError(response: ServerResponse, error: HttpError): void {
  const body = error.field === null ? { error: error.message } : { error: error.message, field: error.field };
  send(response, error.status, "application/json", JSON.stringify(body), error.headers);
}
