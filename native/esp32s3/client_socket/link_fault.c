#include "link_fault.h"

#include <errno.h>

const char *dg_tcp_fault(int error, int connecting) {
  switch (error) {
    case ECONNREFUSED:
      return "TCP_REFUSED";
    case ECONNRESET:
      /* lwIP's answer to a reset, also to the first packet. */
      return connecting ? "TCP_REFUSED" : "TCP_RESET";
    case ECONNABORTED:
      /* lwIP gave up sending again. */
      return connecting ? "TCP_TIMEOUT" : "TCP_RESET";
    case EPIPE:
    case ENOTCONN:
      return "TCP_RESET";
    case ETIMEDOUT:
      return "TCP_TIMEOUT";
    case EHOSTUNREACH:
    case ENETUNREACH:
    case EADDRNOTAVAIL:
      return "TCP_UNREACHABLE";
    default:
      return "TCP_FAILED";
  }
}

const char *dg_certificate_fault(uint32_t flags) {
  if (flags & ~(DG_CERTIFICATE_EXPIRED | DG_CERTIFICATE_WRONG_HOST | DG_CERTIFICATE_FUTURE)) return "TLS_UNTRUSTED_CHAIN";
  if (flags & DG_CERTIFICATE_EXPIRED) return "TLS_EXPIRED";
  if (flags & DG_CERTIFICATE_FUTURE) return "TLS_NOT_YET_VALID";
  if (flags & DG_CERTIFICATE_WRONG_HOST) return "TLS_WRONG_HOST";
  return "TLS_HANDSHAKE";
}
