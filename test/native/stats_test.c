#include "stats.h"
#include "runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *try_random_image(uint32_t w, uint32_t h, size_t padding, uint32_t *seed) {
  const size_t stride = 2u * (size_t)w + padding, len = (h - 1u) * stride + 2u * (size_t)w;
  uint8_t *data = malloc(len);
  CHECK(data != NULL);
  fill_random(data, len, seed);
  double sum = 0;
  int min = 255, max = 0, bins[16] = {0}, peak = 0;
  for (uint32_t y = 0; y < h; y++) {
    for (uint32_t x = 0; x < w; x++) {
      const uint8_t *p = data + y * stride + 2u * x;
      const unsigned v = p[0] + 256u * p[1];
      const double r = floor((v >> 11) * 33.0 / 4.0), g = floor(((v >> 5) & 63) * 65.0 / 16.0), b = floor((v & 31) * 33.0 / 4.0);
      const int luma = (int)floor((77 * r + 150 * g + 29 * b) / 256 + 0.5);
      sum += luma;
      if (luma < min) min = luma;
      if (luma > max) max = luma;
      bins[luma / 16]++;
    }
  }
  for (int i = 1; i < 16; i++) {
    if (bins[i] > bins[peak]) peak = i;
  }
  dg_source src = {data, len, stride, w, h};
  dg_stats got;
  const dg_status status = dg_image_stats(&src, &got);
  free(data);
  CHECK(status == DG_OK);
  CHECK(got.luma == (int)floor(sum / ((double)w * h) + 0.5));
  CHECK(got.min == min && got.max == max && got.peak == peak);
  return NULL;
}

static const char *any_image_agrees_with_a_naive_double_loop(void) {
  uint32_t seed = 42;
  for (uint32_t i = 0; i < 300; i++) {
    const uint32_t w = 1 + next_random(&seed) % 40, h = 1 + next_random(&seed) % 40;
    const char *failure = try_random_image(w, h, next_random(&seed) % 5, &seed);
    if (failure) return failure;
  }
  return try_random_image(240, 240, 0, &seed);
}

static const char *a_flat_image_has_one_value_in_every_statistic(void) {
  uint8_t data[2 * 9];
  for (unsigned v = 0; v < 0x10000u; v += 257u) {
    for (size_t i = 0; i < sizeof data; i += 2) data[i] = (uint8_t)v, data[i + 1] = (uint8_t)(v >> 8);
    dg_source src = {data, sizeof data, 6, 3, 3};
    dg_stats got;
    CHECK(dg_image_stats(&src, &got) == DG_OK);
    CHECK(got.luma == dg_luma565(v) && got.min == got.luma && got.max == got.luma && got.peak == got.luma / 16);
  }
  return NULL;
}

static const char *the_largest_white_image_does_not_overflow(void) {
  const uint32_t side = DG_MAX_SIDE_PX;
  const size_t stride = 2u * (size_t)side;
  uint8_t *data = malloc(stride * 64);
  CHECK(data != NULL);
  memset(data, 0xff, stride * 64);
  dg_source src = {data, stride * 64, stride, side, 64};
  dg_stats got;
  const dg_status status = dg_image_stats(&src, &got);
  free(data);
  CHECK(status == DG_OK && got.luma == 255 && got.min == 255 && got.peak == 15);
  return NULL;
}

static const char *bad_arguments_are_refused(void) {
  uint8_t data[8];
  dg_source src = {data, 8, 4, 2, 2};
  dg_stats out;
  CHECK(dg_image_stats(&src, NULL) == DG_ERR_NULL);
  CHECK(dg_image_stats(NULL, &out) == DG_ERR_NULL);
  src.len = 7;
  CHECK(dg_image_stats(&src, &out) == DG_ERR_BUFFER);
  return NULL;
}

static const test_case cases[] = {
    {"any image agrees with a naive double loop", any_image_agrees_with_a_naive_double_loop},
    {"a flat image has one value in every statistic", a_flat_image_has_one_value_in_every_statistic},
    {"the largest white image does not overflow", the_largest_white_image_does_not_overflow},
    {"statistics: bad arguments are refused", bad_arguments_are_refused},
};
const test_suite stats_suite = SUITE(cases);
