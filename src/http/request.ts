/** One parsed request. */
export interface Request {
  /** As sent, upper case by convention: `GET`. */
  readonly method: string;
  /** Path of the target, octet by octet as sent: no route of ours needs an escape. */
  readonly path: string;
  /** What follows `?`, undecoded; empty where there is none. */
  readonly query: string;
  /** 0 for HTTP/1.0, 1 for HTTP/1.1 and later 1.x. */
  readonly minor: number;
  /** Host and port that the client asked for, lower case; empty only in HTTP/1.0. */
  readonly host: string;
  readonly headers: RequestHeaders;
  /** Null where no Content-Length was sent. */
  readonly content_length: number | null;
  /** The connection may serve another request after this one. */
  readonly keep_alive: boolean;
  /** Empty until the whole request is there. */
  readonly body: Uint8Array;
}

/** The header fields that this server or its routes read. All others are checked for their form and forgotten. */
export const KEPT_HEADERS = [
  "host",
  "origin",
  "connection",
  "content-length",
  "transfer-encoding",
  "expect",
  "content-type",
  "accept-encoding",
  "if-none-match",
] as const;

export type KeptHeader = (typeof KEPT_HEADERS)[number];

export type RequestHeaders = Readonly<Partial<Record<KeptHeader, string>>>;
