#include "frame_pool.h"

#include <stddef.h>

dg_frame *dg_pool_take(dg_frame_pool *pool) {
  for (uint32_t i = 0; i < DG_POOL_FRAMES; i++) {
    dg_frame *frame = &pool->frames[i];
    if (frame->pixels == NULL || __atomic_load_n(&frame->users, __ATOMIC_ACQUIRE) != 0u) continue;
    __atomic_store_n(&frame->users, 1u, __ATOMIC_RELAXED);
    return frame;
  }
  return NULL;
}

void dg_frame_hold(dg_frame *frame) {
  __atomic_fetch_add(&frame->users, 1u, __ATOMIC_RELAXED);
}

void dg_frame_release(dg_frame *frame) {
  if (frame != NULL) __atomic_fetch_sub(&frame->users, 1u, __ATOMIC_RELEASE);
}
