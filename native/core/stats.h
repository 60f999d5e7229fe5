/** How bright a frame is: what tells a covered lens or a dazzled sensor from an empty seat. */
#ifndef DG_STATS_H
#define DG_STATS_H

#include "image.h"

#define DG_PEAK_BINS 16u

typedef struct {
  uint8_t luma; /* mean, rounded */
  uint8_t min;
  uint8_t max;
  uint8_t peak; /* the fullest of 16 equal luma bins, 0-15; the darkest of equals */
} dg_stats;

/** Luma statistics of an RGB565 frame. Errors: those of dg_check_source; DG_ERR_NULL without `out`. */
dg_status dg_image_stats(const dg_source *src, dg_stats *out);

#endif
