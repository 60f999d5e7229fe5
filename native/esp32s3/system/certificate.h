/** What the TLS library can read. */
#ifndef DG_CERTIFICATE_H
#define DG_CERTIFICATE_H

/** Every certificate of `pem` can be read, and there is one. */
int dg_reads_certificate(const char *pem);

#endif
