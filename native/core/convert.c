#include "convert.h"

static void grey_row(const uint8_t *from, uint8_t *to, uint32_t w) {
  for (uint32_t x = 0; x < w; x++) to[x] = (uint8_t)dg_luma565(dg_read565(from + 2u * (size_t)x));
}

static void colour_row(const uint8_t *from, uint8_t *to, uint32_t w, uint32_t bytes) {
  for (uint32_t x = 0; x < w; x++, to += bytes) {
    const uint32_t v = dg_read565(from + 2u * (size_t)x);
    to[0] = (uint8_t)dg_red8(v);
    to[1] = (uint8_t)dg_green8(v);
    to[2] = (uint8_t)dg_blue8(v);
    if (bytes == DG_RGBA) to[3] = 255;
  }
}

dg_status dg_convert(const dg_source *src, const dg_target *dst, dg_format format) {
  if (format != DG_GREY && format != DG_RGB888 && format != DG_RGBA) return DG_ERR_VALUE;
  dg_status status = dg_check_pair(src, DG_RGB565, dst, format);
  if (status != DG_OK) return status;
  for (uint32_t y = 0; y < src->h; y++) {
    const uint8_t *from = src->data + (size_t)y * src->stride;
    uint8_t *to = dst->data + (size_t)y * dst->stride;
    if (format == DG_GREY) {
      grey_row(from, to, src->w);
    } else {
      colour_row(from, to, src->w, (uint32_t)format);
    }
  }
  return DG_OK;
}
