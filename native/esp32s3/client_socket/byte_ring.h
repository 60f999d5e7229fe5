/** Bytes on their way from one task to another, in memory of the caller. One task puts, one takes. Platform-free. */
#ifndef DG_BYTE_RING_H
#define DG_BYTE_RING_H

#include <stddef.h>
#include <stdint.h>

/** `head` and `tail` count bytes since the start and wrap; both are only touched by the functions below. */
typedef struct {
  uint8_t *data;
  uint32_t size; /* a power of two */
  uint32_t head; /* bytes ever put */
  uint32_t tail; /* bytes ever taken */
} dg_byte_ring;

/** `size` bytes at `data`, a power of two. */
void dg_ring_init(dg_byte_ring *ring, uint8_t *data, uint32_t size);

/** Bytes that can be taken, and that can be put. */
uint32_t dg_ring_used(const dg_byte_ring *ring);
uint32_t dg_ring_room(const dg_byte_ring *ring);

/** Copies `count` bytes in; the caller saw that there is room. */
void dg_ring_put(dg_byte_ring *ring, const uint8_t *bytes, uint32_t count);

/** The longest piece that lies in one, to be read where it is; `*count` is 0 where there is nothing. Stays until `dg_ring_drop`. */
const uint8_t *dg_ring_peek(const dg_byte_ring *ring, uint32_t *count);

/** Takes `count` bytes away, at most what is there. */
void dg_ring_drop(dg_byte_ring *ring, uint32_t count);

/** Copies `count` bytes out and takes them away; the caller saw that they are there. */
void dg_ring_take(dg_byte_ring *ring, uint8_t *out, uint32_t count);

#endif
