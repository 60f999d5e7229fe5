/** A small test runner: a failed check names itself, ends its test, and the next test runs. */
#ifndef DG_TEST_RUNNER_H
#define DG_TEST_RUNNER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  const char *name;
  /** NULL when it passed, else the check that failed. */
  const char *(*run)(void);
} test_case;

typedef struct {
  const test_case *cases;
  size_t count;
} test_suite;

#define TEXT2(x) #x
#define TEXT(x) TEXT2(x)
#define CHECK(condition) \
  do { \
    if (!(condition)) return __FILE__ ":" TEXT(__LINE__) ": " #condition; \
  } while (0)
#define SUITE(cases) {cases, sizeof(cases) / sizeof((cases)[0])}

/** xorshift32: the same numbers in every run. */
static inline uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

static inline void fill_random(uint8_t *data, size_t len, uint32_t *state) {
  for (size_t i = 0; i < len; i++) data[i] = (uint8_t)(next_random(state) >> 11);
}

extern const test_suite image_suite, orient_suite, stats_suite, convert_suite, eye_crop_suite, board_vision_suite, board_ring_suite;
extern const test_suite board_card_suite, board_link_suite;

#endif
