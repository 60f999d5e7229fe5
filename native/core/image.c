#include "image.h"

static dg_status check(const uint8_t *data, size_t len, size_t stride, uint32_t w, uint32_t h, dg_format format) {
  if (data == NULL) return DG_ERR_NULL;
  if (format < DG_GREY || format > DG_RGBA) return DG_ERR_VALUE;
  if (w == 0 || h == 0 || w > DG_MAX_SIDE_PX || h > DG_MAX_SIDE_PX) return DG_ERR_SIZE;
  size_t row = (size_t)w * (size_t)format;
  if (stride < row || stride > DG_MAX_STRIDE_BYTES) return DG_ERR_BUFFER;
  /* The two limits keep this below 2^30, so it cannot wrap where size_t has 32 bits. */
  if ((size_t)(h - 1) * stride + row > len) return DG_ERR_BUFFER;
  return DG_OK;
}

dg_status dg_check_source(const dg_source *image, dg_format format) {
  if (image == NULL) return DG_ERR_NULL;
  return check(image->data, image->len, image->stride, image->w, image->h, format);
}

dg_status dg_check_target(const dg_target *image, dg_format format) {
  if (image == NULL) return DG_ERR_NULL;
  return check(image->data, image->len, image->stride, image->w, image->h, format);
}

static uintptr_t end_of(const uint8_t *data, size_t stride, uint32_t w, uint32_t h, dg_format format) {
  return (uintptr_t)data + (size_t)(h - 1) * stride + (size_t)w * (size_t)format;
}

dg_status dg_check_pair(const dg_source *src, dg_format src_format, const dg_target *dst, dg_format dst_format) {
  dg_status status = dg_check_source(src, src_format);
  if (status != DG_OK) return status;
  status = dg_check_target(dst, dst_format);
  if (status != DG_OK) return status;
  if (src->w != dst->w || src->h != dst->h) return DG_ERR_SIZE;
  uintptr_t src_end = end_of(src->data, src->stride, src->w, src->h, src_format);
  uintptr_t dst_end = end_of(dst->data, dst->stride, dst->w, dst->h, dst_format);
  if ((uintptr_t)src->data < dst_end && (uintptr_t)dst->data < src_end) return DG_ERR_OVERLAP;
  return DG_OK;
}

const char *dg_status_text(dg_status status) {
  switch (status) {
    case DG_OK: return "ok";
    case DG_ERR_NULL: return "a pointer is missing";
    case DG_ERR_SIZE: return "width or height is out of range, or source and target differ in size";
    case DG_ERR_BUFFER: return "the buffer is too short for its width, height and stride";
    case DG_ERR_OVERLAP: return "source and target overlap";
    case DG_ERR_VALUE: return "a number is not finite or out of range";
  }
  return "unknown status";
}
