#include "vision_self_test.h"

#include <stdio.h>
#include <string.h>

#include "board_tasks.h"
#include "esp_heap_caps.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "freertos/task.h"
#include "vision_engine.h"

typedef struct {
  const uint8_t *pixels;
  const void *eye_model;
  size_t eye_model_bytes;
  uint8_t *left;
  uint8_t *right;
  dg_models models;
  dg_pipeline pipeline;
  dg_frame_result result;
  SemaphoreHandle_t ended;
} test;

static char fault[96];

static void keep_fault(const char *line) {
  snprintf(fault, sizeof fault, "%s", line);
}

static void look(test *t, const dg_track *eyes, dg_eye_side side, uint8_t *record) {
  t->result.flags &= ~(uint32_t)DG_RECORD_EYE;
  dg_pipeline_look(&t->pipeline, t->pixels, eyes, side, &t->result);
  dg_record_pack(&t->result, record);
}

static void run(test *t) {
  const dg_track nobody = {0, {0, 0}, {0, 0}};
  dg_pipeline_start(&t->pipeline, &t->models, 1);
  dg_pipeline_run(&t->pipeline, t->pixels, t->models.now_ms(), &nobody, &t->result);
  const dg_point *lm = t->result.face[0].lm;
  const dg_track eyes = {t->result.faces > 0, lm[0], lm[1]};
  look(t, &eyes, DG_EYE_LEFT, t->left);
  look(t, &eyes, DG_EYE_RIGHT, t->right);
}

static void task(void *argument) {
  test *t = argument;
  dg_models_open(&t->models, t->eye_model, t->eye_model_bytes, keep_fault);
  if (fault[0] == 0) run(t);
  dg_models_close(&t->models);
  xSemaphoreGive(t->ended);
  vTaskDelete(NULL);
}

const char *dg_vision_self_test(const uint8_t *pixels, const void *eye_model, size_t eye_model_bytes, uint8_t *left, uint8_t *right) {
  test *t = heap_caps_calloc(1, sizeof *t, MALLOC_CAP_SPIRAM);
  SemaphoreHandle_t ended = xSemaphoreCreateBinary();
  const char *wrong = "no memory for the self test";
  if (t && ended) {
    *t = (test){.pixels = pixels, .eye_model = eye_model, .eye_model_bytes = eye_model_bytes, .left = left, .right = right, .ended = ended};
    fault[0] = 0;
    if (xTaskCreatePinnedToCore(task, "selftest", DG_VISION_STACK, t, DG_VISION_PRIORITY, NULL, DG_VISION_CORE) == pdPASS) {
      xSemaphoreTake(ended, portMAX_DELAY);
      wrong = fault[0] ? fault : NULL;
    }
  }
  if (ended) vSemaphoreDelete(ended);
  heap_caps_free(t);
  return wrong;
}
