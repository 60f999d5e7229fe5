#include "orient.h"
#include "runner.h"

#include <stdlib.h>
#include <string.h>

#define ALL_FLAGS 8u

/* Where pixel (x, y) must land, said the slow way. */
static void naive_orient(const uint8_t *src, uint8_t *dst, uint32_t w, uint32_t h, size_t stride, uint32_t flags) {
  for (uint32_t y = 0; y < h; y++) {
    for (uint32_t x = 0; x < w; x++) {
      uint32_t tx = x, ty = y;
      if (flags & DG_ROTATE_180) tx = w - 1 - tx, ty = h - 1 - ty;
      if (flags & DG_MIRROR) tx = w - 1 - tx;
      const uint8_t *from = src + y * stride + 2 * x;
      uint8_t *to = dst + ty * stride + 2 * tx;
      to[0] = from[(flags & DG_BYTE_SWAP) ? 1 : 0];
      to[1] = from[(flags & DG_BYTE_SWAP) ? 0 : 1];
    }
  }
}

/* Heap buffers of exactly the bytes an image needs, so that one byte too far is caught. */
static const char *try_size(uint32_t w, uint32_t h, size_t padding, uint32_t *seed) {
  const size_t stride = 2u * (size_t)w + padding, len = (h - 1u) * stride + 2u * (size_t)w;
  uint8_t *src = malloc(len), *want = malloc(len), *got = malloc(len);
  const char *failure = NULL;
  if (!src || !want || !got) failure = "out of memory";
  for (uint32_t flags = 0; flags < ALL_FLAGS && !failure; flags++) {
    fill_random(src, len, seed);
    memset(want, 0xa5, len);
    memset(got, 0xa5, len);
    naive_orient(src, want, w, h, stride, flags);
    dg_source from = {src, len, stride, w, h};
    dg_target to = {got, len, stride, w, h};
    if (dg_orient(&from, &to, flags) != DG_OK) failure = "dg_orient refused a valid pair";
    else if (memcmp(want, got, len) != 0) failure = "dg_orient differs from the naive loop (or wrote into the padding)";
    /* In place: the padding of the source stays as it was. */
    memcpy(got, src, len);
    dg_source self = {got, len, stride, w, h};
    if (!failure && dg_orient(&self, &to, flags) != DG_OK) failure = "dg_orient refused to work in place";
    for (uint32_t y = 0; y < h && !failure; y++) {
      if (memcmp(want + y * stride, got + y * stride, 2u * (size_t)w) != 0) failure = "in place differs";
      if (y + 1 < h && memcmp(src + y * stride + 2 * w, got + y * stride + 2 * w, padding) != 0) failure = "padding changed";
    }
    if (!failure && dg_orient(&self, &to, flags) != DG_OK) failure = "second turn refused";
    if (!failure && memcmp(src, got, len) != 0) failure = "twice is not the identity";
  }
  free(src);
  free(want);
  free(got);
  return failure;
}

static const char *any_size_and_stride_agrees_with_the_naive_loop(void) {
  uint32_t seed = 42;
  for (uint32_t h = 1; h <= 7; h++) {
    for (uint32_t w = 1; w <= 7; w++) {
      for (size_t padding = 0; padding <= 3; padding++) {
        const char *failure = try_size(w, h, padding, &seed);
        if (failure) return failure;
      }
    }
  }
  return try_size(240, 240, 0, &seed);
}

static const char *a_corner_pixel_lands_where_the_eye_expects_it(void) {
  uint8_t src[2 * 3 * 2] = {0};
  uint8_t dst[sizeof src];
  src[0] = 0x12, src[1] = 0x34; /* top left */
  dg_source from = {src, sizeof src, 6, 3, 2};
  dg_target to = {dst, sizeof dst, 6, 3, 2};
  CHECK(dg_orient(&from, &to, DG_BYTE_SWAP | DG_ROTATE_180) == DG_OK);
  CHECK(dst[10] == 0x34 && dst[11] == 0x12); /* bottom right, bytes swapped */
  CHECK(dg_orient(&from, &to, DG_MIRROR) == DG_OK);
  CHECK(dst[4] == 0x12 && dst[5] == 0x34); /* top right */
  return NULL;
}

static const char *what_cannot_be_done_is_refused_and_nothing_is_written(void) {
  uint8_t data[64], before[64];
  uint32_t seed = 7;
  fill_random(data, sizeof data, &seed);
  memcpy(before, data, sizeof data);
  dg_source src = {data, 32, 8, 4, 4};
  dg_target shifted = {data + 2, 32, 8, 4, 4};
  CHECK(dg_orient(&src, &shifted, DG_ROTATE_180) == DG_ERR_OVERLAP);
  dg_target restrided = {data, 64, 12, 4, 4};
  CHECK(dg_orient(&src, &restrided, 0) == DG_ERR_OVERLAP);
  dg_target apart = {data + 32, 32, 8, 4, 4};
  CHECK(dg_orient(&src, &apart, 8u) == DG_ERR_VALUE);
  dg_target small = {data + 32, 31, 8, 4, 4};
  CHECK(dg_orient(&src, &small, 0) == DG_ERR_BUFFER);
  CHECK(dg_orient(NULL, &apart, 0) == DG_ERR_NULL);
  CHECK(dg_orient(&src, NULL, 0) == DG_ERR_NULL);
  CHECK(memcmp(before, data, sizeof data) == 0);
  return NULL;
}

static const test_case cases[] = {
    {"any size and stride agrees with the naive loop", any_size_and_stride_agrees_with_the_naive_loop},
    {"a corner pixel lands where the eye expects it", a_corner_pixel_lands_where_the_eye_expects_it},
    {"what cannot be done is refused and nothing is written", what_cannot_be_done_is_refused_and_nothing_is_written},
};
const test_suite orient_suite = SUITE(cases);
