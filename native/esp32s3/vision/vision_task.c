/** The work on each frame, and the watch over a camera that stops. */
#include <math.h>
#include <string.h>

#include "esp_timer.h"
#include "pace.h"
#include "vision_parts.h"

/* As on a computer: no frame for a second is a fault, the first may take five, and the fault is told five times a second. */
#define STALL_MS 1000.0
#define BOOT_MS 5000.0
#define WATCH_MS 200

static double now_ms(void) {
  return (double)esp_timer_get_time() / 1000.0;
}

typedef struct {
  dg_models models;
  dg_pipeline pipeline;
  dg_frame_result result; /* large: not on the stack */
  dg_stats image;         /* of the latest frame */
  dg_pace pace;
  int preview_quality;
  uint32_t preview_changes;
  double last_t_ms;
  double patience_ms; /* until when frames are not yet missed */
} work;

static work now;

/* Traces hold whole milliseconds, and time never goes back. */
static double whole_ms(double t_ms) {
  const double rounded = floor(t_ms + 0.5);
  now.last_t_ms = rounded > now.last_t_ms ? rounded : now.last_t_ms;
  return now.last_t_ms;
}

static void post(const dg_frame_result *result) {
  uint8_t record[DG_RECORD_BYTES];
  dg_record_pack(result, record);
  if (xQueueSend(dg_vision_now.records, record, 0) != pdTRUE) {
    uint8_t oldest[DG_RECORD_BYTES];
    if (xQueueReceive(dg_vision_now.records, oldest, 0) == pdTRUE) dg_vision_now.dropped.records++;
    (void)xQueueSend(dg_vision_now.records, record, 0);
  }
  dg_vision_now.options.on_record();
}

/* While no frames come, records do: they say that nothing can be judged. */
static void post_fault(void) {
  memset(&now.result, 0, sizeof now.result);
  now.result.t_ms = whole_ms(now_ms());
  now.result.health = DG_HEALTH_CAMERA_FAULT;
  now.result.flags = dg_models_flags(&now.models);
  now.result.image = now.image;
  post(&now.result);
}

static dg_track current_track(void) {
  taskENTER_CRITICAL(&dg_vision_now.lock);
  const dg_track track = dg_vision_now.track;
  taskEXIT_CRITICAL(&dg_vision_now.lock);
  return track;
}

static void keep_detected(dg_frame *frame) {
  dg_frame_hold(frame);
  taskENTER_CRITICAL(&dg_vision_now.lock);
  dg_frame *older = dg_vision_now.detected;
  dg_vision_now.detected = frame;
  taskEXIT_CRITICAL(&dg_vision_now.lock);
  dg_frame_release(older);
}

static void follow_preview(void) {
  taskENTER_CRITICAL(&dg_vision_now.lock);
  const uint32_t changes = dg_vision_now.preview_changes;
  const int fps = dg_vision_now.preview_fps;
  now.preview_quality = dg_vision_now.preview_quality;
  taskEXIT_CRITICAL(&dg_vision_now.lock);
  if (changes != now.preview_changes) dg_pace_set(&now.pace, fps);
  now.preview_changes = changes;
}

static void work_on(dg_frame *frame) {
  const dg_track track = current_track();
  if (dg_pipeline_detects_next(&now.pipeline)) keep_detected(frame);
  dg_pipeline_run(&now.pipeline, frame->pixels, whole_ms(frame->t_ms), &track, &now.result);
  now.image = now.result.image;
  now.patience_ms = now_ms() + STALL_MS;
  post(&now.result);
  follow_preview();
  if (dg_pace_passes(&now.pace, frame->t_ms)) dg_jpeg_offer(frame, now.preview_quality);
}

void dg_vision_task(void *argument) {
  (void)argument;
  const dg_vision_options *options = &dg_vision_now.options;
  memset(&now, 0, sizeof now);
  dg_models_open(&now.models, options->eye_model, options->eye_model_bytes, options->on_log);
  dg_pipeline_start(&now.pipeline, &now.models, options->detect_every);
  now.patience_ms = now_ms() + BOOT_MS;
  while (!dg_vision_now.stopping) {
    dg_frame *frame;
    if (xQueueReceive(dg_vision_now.arrived, &frame, pdMS_TO_TICKS(WATCH_MS)) == pdTRUE) {
      work_on(frame);
      dg_frame_release(frame);
    } else if (now_ms() > now.patience_ms) {
      post_fault();
    }
  }
  dg_models_close(&now.models);
  xEventGroupSetBits(dg_vision_now.ended, DG_VISION_ENDED);
  vTaskDelete(NULL);
}
