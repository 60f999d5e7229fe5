#include "jpeg_encoder.h"

#include <string.h>

#include "esp_heap_caps.h"
#include "esp_jpeg_enc.h"
#include "native_memory.h"
#include "orient.h"
#include "pipeline.h"

/* A noisy frame at quality 95 stays below; what does not fit is not sent. [ours: the frame itself is 115,200 bytes] */
#define OUT_BYTES (96 * 1024)
#define FIRST_QUALITY 80

static jpeg_enc_handle_t encoder;
static int encoder_quality;
static uint8_t *mirrored;
static uint8_t *out;

const char *dg_jpeg_encoder_open(void) {
  jpeg_enc_config_t config = DEFAULT_JPEG_ENC_CONFIG();
  config.width = DG_FRAME_SIDE_PX;
  config.height = DG_FRAME_SIDE_PX;
  config.src_type = JPEG_PIXEL_FORMAT_RGB565_LE;
  config.subsampling = JPEG_SUBSAMPLE_420;
  config.quality = FIRST_QUALITY;
  mirrored = heap_caps_aligned_alloc(16, DG_FRAME_BYTES, MALLOC_CAP_SPIRAM);
  out = heap_caps_aligned_alloc(16, OUT_BYTES, MALLOC_CAP_SPIRAM);
  if (mirrored && out && jpeg_enc_open(&config, &encoder) == JPEG_ERR_OK) {
    encoder_quality = FIRST_QUALITY;
    return NULL;
  }
  encoder = NULL;
  dg_jpeg_encoder_close();
  return "no memory";
}

static const uint8_t *mirror_of(const uint8_t *pixels) {
  const size_t stride = DG_FRAME_SIDE_PX * 2u;
  const dg_source src = {pixels, DG_FRAME_BYTES, stride, DG_FRAME_SIDE_PX, DG_FRAME_SIDE_PX};
  const dg_target dst = {mirrored, DG_FRAME_BYTES, stride, DG_FRAME_SIDE_PX, DG_FRAME_SIDE_PX};
  return dg_orient(&src, &dst, DG_MIRROR) == DG_OK ? mirrored : NULL;
}

uint8_t *dg_jpeg_encode(const uint8_t *pixels, int quality, int mirror, size_t *bytes) {
  int made = 0;
  const uint8_t *view = mirror ? mirror_of(pixels) : pixels;
  if (encoder == NULL || view == NULL) return NULL;
  if (quality != encoder_quality) {
    if (jpeg_enc_set_quality(encoder, (uint8_t)quality) != JPEG_ERR_OK) return NULL;
    encoder_quality = quality;
  }
  if (jpeg_enc_process(encoder, view, (int)DG_FRAME_BYTES, out, OUT_BYTES, &made) != JPEG_ERR_OK || made <= 0) return NULL;
  uint8_t *jpeg = dg_buffer_make((size_t)made);
  if (jpeg == NULL) return NULL;
  memcpy(jpeg, out, (size_t)made);
  *bytes = (size_t)made;
  return jpeg;
}

void dg_jpeg_encoder_close(void) {
  if (encoder) jpeg_enc_close(encoder);
  heap_caps_free(mirrored);
  heap_caps_free(out);
  encoder = NULL;
  mirrored = NULL;
  out = NULL;
}
