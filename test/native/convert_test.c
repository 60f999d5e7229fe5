#include "convert.h"
#include "runner.h"

#include <stdlib.h>
#include <string.h>

/* Every one of the 65,536 colours, as a 256x256 image. */
static const char *every_colour_converts_exactly(void) {
  const size_t n = 65536;
  uint8_t *src = malloc(2 * n), *dst = malloc(4 * n);
  const char *failure = src && dst ? NULL : "out of memory";
  for (size_t i = 0; i < n && !failure; i++) src[2 * i] = (uint8_t)i, src[2 * i + 1] = (uint8_t)(i >> 8);
  dg_source from = {src, 2 * n, 512, 256, 256};
  const dg_format formats[] = {DG_GREY, DG_RGB888, DG_RGBA};
  for (size_t f = 0; f < 3 && !failure; f++) {
    const size_t bytes = (size_t)formats[f];
    dg_target to = {dst, bytes * n, bytes * 256, 256, 256};
    if (dg_convert(&from, &to, formats[f]) != DG_OK) failure = "dg_convert refused a valid pair";
    for (size_t v = 0; v < n && !failure; v++) {
      /* Rounding v * 255 / 31 (or 63) differs from bit replication by at most one step. */
      const double r = (double)(v >> 11) * 255 / 31, g = (double)((v >> 5) & 63) * 255 / 63, b = (double)(v & 31) * 255 / 31;
      const uint8_t *p = dst + bytes * v;
      if (bytes == 1) {
        const double d = 0.299 * r + 0.587 * g + 0.114 * b - p[0];
        if (d < -1.6 || d > 1.6) failure = "grey is off by more than the rounding of its parts";
      } else {
        const double dr = r - p[0], dg = g - p[1], db = b - p[2];
        if (dr < -1 || dr > 1 || dg < -1 || dg > 1 || db < -1 || db > 1) failure = "a channel is off by more than one";
        if (bytes == 4 && p[3] != 255) failure = "alpha is not opaque";
      }
    }
  }
  free(src);
  free(dst);
  return failure;
}

static const char *strides_are_kept_and_padding_is_not_written(void) {
  uint8_t src[2 * 10];
  uint8_t dst[2 * 8];
  uint32_t seed = 3;
  fill_random(src, sizeof src, &seed);
  memset(dst, 0xa5, sizeof dst);
  dg_source from = {src, sizeof src, 10, 2, 2};
  dg_target to = {dst, sizeof dst, 8, 2, 2};
  CHECK(dg_convert(&from, &to, DG_RGB888) == DG_OK);
  CHECK(dst[6] == 0xa5 && dst[7] == 0xa5 && dst[14] == 0xa5 && dst[15] == 0xa5);
  CHECK(dst[8] == dg_red8(dg_read565(src + 10)) && dst[13] == dg_blue8(dg_read565(src + 12)));
  return NULL;
}

static const char *bad_arguments_are_refused(void) {
  uint8_t src[32], dst[64];
  dg_source from = {src, 32, 8, 4, 4};
  dg_target to = {dst, 64, 16, 4, 4};
  CHECK(dg_convert(&from, &to, DG_RGB565) == DG_ERR_VALUE);
  CHECK(dg_convert(&from, NULL, DG_GREY) == DG_ERR_NULL);
  CHECK(dg_convert(NULL, &to, DG_GREY) == DG_ERR_NULL);
  to.len = 63;
  CHECK(dg_convert(&from, &to, DG_RGBA) == DG_ERR_BUFFER);
  dg_target self = {src, 32, 8, 4, 4};
  CHECK(dg_convert(&from, &self, DG_GREY) == DG_ERR_OVERLAP);
  return NULL;
}

static const test_case cases[] = {
    {"every colour converts exactly", every_colour_converts_exactly},
    {"strides are kept and padding is not written", strides_are_kept_and_padding_is_not_written},
    {"conversion: bad arguments are refused", bad_arguments_are_refused},
};
const test_suite convert_suite = SUITE(cases);
