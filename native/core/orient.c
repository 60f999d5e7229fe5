#include "orient.h"

typedef struct {
  uint8_t b[2];
} pixel;

static pixel load(const uint8_t *p, uint32_t swap) {
  pixel v = {{p[swap], p[1u - swap]}};
  return v;
}

static void store(uint8_t *p, pixel v) {
  p[0] = v.b[0];
  p[1] = v.b[1];
}

static dg_status check_orient(const dg_source *src, const dg_target *dst) {
  dg_status status = dg_check_pair(src, DG_RGB565, dst, DG_RGB565);
  if (status != DG_ERR_OVERLAP) return status;
  return src->data == dst->data && src->stride == dst->stride ? DG_OK : DG_ERR_OVERLAP;
}

dg_status dg_orient(const dg_source *src, const dg_target *dst, uint32_t flags) {
  dg_status status = check_orient(src, dst);
  if (status != DG_OK) return status;
  if ((flags & ~(DG_BYTE_SWAP | DG_ROTATE_180 | DG_MIRROR)) != 0) return DG_ERR_VALUE;

  const uint32_t swap = (flags & DG_BYTE_SWAP) ? 1u : 0u;
  /* A turn by 180 degrees flips both axes; the mirror flips x once more. */
  const int flip_y = (flags & DG_ROTATE_180) != 0;
  const int flip_x = flip_y != ((flags & DG_MIRROR) != 0);
  const int in_place = src->data == dst->data;
  const uint32_t w = src->w, h = src->h;

  /* Pixels move in pairs (a, b) with a <-> b, so in place only half of them are visited. */
  for (uint32_t y = 0; y < h; y++) {
    const uint32_t ty = flip_y ? h - 1u - y : y;
    if (in_place && ty < y) break;
    const uint8_t *from = src->data + (size_t)y * src->stride;
    const uint8_t *from_twin = src->data + (size_t)ty * src->stride;
    uint8_t *to = dst->data + (size_t)ty * dst->stride;
    uint8_t *to_twin = dst->data + (size_t)y * dst->stride;
    for (uint32_t x = 0; x < w; x++) {
      const uint32_t tx = flip_x ? w - 1u - x : x;
      if (in_place && ty == y && tx < x) break;
      const pixel a = load(from + 2u * (size_t)x, swap);
      if (in_place) {
        const pixel b = load(from_twin + 2u * (size_t)tx, swap);
        store(to_twin + 2u * (size_t)x, b);
      }
      store(to + 2u * (size_t)tx, a);
    }
  }
  return DG_OK;
}
