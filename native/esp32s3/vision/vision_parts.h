/** What the three tasks of vision_engine.h share. Private to them. */
#ifndef DG_VISION_PARTS_H
#define DG_VISION_PARTS_H

#include "frame_pool.h"
#include "freertos/FreeRTOS.h"
#include "freertos/event_groups.h"
#include "freertos/queue.h"
#include "freertos/task.h"
#include "vision_engine.h"

#define DG_FEEDER_ENDED BIT0
#define DG_VISION_ENDED BIT1
#define DG_JPEG_ENDED BIT2

typedef struct {
  dg_vision_options options;
  volatile int stopping;
  EventGroupHandle_t ended;
  dg_frame_pool pool;
  QueueHandle_t arrived;  /* one dg_frame *: the newest wins */
  QueueHandle_t records;  /* DG_RECORDS_KEPT records */
  QueueHandle_t jobs;     /* dg_jpeg_job */
  QueueHandle_t jpegs;    /* dg_jpeg */
  uint32_t preview_busy;  /* a preview is being made, or waits to be taken */
  uint32_t snapshots;     /* asked for and not taken yet */
  dg_vision_dropped dropped;

  portMUX_TYPE lock; /* of what follows */
  dg_track track;
  int preview_fps;
  int preview_quality;
  uint32_t preview_changes;
  dg_frame *detected; /* the frame that the detector received last; held */
} dg_vision;

typedef struct {
  dg_jpeg_kind kind;
  int32_t id;
  int quality;
  dg_frame *frame; /* of a preview, held; a snapshot is of the frame that `detected` is when its turn comes */
} dg_jpeg_job;

extern dg_vision dg_vision_now;

/** The tasks; each sets its bit in `ended` as its last act. */
void dg_feeder_task(void *argument);
void dg_vision_task(void *argument);
void dg_jpeg_task(void *argument);

/** Hands a frame to the encoder for the preview where that is idle; the frame is held for it. */
void dg_jpeg_offer(dg_frame *frame, int quality);

/** printf to the log, at most 95 characters. */
void dg_vision_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
