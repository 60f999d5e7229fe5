/** Where frames come from: the camera, or a picture in flash for machines that have none. */
#ifndef DG_FRAME_SOURCE_H
#define DG_FRAME_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"

/** All three run on the feeder's task, one at a time. */
typedef struct {
  /** Makes frames come. After an error nothing is left open. */
  esp_err_t (*open)(void);
  /**
   * Waits for a frame and writes it upright into DG_FRAME_BYTES at `pixels`, RGB565 with the low byte first; NULL takes a frame
   * and drops it. `t_ms` is the time since boot when it was taken. An error means that frames do not come any more.
   */
  esp_err_t (*next)(uint8_t *pixels, double *t_ms);
  void (*close)(void);
} dg_frame_source;

extern const dg_frame_source dg_camera_source;

/** `pixels` of DG_FRAME_BYTES as an upright frame, over and over, at DG_FLASH_FPS. They stay where they are. */
extern const dg_frame_source dg_flash_source;
void dg_flash_source_set(const uint8_t *pixels);
#define DG_FLASH_FPS 15

#endif
