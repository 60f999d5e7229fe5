import { HttpError } from "./error";
import type { FieldMap } from "./fields";
import type { Request } from "./request";
import { isAuthority, type StartLine } from "./start_line";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const NO_BODY = new Uint8Array(0);

/**
 * Judges a complete head: how long the body is, who is asked, whether the connection goes on.
 * Everything that two servers could read in two ways is refused (RFC 9112, section 11.2).
 * Throws HttpError 400 or 501.
 */
export function frameRequest(line: StartLine, fields: FieldMap): Mutable<Request> {
  const length = fields["content-length"];
  if (fields["transfer-encoding"] !== undefined) {
    if (length !== undefined) throw new HttpError(400, "Content-Length and Transfer-Encoding were both sent");
    throw new HttpError(501, "Transfer-Encoding is not supported; send Content-Length");
  }
  if (length !== undefined && !/^[0-9]{1,15}$/.test(length)) throw new HttpError(400, "Content-Length is no length");
  const host = fields.host?.toLowerCase();
  if (host === undefined && line.minor > 0) throw new HttpError(400, "the header field Host is missing");
  if (host !== undefined && !isAuthority(host)) throw new HttpError(400, "the header field Host is malformed");
  const options = connectionOptions(fields.connection);
  return {
    method: line.method,
    path: line.path,
    query: line.query,
    minor: line.minor,
    host: line.authority ?? host ?? "",
    headers: fields,
    content_length: length === undefined ? null : Number(length),
    keep_alive: !options.includes("close") && (line.minor > 0 || options.includes("keep-alive")),
    body: NO_BODY,
  };
}

function connectionOptions(value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  return value
    .toLowerCase()
    .split(",")
    .map((option) => option.trim());
}
