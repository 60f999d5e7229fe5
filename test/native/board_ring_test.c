/* The ring between a socket's task and XS: what goes in comes out, in order, whatever the pieces. */
#include "byte_ring.h"
#include "runner.h"

#include <string.h>

static const char *pieces_of_any_size_come_out_as_they_went_in(void) {
  uint8_t memory[64 + 1], piece[64], back[64];
  memory[64] = 0xA5;
  dg_byte_ring ring;
  dg_ring_init(&ring, memory, 64);
  ring.head = ring.tail = 0xffffffd0u; /* the counters wrap on the way */
  uint32_t seed = 7;
  uint8_t next_in = 0, next_out = 0;
  for (int round = 0; round < 2000; round++) {
    const uint32_t room = dg_ring_room(&ring);
    const uint32_t put = room > 0 ? next_random(&seed) % (room + 1u) : 0;
    for (uint32_t i = 0; i < put; i++) piece[i] = next_in++;
    dg_ring_put(&ring, piece, put);
    const uint32_t used = dg_ring_used(&ring);
    CHECK(used + dg_ring_room(&ring) == 64);
    const uint32_t take = used > 0 ? next_random(&seed) % (used + 1u) : 0;
    dg_ring_take(&ring, back, take);
    for (uint32_t i = 0; i < take; i++) CHECK(back[i] == next_out++);
  }
  CHECK(memory[64] == 0xA5);
  return NULL;
}

static const char *a_peek_lies_in_one_piece_and_takes_nothing(void) {
  uint8_t memory[8];
  dg_byte_ring ring;
  uint32_t count;
  dg_ring_init(&ring, memory, 8);
  dg_ring_peek(&ring, &count);
  CHECK(count == 0);
  dg_ring_put(&ring, (const uint8_t *)"abcdef", 6);
  dg_ring_drop(&ring, 4);
  dg_ring_put(&ring, (const uint8_t *)"ghijk", 5);
  CHECK(memcmp(dg_ring_peek(&ring, &count), "efgh", 4) == 0 && count == 4);
  CHECK(dg_ring_used(&ring) == 7);
  dg_ring_drop(&ring, count);
  CHECK(memcmp(dg_ring_peek(&ring, &count), "ijk", 3) == 0 && count == 3);
  dg_ring_drop(&ring, 100);
  CHECK(dg_ring_used(&ring) == 0);
  return NULL;
}

static const test_case cases[] = {
    {"pieces of any size come out as they went in", pieces_of_any_size_come_out_as_they_went_in},
    {"a peek lies in one piece and takes nothing", a_peek_lies_in_one_piece_and_takes_nothing},
};
const test_suite board_ring_suite = SUITE(cases);
