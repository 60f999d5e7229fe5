import type { LinkFault } from "../../../board/client_socket";

const FAULTS: Readonly<Record<string, LinkFault>> = {
  ENOTFOUND: "DNS_FAILED",
  EAI_AGAIN: "DNS_FAILED",
  EAI_FAIL: "DNS_FAILED",
  ENODATA: "DNS_FAILED",
  ECONNREFUSED: "TCP_REFUSED",
  EHOSTUNREACH: "TCP_UNREACHABLE",
  ENETUNREACH: "TCP_UNREACHABLE",
  EADDRNOTAVAIL: "TCP_UNREACHABLE",
  ETIMEDOUT: "TCP_TIMEOUT",
  ECONNRESET: "TCP_RESET",
  EPIPE: "TCP_RESET",
  CERT_HAS_EXPIRED: "TLS_EXPIRED",
  CERT_NOT_YET_VALID: "TLS_NOT_YET_VALID",
  ERR_TLS_CERT_ALTNAME_INVALID: "TLS_WRONG_HOST",
};

/** OpenSSL's verification results that say: no trusted chain. [openssl verify(1), "Diagnostics"] */
const CHAIN = /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|CERT_|INVALID_|PATH_LENGTH_|HOSTNAME_MISMATCH)/;

/** The stable name of what ended a Node socket; null is an orderly end of the peer. */
export function linkFault(error: NodeJS.ErrnoException | null, tls: boolean): LinkFault {
  if (!error) return "TCP_CLOSED";
  const code = error.code ?? "";
  const known = FAULTS[code];
  if (known) return known;
  if (tls && CHAIN.test(code)) return "TLS_UNTRUSTED_CHAIN";
  if (tls && (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO")) return "TLS_HANDSHAKE";
  return "TCP_FAILED";
}
