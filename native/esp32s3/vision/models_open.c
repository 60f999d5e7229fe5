#include <stdio.h>

#include "esp_timer.h"
#include "eye_model.h"
#include "face_detector.h"
#include "vision_engine.h"

static double now_ms(void) {
  return (double)esp_timer_get_time() / 1000.0;
}

static int loaded(const char *what, const char *fault, void (*log)(const char *line)) {
  if (fault == NULL) return 1;
  char line[96];
  snprintf(line, sizeof line, "%s cannot be loaded: %s", what, fault);
  log(line);
  return 0;
}

void dg_models_open(dg_models *models, const void *eye_model, size_t eye_model_bytes, void (*log)(const char *line)) {
  models->now_ms = now_ms;
  models->detect = loaded("face detector", dg_face_detector_open(), log) ? dg_face_detector_run : NULL;
  models->closed = loaded("eye model", dg_eye_model_open(eye_model, eye_model_bytes), log) ? dg_eye_model_run : NULL;
}

void dg_models_close(dg_models *models) {
  dg_face_detector_close();
  dg_eye_model_close();
  models->detect = NULL;
  models->closed = NULL;
}
