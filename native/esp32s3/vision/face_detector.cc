// The vendor's header first: it needs C++20 and none of our macros.
#include "human_face_detect.hpp"

#include "esp_heap_caps.h"
#include "face_detector.h"

extern "C" {
#include "landmarks.h"
#include "pipeline.h"
}

#if !CONFIG_FLASH_HUMAN_FACE_DETECT_MSRMNP_S8_V1 || !CONFIG_HUMAN_FACE_DETECT_MODEL_IN_FLASH_RODATA
#error "sdkconfig: FLASH_HUMAN_FACE_DETECT_MSRMNP_S8_V1 and HUMAN_FACE_DETECT_MODEL_IN_FLASH_RODATA must be set"
#endif

// The library ends the program where memory runs out while it loads; it takes 416 KB. [measured, with room to spare]
static constexpr size_t PSRAM_NEEDED_BYTES = 640 * 1024;
static constexpr size_t INTERNAL_NEEDED_BYTES = 24 * 1024;

// Below the gate's FACE_MIN_SCORE, so that the gate decides and a weak candidate shows as rejected.
static constexpr float SCORE_THRESHOLD = 0.5f;

static HumanFaceDetect *detector;

extern "C" const char *dg_face_detector_open(void) {
  if (detector) return nullptr;
  if (heap_caps_get_largest_free_block(MALLOC_CAP_SPIRAM) < PSRAM_NEEDED_BYTES) return "no memory";
  if (heap_caps_get_free_size(MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT) < INTERNAL_NEEDED_BYTES) return "no internal memory";
  detector = new HumanFaceDetect(HumanFaceDetect::MSRMNP_S8_V1, false);
  // Of the second stage, which confirms what the first proposes.
  detector->set_score_thr(SCORE_THRESHOLD, 1);
  return nullptr;
}

extern "C" uint32_t dg_face_detector_run(const uint8_t *pixels, dg_face *faces) {
  dl::image::img_t image = {};
  image.data = const_cast<uint8_t *>(pixels);
  image.width = DG_FRAME_SIDE_PX;
  image.height = DG_FRAME_SIDE_PX;
  image.pix_type = dl::image::DL_IMAGE_PIX_TYPE_RGB565LE;
  uint32_t count = 0;
  for (const auto &result : detector->run(image)) {
    dg_face face;
    if (result.box.size() < 4 || result.keypoint.size() < 10) continue;
    if (dg_face_from_espdl(result.score, result.box.data(), result.keypoint.data(), &face)) {
      count = dg_faces_add(faces, count, &face);
    }
  }
  return count;
}

extern "C" void dg_face_detector_close(void) {
  delete detector;
  detector = nullptr;
}
