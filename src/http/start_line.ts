import { HttpError } from "./error";
import { isTokenByte } from "./fields";

export interface StartLine {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Host and port of an absolute target, lower case; null for a target that is a path. */
  readonly authority: string | null;
  /** Minor version of HTTP/1. */
  readonly minor: number;
}

/**
 * Reads `GET /path?query HTTP/1.1` (RFC 9112, section 3), the line without its end.
 * Throws HttpError: 400 for a malformed line, 505 for another major version.
 */
export function readStartLine(line: string): StartLine {
  const first = line.indexOf(" ");
  const last = line.lastIndexOf(" ");
  if (first <= 0 || last === first) throw new HttpError(400, "the request line is malformed");
  const method = line.slice(0, first);
  const target = line.slice(first + 1, last);
  const version = line.slice(last + 1);
  if (!isToken(method)) throw new HttpError(400, "the method is no token");
  if (!/^HTTP\/[0-9]\.[0-9]$/.test(version)) throw new HttpError(400, "the HTTP version is malformed");
  if (version.charCodeAt(5) !== 0x31) throw new HttpError(505, "only HTTP/1.0 and HTTP/1.1 are spoken here");
  const minor = version.charCodeAt(7) === 0x30 ? 0 : 1;
  // The target of CONNECT is no path; the method is refused as unknown later.
  if (method === "CONNECT") return { method, path: "", query: "", authority: null, minor };
  return { method, minor, ...readTarget(method, target) };
}

function isToken(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isTokenByte(text.charCodeAt(i))) return false;
  return text.length > 0;
}

function readTarget(method: string, target: string): Pick<StartLine, "path" | "query" | "authority"> {
  if (!/^[\x21\x22\x24-\x7e]+$/.test(target)) throw new HttpError(400, "the request target has a forbidden character");
  if (target === "*" && method === "OPTIONS") return { path: "*", query: "", authority: null };
  let authority: string | null = null;
  let rest = target;
  if (target.charCodeAt(0) !== 0x2f) {
    const parts = /^http:\/\/([^/?]+)(.*)$/i.exec(target);
    authority = (parts?.[1] ?? "").toLowerCase();
    if (!isAuthority(authority)) throw new HttpError(400, "the request target is neither a path nor an http address");
    rest = parts?.[2] ?? "";
    if (!rest.startsWith("/")) rest = `/${rest}`;
  }
  const mark = rest.indexOf("?");
  if (mark < 0) return { path: rest, query: "", authority };
  return { path: rest.slice(0, mark), query: rest.slice(mark + 1), authority };
}

/** A host name, IPv4 or bracketed IPv6 address, and perhaps a port; lower case. */
export function isAuthority(text: string): boolean {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{0,5})?$/.test(text);
}
