import type { HttpError } from "./error";
import type { RawStart } from "./raw";
import { reasonPhrase } from "./status";
import { encodeUtf8 } from "./utf8";

export interface Response {
  readonly status: number;
  /** Field names as they are sent: `Content-Type`. Content-Length and Connection are the server's business. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as UTF-8. Bytes must not change until they were sent. */
  readonly body?: string | Uint8Array;
  /** Takes the connection over after the head; there is no `body` then. */
  readonly raw?: RawStart;
}

/** The field that says which pages may show an answer as a picture. */
export const EMBEDDING = "Cross-Origin-Resource-Policy";

const JSON_HEADERS = { "Content-Type": "application/json" };

/** `value` as a JSON document. */
export function json(status: number, value: unknown): Response {
  return { status, headers: JSON_HEADERS, body: JSON.stringify(value) };
}

/** `{"error": "..."}`, with `"field"` where one is to blame. */
export function errorResponse(error: HttpError): Response {
  const { status, message, field } = error;
  return json(status, field === undefined ? { error: message } : { error: message, field });
}

const NO_BYTES = new Uint8Array(0);

/** The body as it is sent; undefined where none may be announced (RFC 9110, section 8.6) or the end is not known. */
export function bodyBytes({ status, body, raw }: Response): Uint8Array | undefined {
  if (raw || status === 204 || status === 304) return undefined;
  if (body === undefined) return NO_BYTES;
  return typeof body === "string" ? encodeUtf8(body) : body;
}

/**
 * The status line and header fields of `response`. `length` is that of the body, absent where none is announced;
 * `connection` is sent as the field of that name unless empty.
 * Every answer says that its type is not to be guessed; unless the handler says otherwise, that it is not to be stored
 * and that no page of another origin may embed it: the unit shows a person, and has no log-in.
 * Throws RangeError for a header value that would break the line.
 */
export function encodeHead(response: Response, length: number | undefined, connection: string): Uint8Array {
  const headers = response.headers ?? {};
  let head = `HTTP/1.1 ${response.status} ${reasonPhrase(response.status)}\r\n`;
  for (const name in headers) {
    const value = headers[name]!;
    if (value.includes("\r") || value.includes("\n")) throw new RangeError(`header ${name} has a line end`);
    head += `${name}: ${value}\r\n`;
  }
  if (length !== undefined) head += `Content-Length: ${length}\r\n`;
  if (headers["Cache-Control"] === undefined) head += "Cache-Control: no-store\r\n";
  if (headers[EMBEDDING] === undefined) head += `${EMBEDDING}: same-origin\r\n`;
  head += "X-Content-Type-Options: nosniff\r\n";
  if (connection) head += `Connection: ${connection}\r\n`;
  return encodeUtf8(`${head}\r\n`);
}
