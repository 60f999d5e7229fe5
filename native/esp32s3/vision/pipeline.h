/** The steps that every camera frame goes through. Platform-free: models and clock are handed in. */
#ifndef DG_PIPELINE_H
#define DG_PIPELINE_H

#include "eye_crop.h"
#include "frame_record.h"

#define DG_FRAME_SIDE_PX 240u
#define DG_FRAME_BYTES (DG_FRAME_SIDE_PX * DG_FRAME_SIDE_PX * 2u)

/** The models of a machine. A function that is NULL means that its model did not load: the step is left out. */
typedef struct {
  /** Candidates in an upright RGB565 frame of DG_FRAME_BYTES, strongest first, at most DG_FACES_MAX. Returns their number. */
  uint32_t (*detect)(const uint8_t *pixels, dg_face *faces);
  /** P(closed) in 1/256 of a 32x32 grey crop; -1 where the model failed. */
  int (*closed)(const uint8_t *crop);
  /** A clock that never goes back. */
  double (*now_ms)(void);
} dg_models;

/** The eyes of the accepted face, pixels; where the next crop is taken. */
typedef struct {
  int valid;
  dg_point left;
  dg_point right;
} dg_track;

typedef struct {
  const dg_models *models;
  uint32_t detect_every;
  uint32_t frames;
  dg_eye_side side;
  uint8_t crop[DG_EYE_CROP_PX * DG_EYE_CROP_PX];
} dg_pipeline;

/** `detect_every` of 0 counts as 1. */
void dg_pipeline_start(dg_pipeline *pipeline, const dg_models *models, uint32_t detect_every);

/** Whether detection is due on the next frame: then the caller keeps that frame as the one that the detector received. */
int dg_pipeline_detects_next(const dg_pipeline *pipeline);

/** Works on one upright RGB565 frame of DG_FRAME_BYTES, taken at `t_ms`. */
void dg_pipeline_run(dg_pipeline *pipeline, const uint8_t *pixels, double t_ms, const dg_track *track, dg_frame_result *out);

/** Reads one eye of `track` in a frame and adds it to `out`; leaves `out` as it was where no crop can be taken or the model fails. */
void dg_pipeline_look(dg_pipeline *pipeline, const uint8_t *pixels, const dg_track *track, dg_eye_side side, dg_frame_result *out);

/** The flags of the models in DG_RECORD_..., and the health that follows from them while frames arrive. */
uint32_t dg_models_flags(const dg_models *models);
dg_health dg_models_health(const dg_models *models);

#endif
