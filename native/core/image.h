/**
 * A rectangle of pixels in memory that the caller owns, and the error codes of this library.
 *
 * Nothing here allocates, keeps state or touches a platform. Every function checks its arguments and never reads or
 * writes outside `len` bytes of a buffer. RGB565 is little-endian: low byte first, red in the top five bits.
 */
#ifndef DG_IMAGE_H
#define DG_IMAGE_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  DG_OK = 0,
  DG_ERR_NULL = 1,    /* a pointer is missing */
  DG_ERR_SIZE = 2,    /* width or height is 0, over DG_MAX_SIDE_PX, or differs between source and target */
  DG_ERR_BUFFER = 3,  /* the buffer is too short for width, height and stride, or the stride for the width */
  DG_ERR_OVERLAP = 4, /* source and target overlap without being the same image */
  DG_ERR_VALUE = 5    /* a number is not finite or outside its range */
} dg_status;

#define DG_MAX_SIDE_PX 8192u
#define DG_MAX_STRIDE_BYTES 65536u

typedef enum { DG_GREY = 1, DG_RGB565 = 2, DG_RGB888 = 3, DG_RGBA = 4 } dg_format; /* the value is bytes per pixel */

/** Pixels to read. `stride` is the bytes from one row to the next, `len` the bytes that may be read from `data`. */
typedef struct {
  const uint8_t *data;
  size_t len;
  size_t stride;
  uint32_t w;
  uint32_t h;
} dg_source;

/** Pixels to write; the same members. */
typedef struct {
  uint8_t *data;
  size_t len;
  size_t stride;
  uint32_t w;
  uint32_t h;
} dg_target;

/** DG_OK when every pixel of the image, at `format`, lies within its buffer. */
dg_status dg_check_source(const dg_source *image, dg_format format);
dg_status dg_check_target(const dg_target *image, dg_format format);

/** DG_OK when both are valid, of one size, and share no byte. */
dg_status dg_check_pair(const dg_source *src, dg_format src_format, const dg_target *dst, dg_format dst_format);

/** One line in English for a status, for exceptions and logs. Never NULL. */
const char *dg_status_text(dg_status status);

/** The RGB565 pixel at `p`, whatever the alignment and byte order of the machine. */
static inline uint32_t dg_read565(const uint8_t *p) {
  return (uint32_t)p[0] | ((uint32_t)p[1] << 8);
}

/** Five and six bit channels to eight bits, full scale kept: 31 and 63 become 255. */
static inline uint32_t dg_red8(uint32_t v) {
  uint32_t c = v >> 11;
  return (c << 3) | (c >> 2);
}
static inline uint32_t dg_green8(uint32_t v) {
  uint32_t c = (v >> 5) & 63u;
  return (c << 2) | (c >> 4);
}
static inline uint32_t dg_blue8(uint32_t v) {
  uint32_t c = v & 31u;
  return (c << 3) | (c >> 2);
}

/** Luma 0-255 of a pixel: ITU-R BT.601 weights in 1/256 (77, 150, 29), rounded. Exact integers on every machine. */
static inline uint32_t dg_luma565(uint32_t v) {
  return (77u * dg_red8(v) + 150u * dg_green8(v) + 29u * dg_blue8(v) + 128u) >> 8;
}

#endif
