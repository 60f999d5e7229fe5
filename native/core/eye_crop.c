#include "eye_crop.h"

#include <math.h>

#define MAX_REACH_PX 16384.0f
#define Q8 256

static int in_reach(float v) {
  return v >= -MAX_REACH_PX && v <= MAX_REACH_PX; /* false for NaN too */
}

static int32_t to_q8(float v) {
  return (int32_t)(v * (float)Q8 + (v < 0 ? -0.5f : 0.5f));
}

static int32_t floor_div(int32_t a, int32_t b) {
  return a >= 0 ? a / b : -((b - 1 - a) / b);
}

static int32_t clamp(int32_t v, int32_t max) {
  return v < 0 ? 0 : (v > max ? max : v);
}

dg_status dg_eye_square(float x, float y, float other_x, float other_y, dg_square *out) {
  if (out == NULL) return DG_ERR_NULL;
  if (!in_reach(x) || !in_reach(y) || !in_reach(other_x) || !in_reach(other_y)) return DG_ERR_VALUE;
  const float dx = other_x - x, dy = other_y - y;
  const float squared = dx * dx + dy * dy;
  if (squared < 1.0f) return DG_ERR_VALUE;
  out->cx = x;
  out->cy = y;
  out->side = DG_EYE_SIDE_PER_INTEROCULAR * sqrtf(squared);
  return DG_OK;
}

/* The span [from, to) of one sample on one axis, 1/256 pixel. */
typedef struct {
  int32_t from;
  int32_t to;
} span;

/*
 * Sample `i` covers side/32 pixels around its centre, but never less than one pixel: a span of one pixel, weighted by
 * coverage, is bilinear interpolation.
 */
static span sample_span(int32_t centre_q8, int32_t side_q8, int32_t i) {
  const int32_t n = (int32_t)DG_EYE_CROP_PX;
  const int32_t mid = centre_q8 + floor_div(side_q8 * (2 * i + 1 - n), 2 * n);
  const int32_t width = side_q8 / n > Q8 ? side_q8 / n : Q8;
  span s = {mid - width / 2, mid - width / 2 + width};
  return s;
}

/* How much of pixel `p` (unclamped) the span covers, 0-256. */
static int32_t coverage(span s, int32_t p) {
  const int32_t from = s.from > p * Q8 ? s.from : p * Q8;
  const int32_t to = s.to < (p + 1) * Q8 ? s.to : (p + 1) * Q8;
  return to > from ? to - from : 0;
}

static uint32_t grey_at(const uint8_t *row, dg_format format, int32_t x) {
  return format == DG_GREY ? row[x] : dg_luma565(dg_read565(row + 2 * (size_t)x));
}

static uint8_t area_mean(const dg_source *src, dg_format format, span sx, span sy) {
  const int32_t max_x = (int32_t)src->w - 1, max_y = (int32_t)src->h - 1;
  const int32_t x0 = floor_div(sx.from, Q8), x1 = floor_div(sx.to - 1, Q8);
  const int32_t y0 = floor_div(sy.from, Q8), y1 = floor_div(sy.to - 1, Q8);
  uint64_t sum = 0;
  for (int32_t y = y0; y <= y1; y++) {
    const uint8_t *row = src->data + (size_t)clamp(y, max_y) * src->stride;
    uint64_t row_sum = 0;
    for (int32_t x = x0; x <= x1; x++) {
      row_sum += (uint64_t)(uint32_t)coverage(sx, x) * grey_at(row, format, clamp(x, max_x));
    }
    sum += row_sum * (uint64_t)(uint32_t)coverage(sy, y);
  }
  const uint64_t area = (uint64_t)(uint32_t)(sx.to - sx.from) * (uint64_t)(uint32_t)(sy.to - sy.from);
  return (uint8_t)((sum + area / 2u) / area);
}

dg_status dg_eye_crop(const dg_source *src, dg_format format, const dg_square *square, uint8_t *out, size_t out_len) {
  if (square == NULL || out == NULL) return DG_ERR_NULL;
  if (format != DG_GREY && format != DG_RGB565) return DG_ERR_VALUE;
  dg_status status = dg_check_source(src, format);
  if (status != DG_OK) return status;
  if (out_len < (size_t)DG_EYE_CROP_PX * DG_EYE_CROP_PX) return DG_ERR_BUFFER;
  /* A limit on the side is a limit on the time a call takes. */
  const float max_side = 2.0f * (float)(src->w > src->h ? src->w : src->h);
  if (!in_reach(square->cx) || !in_reach(square->cy)) return DG_ERR_VALUE;
  if (!(square->side >= 1.0f && square->side <= max_side)) return DG_ERR_VALUE;
  const int32_t cx = to_q8(square->cx), cy = to_q8(square->cy), side = to_q8(square->side);
  for (uint32_t j = 0; j < DG_EYE_CROP_PX; j++) {
    const span sy = sample_span(cy, side, (int32_t)j);
    for (uint32_t i = 0; i < DG_EYE_CROP_PX; i++) {
      out[j * DG_EYE_CROP_PX + i] = area_mean(src, format, sample_span(cx, side, (int32_t)i), sy);
    }
  }
  return DG_OK;
}
