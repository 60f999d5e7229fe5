#include "vision_engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "board_tasks.h"
#include "esp_heap_caps.h"
#include "native_memory.h"
#include "vision_parts.h"

#define ALL_ENDED (DG_FEEDER_ENDED | DG_VISION_ENDED | DG_JPEG_ENDED)
/* The camera's driver gives up after 4 s, the work on a frame takes less. */
#define STOP_MS 6000
#define JOBS (DG_SNAPSHOTS_MAX + 1)
/* Rows of 16 pixels and vector instructions want it. */
#define FRAME_ALIGN 16

dg_vision dg_vision_now;
static int running;

void dg_vision_log(const char *format, ...) {
  char line[96];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  dg_vision_now.options.on_log(line);
}

static int make_frames(void) {
  for (uint32_t i = 0; i < DG_POOL_FRAMES; i++) {
    dg_vision_now.pool.frames[i].pixels = heap_caps_aligned_alloc(FRAME_ALIGN, DG_FRAME_BYTES, MALLOC_CAP_SPIRAM);
    if (dg_vision_now.pool.frames[i].pixels == NULL) return 0;
  }
  return 1;
}

static int make_queues(void) {
  dg_vision_now.ended = xEventGroupCreate();
  dg_vision_now.arrived = xQueueCreate(1, sizeof(dg_frame *));
  dg_vision_now.records = xQueueCreate(DG_RECORDS_KEPT, DG_RECORD_BYTES);
  dg_vision_now.jobs = xQueueCreate(JOBS, sizeof(dg_jpeg_job));
  dg_vision_now.jpegs = xQueueCreate(JOBS, sizeof(dg_jpeg));
  return dg_vision_now.ended && dg_vision_now.arrived && dg_vision_now.records && dg_vision_now.jobs && dg_vision_now.jpegs;
}

static void give_back(void) {
  dg_jpeg jpeg;
  while (dg_vision_now.jpegs && xQueueReceive(dg_vision_now.jpegs, &jpeg, 0) == pdTRUE) dg_buffer_free(jpeg.data);
  for (uint32_t i = 0; i < DG_POOL_FRAMES; i++) heap_caps_free(dg_vision_now.pool.frames[i].pixels);
  const QueueHandle_t queues[] = {dg_vision_now.arrived, dg_vision_now.records, dg_vision_now.jobs, dg_vision_now.jpegs};
  for (uint32_t i = 0; i < sizeof queues / sizeof queues[0]; i++) {
    if (queues[i]) vQueueDelete(queues[i]);
  }
  if (dg_vision_now.ended) vEventGroupDelete(dg_vision_now.ended);
  memset(&dg_vision_now, 0, sizeof dg_vision_now);
}

static int start_task(TaskFunction_t task, const char *name, uint32_t stack, UBaseType_t priority, BaseType_t core,
                      EventBits_t ended) {
  if (xTaskCreatePinnedToCore(task, name, stack, NULL, priority, NULL, core) == pdPASS) return 1;
  xEventGroupSetBits(dg_vision_now.ended, ended);
  return 0;
}

static int start_tasks(void) {
  return (start_task(dg_jpeg_task, "jpeg", DG_JPEG_STACK, DG_JPEG_PRIORITY, DG_XS_CORE, DG_JPEG_ENDED) &
          start_task(dg_vision_task, "vision", DG_VISION_STACK, DG_VISION_PRIORITY, DG_VISION_CORE, DG_VISION_ENDED) &
          start_task(dg_feeder_task, "feeder", DG_FEEDER_STACK, DG_FEEDER_PRIORITY, DG_VISION_CORE, DG_FEEDER_ENDED)) != 0;
}

const char *dg_vision_start(const dg_vision_options *options) {
  if (running) return "vision runs already";
  memset(&dg_vision_now, 0, sizeof dg_vision_now);
  dg_vision_now.options = *options;
  portMUX_INITIALIZE(&dg_vision_now.lock);
  if (!make_queues() || !make_frames()) {
    give_back();
    return "no memory for vision";
  }
  running = 1;
  if (start_tasks()) return NULL;
  dg_vision_stop();
  return "no memory for the tasks of vision";
}

void dg_vision_stop(void) {
  if (!running) return;
  dg_vision_now.stopping = 1;
  const EventBits_t bits = xEventGroupWaitBits(dg_vision_now.ended, ALL_ENDED, pdFALSE, pdTRUE, pdMS_TO_TICKS(STOP_MS));
  /* A task that does not end keeps its memory, and vision cannot start again: better than pulling it away under its feet. */
  if ((bits & ALL_ENDED) != ALL_ENDED) return;
  give_back();
  running = 0;
}

uint32_t dg_vision_records_waiting(void) {
  return running ? (uint32_t)uxQueueMessagesWaiting(dg_vision_now.records) : 0;
}

int dg_vision_take_record(uint8_t *record) {
  return running && xQueueReceive(dg_vision_now.records, record, 0) == pdTRUE;
}

int dg_vision_take_jpeg(dg_jpeg *jpeg) {
  if (!running || xQueueReceive(dg_vision_now.jpegs, jpeg, 0) != pdTRUE) return 0;
  if (jpeg->kind == DG_JPEG_PREVIEW) {
    __atomic_store_n(&dg_vision_now.preview_busy, 0u, __ATOMIC_RELEASE);
  } else {
    dg_vision_now.snapshots--;
  }
  return 1;
}

void dg_vision_track(const dg_track *track) {
  taskENTER_CRITICAL(&dg_vision_now.lock);
  dg_vision_now.track = *track;
  taskEXIT_CRITICAL(&dg_vision_now.lock);
}

void dg_vision_preview(int fps, int quality) {
  taskENTER_CRITICAL(&dg_vision_now.lock);
  dg_vision_now.preview_fps = fps;
  dg_vision_now.preview_quality = quality;
  dg_vision_now.preview_changes++;
  taskEXIT_CRITICAL(&dg_vision_now.lock);
}

int dg_vision_snapshot(int32_t id, int quality) {
  if (!running || dg_vision_now.snapshots >= DG_SNAPSHOTS_MAX) return 0;
  const dg_jpeg_job job = {DG_JPEG_SNAPSHOT, id, quality, NULL};
  if (xQueueSend(dg_vision_now.jobs, &job, 0) != pdTRUE) return 0;
  dg_vision_now.snapshots++;
  return 1;
}

dg_vision_dropped dg_vision_count_dropped(void) {
  return dg_vision_now.dropped;
}
