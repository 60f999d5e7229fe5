/** Both models on one picture, in a task of their own, while nothing else of vision runs. */
#ifndef DG_VISION_SELF_TEST_H
#define DG_VISION_SELF_TEST_H

#include "pipeline.h"

/**
 * Runs the detector and, on either eye of its strongest face, the eye model on an upright frame of DG_FRAME_BYTES. `left` and `right` get
 * DG_RECORD_BYTES each: the detections, and one eye. Waits for the task. Returns NULL, or what is wrong in a few words.
 */
const char *dg_vision_self_test(const uint8_t *pixels, const void *eye_model, size_t eye_model_bytes, uint8_t *left, uint8_t *right);

#endif
