/** A connection in a task of its own, which XS talks to through two rings and never waits for. */
#ifndef DG_SOCKET_TASK_H
#define DG_SOCKET_TASK_H

#include "byte_ring.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "tls_link.h"

#define DG_SOCKET_HOST_MAX 96
#define DG_SOCKET_RING_BYTES 4096u

#define DG_SOCKET_READABLE 1u
#define DG_SOCKET_WRITABLE 2u

typedef struct dg_socket {
  char host[DG_SOCKET_HOST_MAX];
  int port;
  int tls;
  int verify;
  char *ca_cert; /* with its terminator; never NULL */

  dg_byte_ring in;
  dg_byte_ring out;
  TaskHandle_t task;
  uint32_t events;      /* DG_SOCKET_..., since they were last taken */
  volatile int closing; /* nobody wants it any more: send what was written, then end */
  const char *fault;    /* set before `on_end` */

  /* On the task: there are events; and, as its last act, that it is gone and touches the socket no more. */
  void (*on_event)(struct dg_socket *socket);
  void (*on_end)(struct dg_socket *socket);
  void *owner;
} dg_socket;

/** Memory for a socket and its rings; NULL where there is none. `ca_cert` is copied. */
dg_socket *dg_socket_make(const char *ca_cert);

/** Starts the task; 0 where there is no memory for it. */
int dg_socket_start(dg_socket *socket);

/** The task has something to do: `out` has bytes, `in` has room, or `closing` is set. */
void dg_socket_wake(dg_socket *socket);

/** With its task. Only before `dg_socket_start` or after `on_end`. */
void dg_socket_free(dg_socket *socket);

#endif
