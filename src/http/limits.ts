/** What one server allows. Bytes, counts and milliseconds; the defaults are the control server's. */
export interface HttpLimits {
  /** Start line and header fields together, with their line ends. */
  readonly head_bytes: number;
  readonly header_count: number;
  /** Connections served at once; the next one gets 503. */
  readonly connections: number;
  /** Connections being told 503 at once; one more is closed without a word. */
  readonly refusals: number;
  /** From the first byte of a request to the end of its head. */
  readonly head_ms: number;
  /** Longest silence between requests, time for a whole body, and longest time that a response makes no progress. */
  readonly idle_ms: number;
  /** Longest time that a handler may take to answer. */
  readonly handler_ms: number;
  /** Longest time that a whole response may take to leave. */
  readonly response_ms: number;
  /** How long what the peer still sends is read and dropped after the last response, so that a reset does not overtake it. */
  readonly linger_ms: number;
  /** Longest time that a raw channel (a stream) with something to send makes no progress. */
  readonly stall_ms: number;
}

export const HTTP_LIMITS: HttpLimits = {
  head_bytes: 4096,
  header_count: 32,
  connections: 8,
  refusals: 4,
  head_ms: 5000,
  idle_ms: 10_000,
  handler_ms: 10_000,
  response_ms: 30_000,
  linger_ms: 500,
  stall_ms: 30_000,
};

/** No route may take a larger body (POST /api/mqtt: "at most 6 kB"). */
export const BODY_BYTES_MAX = 6144;
