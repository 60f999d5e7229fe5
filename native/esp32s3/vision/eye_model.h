/** models/eye_state.tflite on tflite-micro. One at a time; one task at a time. */
#ifndef DG_EYE_MODEL_H
#define DG_EYE_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Loads the model from `bytes` bytes at `model`, which are copied. Returns NULL, or what is wrong in a few words. */
const char *dg_eye_model_open(const void *model, size_t bytes);

/** As dg_models.closed. */
int dg_eye_model_run(const uint8_t *crop);

/** Bytes of the arena in use, for the memory table. */
size_t dg_eye_model_arena_used(void);

void dg_eye_model_close(void);

#ifdef __cplusplus
}
#endif

#endif
