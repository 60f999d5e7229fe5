/** Why an exchange brought no answer, in words fit to be shown to the tenant: they name no address that a name resolved to. */

export type FailureCode = "ADDRESS_REFUSED" | "BAD_REQUEST" | "CONNECTION" | "DNS" | "TIMEOUT" | "TLS";

export class RequestFailed extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    readonly duration_ms = 0,
  ) {
    super(message);
  }
}

/** A kept connection that the other side closed just when it was used again: nobody has read the request. */
export class StaleConnection extends Error {}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before an answer came",
  EPIPE: "the connection was closed before an answer came",
  ETIMEDOUT: "the connection took too long",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
};

/** Turns whatever an exchange threw into a RequestFailed. */
export function explain(error: unknown, duration_ms: number): RequestFailed {
  if (error instanceof RequestFailed) return new RequestFailed(error.code, error.message, duration_ms);
  if (error instanceof StaleConnection) return new RequestFailed("CONNECTION", REASONS["ECONNRESET"]!, duration_ms);
  const { code = "", errors } = (error ?? {}) as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] };
  // Trying a name's addresses one by one ends in an AggregateError with one cause each.
  const refused = errors?.find((cause): cause is Error & RequestFailed => cause instanceof RequestFailed);
  if (refused !== undefined) return explain(refused, duration_ms);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|EPROTO/.test(code)) {
    return new RequestFailed("TLS", `no secure connection (${code})`, duration_ms);
  }
  if (code.startsWith("HPE_")) return new RequestFailed("CONNECTION", `the answer is not HTTP (${code})`, duration_ms);
  return new RequestFailed("CONNECTION", REASONS[code] ?? `the connection failed (${code || "unknown"})`, duration_ms);
}
