/** RGB565 to what detectors, JPEG encoders and eye models take. */
#ifndef DG_CONVERT_H
#define DG_CONVERT_H

#include "image.h"

/**
 * Converts RGB565 `src` to `format` (DG_GREY, DG_RGB888 or DG_RGBA, alpha 255) in `dst`, which must lie apart.
 * Errors: those of dg_check_pair; DG_ERR_VALUE for another format.
 */
dg_status dg_convert(const dg_source *src, const dg_target *dst, dg_format format);

#endif
