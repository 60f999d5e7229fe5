/**
 * What one camera frame gave, as the bytes that cross from the vision task to XS. Platform-free.
 *
 * DG_RECORD_BYTES bytes, little-endian:
 *
 *    0 f64 t_ms        since boot, when the frame was taken
 *    8 u8  health      0 ok, 1 camera-fault, 2 model-fault
 *    9 u8  flags       DG_RECORD_...
 *   10 u8  faces       candidates that follow, 0-4, strongest first
 *   11 u8  eye side    0 left, 1 right (image)
 *   12 u8  luma, min, max, peak of the frame
 *   16 u16 P(closed) in 1/256
 *   18 u16 detect_ms in 1/10 ms
 *   20 u16 eye_ms    in 1/100 ms
 *   22 u16 0
 *   24 i32 x, y, w of the eye crop in 1/100 px
 *   36 u32 0
 *   40 4 x face: u16 score in 1/10000, i16 x, y, w, h, then x, y of left eye, right eye, nose, left and right mouth corner, all in
 *      1/100 px, then u16 0
 *
 * Numbers beyond their range are cut to it.
 */
#ifndef DG_FRAME_RECORD_H
#define DG_FRAME_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "stats.h"

#define DG_RECORD_BYTES 168u
#define DG_FACES_MAX 4u

#define DG_RECORD_CAMERA 1u    /* frames arrive */
#define DG_RECORD_MODELS 2u    /* the face detector is loaded */
#define DG_RECORD_EYE_MODEL 4u /* the eye model is loaded */
#define DG_RECORD_DETECTED 8u  /* detection ran on this frame */
#define DG_RECORD_EYE 16u      /* a crop was taken and the eye model read it */

typedef enum { DG_HEALTH_OK = 0, DG_HEALTH_CAMERA_FAULT = 1, DG_HEALTH_MODEL_FAULT = 2 } dg_health;
typedef enum { DG_EYE_LEFT = 0, DG_EYE_RIGHT = 1 } dg_eye_side;

typedef struct {
  float x;
  float y;
} dg_point;

/** One face candidate, pixels of the frame; landmarks: left eye, right eye, nose, left mouth corner, right mouth corner. */
typedef struct {
  float score; /* 0-1 */
  float x;
  float y;
  float w;
  float h;
  dg_point lm[5];
} dg_face;

typedef struct {
  double t_ms;
  dg_health health;
  uint32_t flags;
  uint32_t faces;
  dg_face face[DG_FACES_MAX];
  dg_stats image;
  dg_eye_side side;
  uint32_t closed_256;
  float roi_x;
  float roi_y;
  float roi_w;
  float detect_ms;
  float eye_ms;
} dg_frame_result;

/** Writes `result` into DG_RECORD_BYTES bytes at `out`. A number that is not finite becomes 0. */
void dg_record_pack(const dg_frame_result *result, uint8_t *out);

#endif
