/** Espressif's human_face_detect on esp-dl. One at a time; one task at a time. */
#ifndef DG_FACE_DETECTOR_H
#define DG_FACE_DETECTOR_H

#include "frame_record.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Loads both of its models. Returns NULL, or what is wrong in a few words. */
const char *dg_face_detector_open(void);

/** As dg_models.detect. */
uint32_t dg_face_detector_run(const uint8_t *pixels, dg_face *faces);

void dg_face_detector_close(void);

#ifdef __cplusplus
}
#endif

#endif
