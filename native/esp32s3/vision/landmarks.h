/** From what esp-dl says of a face to what the product means by one. Platform-free. */
#ifndef DG_LANDMARKS_H
#define DG_LANDMARKS_H

#include "frame_record.h"

/**
 * Fills `out` from one result of esp-dl's human_face_detect.
 * `box` is x1, y1, x2, y2; `keypoint` five x, y pairs in esp-dl's order: left eye, left mouth corner, nose, right eye, right
 * mouth corner (image left). Returns 0, and leaves `out` alone, for a box without area or a score that is not finite.
 */
int dg_face_from_espdl(float score, const int box[4], const int keypoint[10], dg_face *out);

/** Puts `face` among the `count` strongest so far, strongest first; the weakest of more than DG_FACES_MAX is lost. Returns the new count. */
uint32_t dg_faces_add(dg_face *faces, uint32_t count, const dg_face *face);

#endif
