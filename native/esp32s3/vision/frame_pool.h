/**
 * Frames that several tasks look at without copying them: each holds a frame while it needs it, and the frame is free
 * when nobody does. Platform-free; the memory is the caller's.
 */
#ifndef DG_FRAME_POOL_H
#define DG_FRAME_POOL_H

#include <stdint.h>

/** One each for: being filled, waiting, in work, kept as the detector's latest, waiting as a preview, in the encoder. */
#define DG_POOL_FRAMES 6u

/* `users` is only touched by the functions below. */
typedef struct {
  uint8_t *pixels;
  double t_ms; /* since boot, when it was taken */
  uint32_t users;
} dg_frame;

typedef struct {
  dg_frame frames[DG_POOL_FRAMES];
} dg_frame_pool;

/** A free frame, held once; NULL where there is none. Only one task may take. */
dg_frame *dg_pool_take(dg_frame_pool *pool);

/** Holds a frame once more. The caller holds it already, or whoever holds it cannot let go meanwhile. */
void dg_frame_hold(dg_frame *frame);

/** Lets go of a frame; NULL is no error. */
void dg_frame_release(dg_frame *frame);

#endif
