#include "eye_crop.h"
#include "runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N ((int)DG_EYE_CROP_PX)

static double grey_clamped(const uint8_t *grey, int w, int h, int x, int y) {
  x = x < 0 ? 0 : (x >= w ? w - 1 : x);
  y = y < 0 ? 0 : (y >= h ? h - 1 : y);
  return grey[y * w + x];
}

/* The same mean in doubles, without any rounding of positions. */
static double naive_sample(const uint8_t *grey, int w, int h, const dg_square *s, int i, int j) {
  const double scale = s->side / N, width = scale > 1 ? scale : 1;
  const double x0 = s->cx + (i + 0.5 - N / 2.0) * scale - width / 2, x1 = x0 + width;
  const double y0 = s->cy + (j + 0.5 - N / 2.0) * scale - width / 2, y1 = y0 + width;
  double sum = 0;
  for (int y = (int)floor(y0); y < y1; y++) {
    for (int x = (int)floor(x0); x < x1; x++) {
      const double a = fmin(x1, x + 1) - fmax(x0, x), b = fmin(y1, y + 1) - fmax(y0, y);
      if (a > 0 && b > 0) sum += a * b * grey_clamped(grey, w, h, x, y);
    }
  }
  return sum / (width * width);
}

static float random_float(uint32_t *seed, float low, float high) {
  return low + (high - low) * (float)(next_random(seed) >> 8) / 16777216.0f;
}

static const char *any_crop_agrees_with_a_naive_mean_in_doubles(void) {
  uint32_t seed = 42;
  uint8_t crop[N * N];
  for (int round = 0; round < 150; round++) {
    const int w = 1 + (int)(next_random(&seed) % 60), h = 1 + (int)(next_random(&seed) % 60);
    const size_t len = (size_t)(w * h);
    uint8_t *grey = malloc(len);
    CHECK(grey != NULL);
    fill_random(grey, len, &seed);
    const float longer = (float)(w > h ? w : h);
    const dg_square square = {random_float(&seed, -8, (float)w + 8), random_float(&seed, -8, (float)h + 8),
                              random_float(&seed, 1, 2 * longer)};
    dg_source src = {grey, len, (size_t)w, (uint32_t)w, (uint32_t)h};
    const dg_status status = dg_eye_crop(&src, DG_GREY, &square, crop, sizeof crop);
    double worst = 0;
    for (int j = 0; j < N; j++) {
      for (int i = 0; i < N; i++) worst = fmax(worst, fabs(naive_sample(grey, w, h, &square, i, j) - crop[j * N + i]));
    }
    free(grey);
    CHECK(status == DG_OK);
    /* Half a step for the output, and 1/256 px in each edge of the span against a step of up to 255. */
    CHECK(worst <= 4.5);
  }
  return NULL;
}

static const char *a_crop_of_a_constant_is_that_constant(void) {
  uint32_t seed = 5;
  uint8_t grey[20 * 10], crop[N * N];
  for (int round = 0; round < 200; round++) {
    const uint8_t value = (uint8_t)next_random(&seed);
    memset(grey, value, sizeof grey);
    dg_source src = {grey, sizeof grey, 20, 20, 10};
    const dg_square square = {random_float(&seed, -100, 100), random_float(&seed, -100, 100), random_float(&seed, 1, 40)};
    CHECK(dg_eye_crop(&src, DG_GREY, &square, crop, sizeof crop) == DG_OK);
    for (size_t i = 0; i < sizeof crop; i++) CHECK(crop[i] == value);
  }
  return NULL;
}

static const char *a_square_of_32_pixels_on_the_grid_is_a_copy(void) {
  uint8_t grey[64 * 48], crop[N * N];
  uint32_t seed = 9;
  fill_random(grey, sizeof grey, &seed);
  dg_source src = {grey, sizeof grey, 64, 64, 48};
  const dg_square square = {10 + 16, 7 + 16, 32};
  CHECK(dg_eye_crop(&src, DG_GREY, &square, crop, sizeof crop) == DG_OK);
  for (int y = 0; y < N; y++) CHECK(memcmp(crop + y * N, grey + (7 + y) * 64 + 10, (size_t)N) == 0);
  return NULL;
}

static const char *a_ramp_stays_a_ramp_at_any_scale(void) {
  uint8_t grey[200 * 40], crop[N * N];
  for (int y = 0; y < 40; y++) {
    for (int x = 0; x < 200; x++) grey[y * 200 + x] = (uint8_t)x;
  }
  dg_source src = {grey, sizeof grey, 200, 200, 40};
  for (float side = 4; side < 150; side += 7.3f) {
    const dg_square square = {100.3f, 20, side};
    CHECK(dg_eye_crop(&src, DG_GREY, &square, crop, sizeof crop) == DG_OK);
    for (int i = 0; i < N; i++) {
      /* The mean of a ramp over a span is the ramp at the middle of the span (a pixel's value stands at its centre). */
      const double want = 100.3 + (i + 0.5 - N / 2.0) * side / N - 0.5;
      CHECK(fabs(crop[i] - want) <= 0.6);
    }
  }
  return NULL;
}

static const char *rgb565_is_cropped_by_its_luma(void) {
  uint8_t rgb[40 * 40 * 2], grey[40 * 40], a[N * N], b[N * N];
  uint32_t seed = 11;
  fill_random(rgb, sizeof rgb, &seed);
  for (size_t i = 0; i < sizeof grey; i++) grey[i] = (uint8_t)dg_luma565(dg_read565(rgb + 2 * i));
  dg_source colour = {rgb, sizeof rgb, 80, 40, 40}, plain = {grey, sizeof grey, 40, 40, 40};
  const dg_square square = {3.7f, 35.2f, 21.9f};
  CHECK(dg_eye_crop(&colour, DG_RGB565, &square, a, sizeof a) == DG_OK);
  CHECK(dg_eye_crop(&plain, DG_GREY, &square, b, sizeof b) == DG_OK);
  CHECK(memcmp(a, b, sizeof a) == 0);
  return NULL;
}

static const char *the_square_grows_with_the_interocular_distance(void) {
  dg_square s;
  CHECK(dg_eye_square(95, 95, 145, 95, &s) == DG_OK);
  CHECK(s.cx == 95 && s.cy == 95 && s.side == 50 * DG_EYE_SIDE_PER_INTEROCULAR);
  CHECK(dg_eye_square(0, 0, 3, 4, &s) == DG_OK);
  CHECK(s.side == 5 * DG_EYE_SIDE_PER_INTEROCULAR);
  CHECK(dg_eye_square(10, 10, 10.5f, 10, &s) == DG_ERR_VALUE);
  CHECK(dg_eye_square(NAN, 10, 20, 10, &s) == DG_ERR_VALUE);
  CHECK(dg_eye_square(10, 10, INFINITY, 10, &s) == DG_ERR_VALUE);
  CHECK(dg_eye_square(10, 10, 20, 10, NULL) == DG_ERR_NULL);
  return NULL;
}

static const char *bad_squares_and_buffers_are_refused(void) {
  uint8_t grey[100], crop[N * N];
  dg_source src = {grey, 100, 10, 10, 10};
  memset(grey, 1, sizeof grey);
  const float bad[][3] = {{NAN, 5, 5}, {5, NAN, 5}, {5, 5, NAN},       {INFINITY, 5, 5}, {5, -INFINITY, 5}, {5, 5, INFINITY},
                          {5, 5, 0},   {5, 5, -3},  {5, 5, 20.5f}, {5, 1e6f, 5},     {-1e30f, 5, 5},    {5, 5, 0.5f}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    const dg_square square = {bad[i][0], bad[i][1], bad[i][2]};
    CHECK(dg_eye_crop(&src, DG_GREY, &square, crop, sizeof crop) == DG_ERR_VALUE);
  }
  const dg_square good = {5, 5, 5};
  CHECK(dg_eye_crop(&src, DG_GREY, &good, crop, sizeof crop - 1) == DG_ERR_BUFFER);
  CHECK(dg_eye_crop(&src, DG_GREY, &good, NULL, sizeof crop) == DG_ERR_NULL);
  CHECK(dg_eye_crop(&src, DG_GREY, NULL, crop, sizeof crop) == DG_ERR_NULL);
  CHECK(dg_eye_crop(NULL, DG_GREY, &good, crop, sizeof crop) == DG_ERR_NULL);
  CHECK(dg_eye_crop(&src, DG_RGB888, &good, crop, sizeof crop) == DG_ERR_VALUE);
  CHECK(dg_eye_crop(&src, DG_RGB565, &good, crop, sizeof crop) == DG_ERR_BUFFER);
  return NULL;
}

/* Any bits at all as floats and sizes: an answer or an error, never a byte outside the buffers. */
static const char *garbage_never_reads_outside_the_frame(void) {
  uint32_t seed = 1234567;
  uint8_t crop[N * N];
  for (int round = 0; round < 3000; round++) {
    const size_t len = 1 + next_random(&seed) % 600;
    uint8_t *data = malloc(len);
    CHECK(data != NULL);
    fill_random(data, len, &seed);
    dg_source src = {data, len, next_random(&seed) % 70, next_random(&seed) % 40, next_random(&seed) % 40};
    uint32_t bits[3] = {next_random(&seed), next_random(&seed), next_random(&seed)};
    dg_square square;
    memcpy(&square, bits, sizeof square);
    if (round % 2) square.cx = random_float(&seed, -20000, 20000), square.side = random_float(&seed, 0, 90);
    (void)dg_eye_crop(&src, (dg_format)(next_random(&seed) % 6), &square, crop, sizeof crop);
    free(data);
  }
  return NULL;
}

static const test_case cases[] = {
    {"any crop agrees with a naive mean in doubles", any_crop_agrees_with_a_naive_mean_in_doubles},
    {"a crop of a constant is that constant", a_crop_of_a_constant_is_that_constant},
    {"a square of 32 pixels on the grid is a copy", a_square_of_32_pixels_on_the_grid_is_a_copy},
    {"a ramp stays a ramp at any scale", a_ramp_stays_a_ramp_at_any_scale},
    {"RGB565 is cropped by its luma", rgb565_is_cropped_by_its_luma},
    {"the square grows with the interocular distance", the_square_grows_with_the_interocular_distance},
    {"bad squares and buffers are refused", bad_squares_and_buffers_are_refused},
    {"garbage never reads outside the frame", garbage_never_reads_outside_the_frame},
};
const test_suite eye_crop_suite = SUITE(cases);
