/**
 * One outgoing connection, plain or over TLS, on lwIP's sockets and esp-tls. Made, used and ended by one task; what it waits for it
 * waits for in slices, so that `stopped` can end it.
 */
#ifndef DG_TLS_LINK_H
#define DG_TLS_LINK_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const char *host;
  int port;
  int tls;
  int verify;
  const char *ca_cert; /* PEM; empty trusts IDF's bundle */
  /* Somebody does not want the connection any more. */
  int (*stopped)(void *context);
  void *context;
} dg_link_options;

typedef struct {
  int fd;
  struct esp_tls *tls;
} dg_link;

/** Connects. Returns NULL, or the fault; then nothing is left open. */
const char *dg_link_open(dg_link *link, const dg_link_options *options);

/** Sends what can be sent now, receives what is there now: bytes, or 0. `fault` is set where the connection ended; TCP_CLOSED is the peer's own end. */
size_t dg_link_send(dg_link *link, const uint8_t *bytes, size_t count, const char **fault);
size_t dg_link_receive(dg_link *link, uint8_t *bytes, size_t count, const char **fault);

void dg_link_close(dg_link *link);

#endif
