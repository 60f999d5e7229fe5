#include "stats.h"

dg_status dg_image_stats(const dg_source *src, dg_stats *out) {
  if (out == NULL) return DG_ERR_NULL;
  dg_status status = dg_check_source(src, DG_RGB565);
  if (status != DG_OK) return status;

  uint32_t bins[DG_PEAK_BINS] = {0};
  uint32_t min = 255, max = 0;
  uint64_t sum = 0;
  for (uint32_t y = 0; y < src->h; y++) {
    const uint8_t *row = src->data + (size_t)y * src->stride;
    uint32_t row_sum = 0; /* at most 8192 * 255 */
    for (uint32_t x = 0; x < src->w; x++) {
      const uint32_t luma = dg_luma565(dg_read565(row + 2u * (size_t)x));
      row_sum += luma;
      if (luma < min) min = luma;
      if (luma > max) max = luma;
      bins[luma >> 4]++;
    }
    sum += row_sum;
  }
  uint32_t peak = 0;
  for (uint32_t i = 1; i < DG_PEAK_BINS; i++) {
    if (bins[i] > bins[peak]) peak = i;
  }
  const uint64_t n = (uint64_t)src->w * src->h;
  out->luma = (uint8_t)((sum + n / 2u) / n);
  out->min = (uint8_t)min;
  out->max = (uint8_t)max;
  out->peak = (uint8_t)peak;
  return DG_OK;
}
