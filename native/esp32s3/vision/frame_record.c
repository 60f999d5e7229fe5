#include "frame_record.h"

#include <math.h>
#include <string.h>

static void put_u16(uint8_t *p, uint32_t v) {
  p[0] = (uint8_t)(v & 255u);
  p[1] = (uint8_t)((v >> 8) & 255u);
}

static void put_u32(uint8_t *p, uint32_t v) {
  put_u16(p, v & 65535u);
  put_u16(p + 2, v >> 16);
}

static void put_f64(uint8_t *p, double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  put_u32(p, (uint32_t)(bits & 0xffffffffu));
  put_u32(p + 4, (uint32_t)(bits >> 32));
}

/* `v` in steps of 1/`steps`, rounded, cut to the range. */
static int32_t fixed(float v, float steps, int32_t min, int32_t max) {
  const float scaled = v * steps;
  if (!isfinite(scaled)) return 0;
  if (scaled <= (float)min) return min;
  if (scaled >= (float)max) return max;
  return (int32_t)(scaled + (scaled < 0 ? -0.5f : 0.5f));
}

static void put_unsigned(uint8_t *p, float v, float steps) {
  put_u16(p, (uint32_t)fixed(v, steps, 0, 65535));
}

static void put_px(uint8_t *p, float v) {
  put_u16(p, (uint32_t)fixed(v, 100.0f, -32768, 32767));
}

static void put_far_px(uint8_t *p, float v) {
  put_u32(p, (uint32_t)fixed(v, 100.0f, -8388608, 8388607));
}

static void put_face(uint8_t *p, const dg_face *face) {
  put_unsigned(p, face->score, 10000.0f);
  put_px(p + 2, face->x);
  put_px(p + 4, face->y);
  put_px(p + 6, face->w);
  put_px(p + 8, face->h);
  for (uint32_t i = 0; i < 5; i++) {
    put_px(p + 10 + 4u * i, face->lm[i].x);
    put_px(p + 12 + 4u * i, face->lm[i].y);
  }
}

void dg_record_pack(const dg_frame_result *result, uint8_t *out) {
  memset(out, 0, DG_RECORD_BYTES);
  put_f64(out, result->t_ms);
  out[8] = (uint8_t)result->health;
  out[9] = (uint8_t)result->flags;
  out[12] = result->image.luma;
  out[13] = result->image.min;
  out[14] = result->image.max;
  out[15] = result->image.peak;
  if (result->flags & DG_RECORD_DETECTED) {
    const uint32_t faces = result->faces < DG_FACES_MAX ? result->faces : DG_FACES_MAX;
    out[10] = (uint8_t)faces;
    put_unsigned(out + 18, result->detect_ms, 10.0f);
    for (uint32_t i = 0; i < faces; i++) put_face(out + 40 + 32u * i, &result->face[i]);
  }
  if (result->flags & DG_RECORD_EYE) {
    out[11] = (uint8_t)result->side;
    put_u16(out + 16, result->closed_256 < 256u ? result->closed_256 : 256u);
    put_unsigned(out + 20, result->eye_ms, 100.0f);
    put_far_px(out + 24, result->roi_x);
    put_far_px(out + 28, result->roi_y);
    put_far_px(out + 32, result->roi_w);
  }
}
