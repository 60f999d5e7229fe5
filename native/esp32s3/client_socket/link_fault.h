/** Why a connection did not come about or ended, in the names of board/client_socket.ts. Platform-free. */
#ifndef DG_LINK_FAULT_H
#define DG_LINK_FAULT_H

#include <stdint.h>

/** The name for an errno of lwIP; `connecting` where the connection did not stand yet. */
const char *dg_tcp_fault(int error, int connecting);

/** What mbedTLS found wrong with the peer's certificates. [mbedtls/x509.h, MBEDTLS_X509_BADCERT_...] */
#define DG_CERTIFICATE_EXPIRED 0x01u
#define DG_CERTIFICATE_WRONG_HOST 0x04u
#define DG_CERTIFICATE_FUTURE 0x0200u

/** The name for its flags. A chain that nobody vouches for is named first: then the rest may be anybody's invention. */
const char *dg_certificate_fault(uint32_t flags);

#endif
