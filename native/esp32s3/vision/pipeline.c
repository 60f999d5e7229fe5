#include "pipeline.h"

#include <math.h>
#include <string.h>

static dg_source frame_of(const uint8_t *pixels) {
  const dg_source frame = {
      .data = pixels,
      .len = DG_FRAME_BYTES,
      .stride = DG_FRAME_SIDE_PX * 2u,
      .w = DG_FRAME_SIDE_PX,
      .h = DG_FRAME_SIDE_PX,
  };
  return frame;
}

static int near_frame(float v) {
  const float side = (float)DG_FRAME_SIDE_PX;
  return v > -side && v < 2.0f * side; /* false for NaN too */
}

/* Whether two eyes can be those of a face in the frame. What reaches over the border is cropped all the same. */
static int croppable(dg_point at, dg_point other) {
  const float dx = at.x - other.x, dy = at.y - other.y;
  const float apart = sqrtf(dx * dx + dy * dy);
  return apart >= 2.0f && apart <= (float)DG_FRAME_SIDE_PX && near_frame(at.x) && near_frame(at.y);
}

uint32_t dg_models_flags(const dg_models *models) {
  return (models->detect ? DG_RECORD_MODELS : 0u) | (models->closed ? DG_RECORD_EYE_MODEL : 0u);
}

dg_health dg_models_health(const dg_models *models) {
  return models->detect && models->closed ? DG_HEALTH_OK : DG_HEALTH_MODEL_FAULT;
}

void dg_pipeline_start(dg_pipeline *pipeline, const dg_models *models, uint32_t detect_every) {
  memset(pipeline, 0, sizeof *pipeline);
  pipeline->models = models;
  pipeline->detect_every = detect_every > 0u ? detect_every : 1u;
  pipeline->side = DG_EYE_RIGHT; /* the first look is at the other one */
}

int dg_pipeline_detects_next(const dg_pipeline *pipeline) {
  return pipeline->frames % pipeline->detect_every == 0u;
}

static void detect(const dg_pipeline *pipeline, const uint8_t *pixels, dg_frame_result *out) {
  const dg_models *models = pipeline->models;
  if (!models->detect) return;
  const double start_ms = models->now_ms();
  const uint32_t faces = models->detect(pixels, out->face);
  out->faces = faces < DG_FACES_MAX ? faces : DG_FACES_MAX;
  out->detect_ms = (float)(models->now_ms() - start_ms);
  out->flags |= DG_RECORD_DETECTED;
}

void dg_pipeline_look(dg_pipeline *pipeline, const uint8_t *pixels, const dg_track *track, dg_eye_side side,
                      dg_frame_result *out) {
  const dg_models *models = pipeline->models;
  if (!track->valid || !models->closed) return;
  const double start_ms = models->now_ms();
  const dg_point at = side == DG_EYE_LEFT ? track->left : track->right;
  const dg_point other = side == DG_EYE_LEFT ? track->right : track->left;
  dg_square square;
  const dg_source frame = frame_of(pixels);
  if (!croppable(at, other)) return;
  if (dg_eye_square(at.x, at.y, other.x, other.y, &square) != DG_OK) return;
  if (dg_eye_crop(&frame, DG_RGB565, &square, pipeline->crop, sizeof pipeline->crop) != DG_OK) return;
  const int closed = models->closed(pipeline->crop);
  if (closed < 0) return;
  out->side = side;
  out->closed_256 = (uint32_t)closed;
  out->roi_x = square.cx - square.side / 2.0f;
  out->roi_y = square.cy - square.side / 2.0f;
  out->roi_w = square.side;
  out->eye_ms = (float)(models->now_ms() - start_ms);
  out->flags |= DG_RECORD_EYE;
}

void dg_pipeline_run(dg_pipeline *pipeline, const uint8_t *pixels, double t_ms, const dg_track *track,
                     dg_frame_result *out) {
  memset(out, 0, sizeof *out);
  out->t_ms = t_ms;
  out->health = dg_models_health(pipeline->models);
  out->flags = DG_RECORD_CAMERA | dg_models_flags(pipeline->models);
  const dg_source frame = frame_of(pixels);
  (void)dg_image_stats(&frame, &out->image);
  if (dg_pipeline_detects_next(pipeline)) detect(pipeline, pixels, out);
  pipeline->frames++;
  if (!track->valid) return;
  pipeline->side = pipeline->side == DG_EYE_LEFT ? DG_EYE_RIGHT : DG_EYE_LEFT;
  dg_pipeline_look(pipeline, pixels, track, pipeline->side, out);
}
