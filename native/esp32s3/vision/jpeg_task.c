/** JPEGs from the frames that the detector saw, made below XS's priority on XS's core: viewers never slow the work on a frame. */
#include "jpeg_encoder.h"
#include "native_memory.h"
#include "vision_parts.h"

#define STOP_CHECK_MS 200

void dg_jpeg_offer(dg_frame *frame, int quality) {
  if (__atomic_exchange_n(&dg_vision_now.preview_busy, 1u, __ATOMIC_ACQ_REL)) {
    dg_vision_now.dropped.jpegs++;
    return;
  }
  const dg_jpeg_job job = {DG_JPEG_PREVIEW, 0, quality, frame};
  dg_frame_hold(frame);
  if (xQueueSend(dg_vision_now.jobs, &job, 0) == pdTRUE) return;
  dg_frame_release(frame);
  __atomic_store_n(&dg_vision_now.preview_busy, 0u, __ATOMIC_RELEASE);
}

/* The frame that the detector received last, held; NULL before the first. Looked up late, so that jobs in the queue hold no frames. */
static dg_frame *detected(void) {
  taskENTER_CRITICAL(&dg_vision_now.lock);
  dg_frame *frame = dg_vision_now.detected;
  if (frame) dg_frame_hold(frame);
  taskEXIT_CRITICAL(&dg_vision_now.lock);
  return frame;
}

static void make(const dg_jpeg_job *job) {
  dg_jpeg jpeg = {job->kind, job->id, NULL, 0};
  dg_frame *frame = job->kind == DG_JPEG_PREVIEW ? job->frame : detected();
  if (frame) {
    jpeg.data = dg_jpeg_encode(frame->pixels, job->quality, job->kind == DG_JPEG_PREVIEW, &jpeg.bytes);
    dg_frame_release(frame);
  }
  if (jpeg.data == NULL && job->kind == DG_JPEG_PREVIEW) {
    dg_vision_now.dropped.jpegs++;
    __atomic_store_n(&dg_vision_now.preview_busy, 0u, __ATOMIC_RELEASE);
    return;
  }
  /* There is room: one preview and DG_SNAPSHOTS_MAX snapshots are under way at most. */
  if (xQueueSend(dg_vision_now.jpegs, &jpeg, 0) != pdTRUE) dg_buffer_free(jpeg.data);
  dg_vision_now.options.on_jpeg();
}

void dg_jpeg_task(void *argument) {
  (void)argument;
  const char *fault = dg_jpeg_encoder_open();
  if (fault) dg_vision_log("JPEG encoder cannot be opened: %s", fault);
  while (!dg_vision_now.stopping) {
    dg_jpeg_job job;
    if (xQueueReceive(dg_vision_now.jobs, &job, pdMS_TO_TICKS(STOP_CHECK_MS)) == pdTRUE) make(&job);
  }
  dg_jpeg_encoder_close();
  xEventGroupSetBits(dg_vision_now.ended, DG_JPEG_ENDED);
  vTaskDelete(NULL);
}
