#include "landmarks.h"

#include <math.h>

/* Where esp-dl has each of ours: left eye, right eye, nose, left mouth corner, right mouth corner. */
static const uint32_t ESPDL_INDEX[5] = {0, 3, 2, 1, 4};

int dg_face_from_espdl(float score, const int box[4], const int keypoint[10], dg_face *out) {
  if (!isfinite(score) || box[2] <= box[0] || box[3] <= box[1]) return 0;
  out->score = score;
  out->x = (float)box[0];
  out->y = (float)box[1];
  out->w = (float)(box[2] - box[0]);
  out->h = (float)(box[3] - box[1]);
  for (uint32_t i = 0; i < 5; i++) {
    const uint32_t from = 2u * ESPDL_INDEX[i];
    out->lm[i].x = (float)keypoint[from];
    out->lm[i].y = (float)keypoint[from + 1u];
  }
  return 1;
}

uint32_t dg_faces_add(dg_face *faces, uint32_t count, const dg_face *face) {
  uint32_t at = 0;
  while (at < count && faces[at].score >= face->score) at++;
  if (at == DG_FACES_MAX) return count;
  const uint32_t kept = count < DG_FACES_MAX ? count + 1u : DG_FACES_MAX;
  for (uint32_t i = kept - 1u; i > at; i--) faces[i] = faces[i - 1u];
  faces[at] = *face;
  return kept;
}
