/** How the board's tasks call XS: at most one message each waits in XS's queue, whatever happened meanwhile. */
#ifndef DG_DOORBELL_H
#define DG_DOORBELL_H

#include "xsmc.h"
#include "xsHost.h"

/** `answer` runs on XS's task and begins with dg_doorbell_answered. All members stay as they are while anybody may ring. */
typedef struct {
  xsMachine *the;
  modMessageDeliver answer;
  void *refcon;
  uint32_t rung;
} dg_doorbell;

/** Rings and never waits. Where XS's queue is full the ring is lost: for callers that ring again soon. */
void dg_doorbell_ring(dg_doorbell *bell);

/** Rings, and waits for room in XS's queue. */
void dg_doorbell_ring_surely(dg_doorbell *bell);

/** The next ring is a new one. */
void dg_doorbell_answered(dg_doorbell *bell);

/** Sends one message to XS, and waits for room in its queue. `message` is copied. */
void dg_post_surely(xsMachine *the, void *message, uint16_t bytes, modMessageDeliver deliver, void *refcon);

#endif
