/** The square around one eye that the eye model sees. */
#ifndef DG_EYE_CROP_H
#define DG_EYE_CROP_H

#include "image.h"

/** Side of the crop that the eye model takes, pixels. */
#define DG_EYE_CROP_PX 32u

/**
 * Side of the square in the frame, as a multiple of the interocular distance (between the two eye centres).
 * The eye model is trained on the same proportion (see models/eye_state.md): change both or neither.
 */
#define DG_EYE_SIDE_PER_INTEROCULAR 0.75f

/** A square of the frame, pixels from its top left corner; it may reach over the borders. */
typedef struct {
  float cx; /* centre */
  float cy;
  float side;
} dg_square;

/**
 * The square around the eye at (`x`,`y`) when the other eye is at (`other_x`,`other_y`).
 * Errors: DG_ERR_NULL; DG_ERR_VALUE when a coordinate is not finite or the eyes are less than a pixel apart.
 */
dg_status dg_eye_square(float x, float y, float other_x, float other_y, dg_square *out);

/**
 * Samples `square` of `src` (DG_RGB565 or DG_GREY) into 32x32 grey bytes at `out`.
 * Each sample is the mean over the area it covers, or bilinear where that is less than a pixel; pixels beyond the
 * border repeat the border. Centre and side are rounded to 1/256 pixel and the rest is integer arithmetic, so a
 * frame gives the same crop on every machine.
 * Errors: those of dg_check_source; DG_ERR_BUFFER when `out_len` is less than 1024; DG_ERR_VALUE when the centre is
 * not finite or further than 16384 px away, or the side outside 1 px to twice the longer side of the frame.
 */
dg_status dg_eye_crop(const dg_source *src, dg_format format, const dg_square *square, uint8_t *out, size_t out_len);

#endif
