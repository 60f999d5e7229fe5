#include "byte_ring.h"

#include <string.h>

void dg_ring_init(dg_byte_ring *ring, uint8_t *data, uint32_t size) {
  ring->data = data;
  ring->size = size;
  ring->head = 0;
  ring->tail = 0;
}

uint32_t dg_ring_used(const dg_byte_ring *ring) {
  return __atomic_load_n(&ring->head, __ATOMIC_ACQUIRE) - __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE);
}

uint32_t dg_ring_room(const dg_byte_ring *ring) {
  return ring->size - dg_ring_used(ring);
}

void dg_ring_put(dg_byte_ring *ring, const uint8_t *bytes, uint32_t count) {
  const uint32_t at = ring->head & (ring->size - 1u);
  const uint32_t first = count < ring->size - at ? count : ring->size - at;
  memcpy(ring->data + at, bytes, first);
  memcpy(ring->data, bytes + first, count - first);
  __atomic_store_n(&ring->head, ring->head + count, __ATOMIC_RELEASE);
}

const uint8_t *dg_ring_peek(const dg_byte_ring *ring, uint32_t *count) {
  const uint32_t used = dg_ring_used(ring);
  const uint32_t at = ring->tail & (ring->size - 1u);
  *count = used < ring->size - at ? used : ring->size - at;
  return ring->data + at;
}

void dg_ring_drop(dg_byte_ring *ring, uint32_t count) {
  const uint32_t used = dg_ring_used(ring);
  __atomic_store_n(&ring->tail, ring->tail + (count < used ? count : used), __ATOMIC_RELEASE);
}

void dg_ring_take(dg_byte_ring *ring, uint8_t *out, uint32_t count) {
  while (count > 0) {
    uint32_t piece;
    const uint8_t *from = dg_ring_peek(ring, &piece);
    if (piece == 0) return;
    if (piece > count) piece = count;
    memcpy(out, from, piece);
    dg_ring_drop(ring, piece);
    out += piece;
    count -= piece;
  }
}
