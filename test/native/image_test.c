#include "image.h"
#include "runner.h"

#include <stdlib.h>
#include <string.h>

static const char *a_valid_image_passes(void) {
  uint8_t data[12];
  dg_source tight = {data, sizeof data, 6, 3, 2};
  CHECK(dg_check_source(&tight, DG_RGB565) == DG_OK);
  /* The last row needs no padding behind it. */
  dg_source padded = {data, 11, 8, 3, 1};
  CHECK(dg_check_source(&padded, DG_GREY) == DG_OK);
  dg_source two_rows = {data, 11, 8, 3, 2};
  CHECK(dg_check_source(&two_rows, DG_GREY) == DG_OK);
  return NULL;
}

static const char *each_bad_image_has_its_error(void) {
  uint8_t data[64];
  const struct {
    dg_source image;
    dg_format format;
    dg_status want;
  } bad[] = {
      {{NULL, 64, 8, 4, 4}, DG_RGB565, DG_ERR_NULL},
      {{data, 64, 8, 0, 4}, DG_RGB565, DG_ERR_SIZE},
      {{data, 64, 8, 4, 0}, DG_RGB565, DG_ERR_SIZE},
      {{data, 64, 8, DG_MAX_SIDE_PX + 1, 1}, DG_RGB565, DG_ERR_SIZE},
      {{data, 64, 8, 1, 0xffffffffu}, DG_RGB565, DG_ERR_SIZE},
      {{data, 64, 7, 4, 4}, DG_RGB565, DG_ERR_BUFFER},
      {{data, 31, 8, 4, 4}, DG_RGB565, DG_ERR_BUFFER},
      {{data, 64, (size_t)-1, 4, 4}, DG_RGB565, DG_ERR_BUFFER},
      {{data, 64, DG_MAX_STRIDE_BYTES + 1, 4, 1}, DG_RGB565, DG_ERR_BUFFER},
      {{data, 64, 8, 4, 4}, (dg_format)0, DG_ERR_VALUE},
      {{data, 64, 8, 4, 4}, (dg_format)5, DG_ERR_VALUE},
  };
  CHECK(dg_check_source(NULL, DG_GREY) == DG_ERR_NULL);
  CHECK(dg_check_target(NULL, DG_GREY) == DG_ERR_NULL);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    CHECK(dg_check_source(&bad[i].image, bad[i].format) == bad[i].want);
    dg_target target = {NULL, bad[i].image.len, bad[i].image.stride, bad[i].image.w, bad[i].image.h};
    if (bad[i].image.data != NULL) target.data = data;
    CHECK(dg_check_target(&target, bad[i].format) == bad[i].want);
  }
  return NULL;
}

static const char *a_pair_that_touches_passes_and_one_shared_byte_does_not(void) {
  uint8_t data[64];
  dg_source src = {data, 16, 4, 4, 4};
  dg_target after = {data + 16, 16, 4, 4, 4};
  CHECK(dg_check_pair(&src, DG_GREY, &after, DG_GREY) == DG_OK);
  dg_target shared = {data + 15, 16, 4, 4, 4};
  CHECK(dg_check_pair(&src, DG_GREY, &shared, DG_GREY) == DG_ERR_OVERLAP);
  dg_target other_size = {data + 16, 16, 4, 4, 3};
  CHECK(dg_check_pair(&src, DG_GREY, &other_size, DG_GREY) == DG_ERR_SIZE);
  return NULL;
}

static const char *colours_keep_their_full_scale(void) {
  CHECK(dg_luma565(0x0000) == 0 && dg_luma565(0xffff) == 255);
  CHECK(dg_red8(0xf800) == 255 && dg_green8(0x07e0) == 255 && dg_blue8(0x001f) == 255);
  CHECK(dg_luma565(0xf800) == 77 && dg_luma565(0x07e0) == 149 && dg_luma565(0x001f) == 29);
  /* Brighter in one channel is never darker in luma. */
  for (uint32_t v = 0; v < 0x10000u; v++) {
    if ((v & 31u) != 31u) CHECK(dg_luma565(v + 1u) >= dg_luma565(v));
    if ((v & 0x07e0u) != 0x07e0u) CHECK(dg_luma565(v + 0x20u) >= dg_luma565(v));
    if ((v & 0xf800u) != 0xf800u) CHECK(dg_luma565(v + 0x800u) >= dg_luma565(v));
  }
  return NULL;
}

static const char *every_status_has_a_text_of_its_own(void) {
  for (int a = DG_OK; a <= DG_ERR_VALUE; a++) {
    CHECK(strlen(dg_status_text((dg_status)a)) > 0);
    for (int b = DG_OK; b < a; b++) CHECK(strcmp(dg_status_text((dg_status)a), dg_status_text((dg_status)b)) != 0);
  }
  CHECK(strcmp(dg_status_text((dg_status)99), "unknown status") == 0);
  return NULL;
}

static const test_case cases[] = {
    {"a valid image passes", a_valid_image_passes},
    {"each bad image has its error", each_bad_image_has_its_error},
    {"a pair that touches passes, and one shared byte does not", a_pair_that_touches_passes_and_one_shared_byte_does_not},
    {"colours keep their full scale", colours_keep_their_full_scale},
    {"every status has a text of its own", every_status_has_a_text_of_its_own},
};
const test_suite image_suite = SUITE(cases);
