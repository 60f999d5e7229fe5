/** The feeder: opens the source, hands on each frame, and opens the source again when frames stop. */
#include "vision_parts.h"

/* Waits before the source is opened again: half a second, doubling to ten, until it held for ten. [as on a computer] */
#define BACKOFF_BASE_MS 500
#define BACKOFF_MAX_MS 10000
#define HELD_MS 10000
/* How soon a wait notices that it is over. */
#define STOP_CHECK_MS 100

static void wait_ms(uint32_t ms) {
  for (uint32_t waited = 0; waited < ms && !dg_vision_now.stopping; waited += STOP_CHECK_MS) {
    vTaskDelay(pdMS_TO_TICKS(STOP_CHECK_MS));
  }
}

/* The newest frame wins: one that nobody took yet is let go. */
static void hand_on(dg_frame *frame) {
  dg_frame *older;
  if (xQueueReceive(dg_vision_now.arrived, &older, 0) == pdTRUE) {
    dg_frame_release(older);
    dg_vision_now.dropped.frames++;
  }
  if (xQueueSend(dg_vision_now.arrived, &frame, 0) != pdTRUE) dg_frame_release(frame);
}

static void feed(const dg_frame_source *source) {
  while (!dg_vision_now.stopping) {
    double t_ms;
    dg_frame *frame = dg_pool_take(&dg_vision_now.pool);
    const esp_err_t err = source->next(frame ? frame->pixels : NULL, &t_ms);
    if (err != ESP_OK) {
      dg_frame_release(frame);
      dg_vision_log("camera: frames stopped (0x%x)", (unsigned)err);
      return;
    }
    if (frame == NULL) {
      dg_vision_now.dropped.frames++;
      continue;
    }
    frame->t_ms = t_ms;
    hand_on(frame);
  }
}

void dg_feeder_task(void *argument) {
  (void)argument;
  const dg_frame_source *source = dg_vision_now.options.source;
  uint32_t backoff_ms = BACKOFF_BASE_MS;
  while (!dg_vision_now.stopping) {
    const TickType_t start = xTaskGetTickCount();
    const esp_err_t err = source->open();
    if (err == ESP_OK) {
      feed(source);
      source->close();
      if (xTaskGetTickCount() - start > pdMS_TO_TICKS(HELD_MS)) backoff_ms = BACKOFF_BASE_MS;
    } else {
      dg_vision_log("camera: does not start (0x%x); again in %u ms", (unsigned)err, (unsigned)backoff_ms);
    }
    wait_ms(backoff_ms);
    backoff_ms = backoff_ms * 2 < BACKOFF_MAX_MS ? backoff_ms * 2 : BACKOFF_MAX_MS;
  }
  xEventGroupSetBits(dg_vision_now.ended, DG_FEEDER_ENDED);
  vTaskDelete(NULL);
}
