/** GET /: the page, compressed where the browser takes that, and not sent again while it has it. */
import type { Request } from "../http/request";
import type { Response } from "../http/response";
import type { Route } from "../http/router";

export interface PageSource {
  /** The document, UTF-8, and the same compressed by gzip. Both never change. */
  readonly page: Uint8Array;
  readonly page_gzip: Uint8Array;
  readonly stream_port: number;
}

/** The client takes gzip. [RFC 9110, section 12.5.3] */
export function acceptsGzip(accept_encoding = ""): boolean {
  let any = false;
  for (const element of accept_encoding.toLowerCase().split(",")) {
    const [coding, ...parameters] = element.split(";").map((part) => part.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (coding === "gzip" || coding === "x-gzip") return !refused;
    if (coding === "*") any = !refused;
  }
  return any;
}

/** One of the tags in If-None-Match is this one, by weak comparison. [RFC 9110, section 13.1.2] */
export function hasTag(if_none_match: string | undefined, tag: string): boolean {
  if (if_none_match === undefined) return false;
  if (if_none_match.trim() === "*") return true;
  return if_none_match.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

/**
 * No foreign page may frame this one: a click there would work here, for there is no log-in. Pictures come from the
 * unit alone, whatever name it was called by. The document itself says what else it may do.
 */
const policy = (stream_port: number) => `frame-ancestors 'none'; img-src 'self' http://*:${stream_port}`;

/**
 * What tells this page from another: the sum of the document that ends its compressed form. To sum it anew would hold the
 * board up for a second. [RFC 1952: CRC32, then the length, each four bytes]
 */
export function tagOf(page_gzip: Uint8Array): string {
  let tag = "";
  for (const byte of page_gzip.subarray(-8, -4)) tag = byte.toString(16).padStart(2, "0") + tag;
  return tag;
}

export function pageRoutes(source: PageSource): Route[] {
  const handler = ({ headers }: Request): Response => {
    const tag = tagOf(source.page_gzip);
    const gzip = acceptsGzip(headers["accept-encoding"]);
    const etag = gzip ? `"${tag}-gzip"` : `"${tag}"`;
    const caching = { ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
    if (hasTag(headers["if-none-match"], etag)) return { status: 304, headers: caching };
    return {
      status: 200,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": policy(source.stream_port),
        ...(gzip ? { "Content-Encoding": "gzip" } : {}),
        ...caching,
      },
      body: gzip ? source.page_gzip : source.page,
    };
  };
  return [{ method: "GET", path: "/", handler }];
}
