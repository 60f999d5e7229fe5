/** From what the sensor delivers to an upright RGB565 frame, and from there to the preview's mirror image. */
#ifndef DG_ORIENT_H
#define DG_ORIENT_H

#include "image.h"

#define DG_BYTE_SWAP 1u  /* the source has the high byte first */
#define DG_ROTATE_180 2u /* the camera is mounted upside down */
#define DG_MIRROR 4u     /* left becomes right: the selfie view of the preview, never of the detector's frame */

/**
 * Copies RGB565 `src` to `dst` with the changes that `flags` names, in one pass.
 * `dst` is either apart from `src` or exactly `src` (same data and stride), then it works in place.
 * Errors: those of dg_check_pair; DG_ERR_VALUE for an unknown flag; DG_ERR_OVERLAP for a partial overlap.
 */
dg_status dg_orient(const dg_source *src, const dg_target *dst, uint32_t flags);

#endif
