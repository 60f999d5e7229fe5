/**
 * The board's vision: a feeder that takes frames from a source, the work on each of them, and a JPEG encoder, in three tasks that
 * nobody can hold up. Nothing here knows XS. One at a time.
 *
 * Start, stop and everything that is asked of it come from one task (XS's); the two callbacks run on the engine's own tasks.
 */
#ifndef DG_VISION_ENGINE_H
#define DG_VISION_ENGINE_H

#include "frame_source.h"
#include "pipeline.h"

#define DG_RECORDS_KEPT 16
#define DG_SNAPSHOTS_MAX 4

typedef struct {
  const dg_frame_source *source;
  uint32_t detect_every;
  /* models/eye_state.tflite; copied. NULL where it is missing: then the health is model-fault. */
  const void *eye_model;
  size_t eye_model_bytes;
  /* A record waits. On the vision task: must not wait for anything. */
  void (*on_record)(void);
  /* A JPEG waits. On the encoder's task. */
  void (*on_jpeg)(void);
  /* One line for the person at the log, from any of the tasks; copied before it returns. */
  void (*on_log)(const char *line);
} dg_vision_options;

typedef enum { DG_JPEG_PREVIEW, DG_JPEG_SNAPSHOT } dg_jpeg_kind;

/** `data` is memory of dg_buffer_make, of whoever took it; NULL where a snapshot could not be made. */
typedef struct {
  dg_jpeg_kind kind;
  int32_t id;
  uint8_t *data;
  size_t bytes;
} dg_jpeg;

typedef struct {
  uint32_t frames;  /* captured, and replaced by a newer one before anybody worked on them */
  uint32_t records; /* replaced by newer ones before anybody read them */
  uint32_t jpegs;   /* due, but the encoder was busy or out of memory */
} dg_vision_dropped;

/** Returns NULL, or what is wrong in a few words; then nothing runs. What goes wrong later shows in the records. */
const char *dg_vision_start(const dg_vision_options *options);

/** Ends the tasks and gives everything back. Waits for them: up to 4 s where the camera hangs. */
void dg_vision_stop(void);

uint32_t dg_vision_records_waiting(void);

/** The oldest record that waits, DG_RECORD_BYTES; 0 where there is none. */
int dg_vision_take_record(uint8_t *record);

/** The oldest JPEG that waits; 0 where there is none. */
int dg_vision_take_jpeg(dg_jpeg *jpeg);

void dg_vision_track(const dg_track *track);
void dg_vision_preview(int fps, int quality);

/** 0 where DG_SNAPSHOTS_MAX wait already. */
int dg_vision_snapshot(int32_t id, int quality);

dg_vision_dropped dg_vision_count_dropped(void);

/** Opens both models, on the task that will use them; the reason why one does not load goes to `log`. */
void dg_models_open(dg_models *models, const void *eye_model, size_t eye_model_bytes, void (*log)(const char *line));
void dg_models_close(dg_models *models);

#endif
