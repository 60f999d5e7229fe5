#include "frame_source.h"

#include <string.h>

#include "esp_timer.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "pipeline.h"

static const uint8_t *picture;

void dg_flash_source_set(const uint8_t *pixels) {
  picture = pixels;
}

static esp_err_t open_picture(void) {
  return picture ? ESP_OK : ESP_ERR_NOT_FOUND;
}

static esp_err_t next_picture(uint8_t *pixels, double *t_ms) {
  vTaskDelay(pdMS_TO_TICKS(1000 / DG_FLASH_FPS));
  if (pixels) memcpy(pixels, picture, DG_FRAME_BYTES);
  *t_ms = (double)esp_timer_get_time() / 1000.0;
  return ESP_OK;
}

static void close_picture(void) {}

const dg_frame_source dg_flash_source = {open_picture, next_picture, close_picture};
