/** Frames to JPEG by Espressif's esp_new_jpeg. One at a time; one task at a time. */
#ifndef DG_JPEG_ENCODER_H
#define DG_JPEG_ENCODER_H

#include <stddef.h>
#include <stdint.h>

/** Returns NULL, or what is wrong in a few words. */
const char *dg_jpeg_encoder_open(void);

/**
 * Encodes an upright frame of DG_FRAME_BYTES; `mirror` gives the selfie view. Returns memory of dg_buffer_make that is the
 * caller's, and its length in `*bytes`; NULL where there is no memory or the encoder fails.
 */
uint8_t *dg_jpeg_encode(const uint8_t *pixels, int quality, int mirror, size_t *bytes);

void dg_jpeg_encoder_close(void);

#endif
