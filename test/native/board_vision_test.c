/* The platform-free part of the board's vision: records, landmarks, shared frames, the steps of a frame, the preview's pace. */
#include "frame_pool.h"
#include "frame_record.h"
#include "landmarks.h"
#include "pace.h"
#include "pipeline.h"
#include "runner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static unsigned u16_at(const uint8_t *p) {
  return p[0] + 256u * p[1];
}

static int i16_at(const uint8_t *p) {
  const int v = (int)u16_at(p);
  return v < 32768 ? v : v - 65536;
}

static long i32_at(const uint8_t *p) {
  const long long v = (long long)u16_at(p) + 65536ll * u16_at(p + 2);
  return (long)(v < 2147483648ll ? v : v - 4294967296ll);
}

static const char *a_record_holds_what_the_frame_gave(void) {
  dg_frame_result result;
  memset(&result, 0, sizeof result);
  result.t_ms = 1234567.0;
  result.flags = DG_RECORD_CAMERA | DG_RECORD_MODELS | DG_RECORD_EYE_MODEL | DG_RECORD_DETECTED | DG_RECORD_EYE;
  result.faces = 2;
  result.face[0].score = 0.98765f;
  result.face[0].x = -3.25f;
  result.face[0].w = 120.5f;
  result.face[1].lm[4].x = 12.34f;
  result.face[1].lm[4].y = 239.99f;
  result.image.luma = 100;
  result.image.peak = 15;
  result.side = DG_EYE_RIGHT;
  result.closed_256 = 200;
  result.roi_x = -10.5f;
  result.roi_w = 33.337f;
  result.detect_ms = 44.46f;
  result.eye_ms = 5.678f;
  uint8_t record[DG_RECORD_BYTES + 1];
  record[DG_RECORD_BYTES] = 0xA5;
  dg_record_pack(&result, record);
  /* 1234567 is 0x4132D68700000000. */
  const uint8_t t_ms[8] = {0, 0, 0, 0, 0x87, 0xD6, 0x32, 0x41};
  CHECK(memcmp(record, t_ms, 8) == 0);
  CHECK(record[8] == 0 && record[9] == 31 && record[10] == 2 && record[11] == 1);
  CHECK(record[12] == 100 && record[15] == 15);
  CHECK(u16_at(record + 16) == 200);
  CHECK(u16_at(record + 18) == 445 && u16_at(record + 20) == 568);
  CHECK(i32_at(record + 24) == -1050 && i32_at(record + 32) == 3334);
  CHECK(u16_at(record + 40) == 9877 && i16_at(record + 42) == -325 && i16_at(record + 46) == 12050);
  CHECK(i16_at(record + 72 + 26) == 1234 && i16_at(record + 72 + 28) == 23999);
  CHECK(record[DG_RECORD_BYTES] == 0xA5);
  return NULL;
}

static const char *a_record_cuts_what_does_not_fit_and_leaves_out_what_was_not_seen(void) {
  dg_frame_result result;
  memset(&result, 0, sizeof result);
  result.flags = DG_RECORD_DETECTED;
  result.faces = 9;
  result.face[0].x = 1e9f;
  result.face[0].y = -1e9f;
  result.face[0].score = NAN;
  result.detect_ms = 1e9f;
  result.closed_256 = 200; /* no eye was read: its flag is off */
  result.roi_w = 40;
  uint8_t record[DG_RECORD_BYTES];
  dg_record_pack(&result, record);
  CHECK(record[10] == DG_FACES_MAX);
  CHECK(i16_at(record + 42) == 32767 && i16_at(record + 44) == -32768 && u16_at(record + 40) == 0);
  CHECK(u16_at(record + 18) == 65535);
  CHECK(u16_at(record + 16) == 0 && i32_at(record + 32) == 0);
  return NULL;
}

static const char *the_detectors_landmarks_arrive_in_our_order(void) {
  const int box[4] = {60, 40, 180, 180};
  /* left eye, left mouth corner, nose, right eye, right mouth corner */
  const int keypoint[10] = {95, 96, 100, 150, 120, 125, 145, 97, 140, 151};
  dg_face face;
  CHECK(dg_face_from_espdl(0.9f, box, keypoint, &face) == 1);
  CHECK(face.x == 60 && face.y == 40 && face.w == 120 && face.h == 140);
  const float want[10] = {95, 96, 145, 97, 120, 125, 100, 150, 140, 151};
  for (int i = 0; i < 5; i++) CHECK(face.lm[i].x == want[2 * i] && face.lm[i].y == want[2 * i + 1]);
  const int flat[4] = {60, 40, 60, 180};
  CHECK(dg_face_from_espdl(0.9f, flat, keypoint, &face) == 0);
  CHECK(dg_face_from_espdl(NAN, box, keypoint, &face) == 0);
  return NULL;
}

static const char *the_strongest_faces_are_kept_in_order(void) {
  const float scores[7] = {0.5f, 0.9f, 0.6f, 0.9f, 0.55f, 0.51f, 0.95f};
  dg_face faces[DG_FACES_MAX], face;
  memset(&face, 0, sizeof face);
  uint32_t count = 0;
  for (int i = 0; i < 7; i++) {
    face.score = scores[i];
    face.x = (float)i;
    count = dg_faces_add(faces, count, &face);
  }
  CHECK(count == 4);
  CHECK(faces[0].x == 6 && faces[1].x == 1 && faces[2].x == 3 && faces[3].x == 2);
  return NULL;
}

static const char *a_frame_is_free_when_nobody_holds_it(void) {
  static uint8_t memory[DG_POOL_FRAMES];
  dg_frame_pool pool;
  memset(&pool, 0, sizeof pool);
  for (uint32_t i = 0; i < DG_POOL_FRAMES; i++) pool.frames[i].pixels = &memory[i];
  dg_frame *taken[DG_POOL_FRAMES];
  for (uint32_t i = 0; i < DG_POOL_FRAMES; i++) CHECK((taken[i] = dg_pool_take(&pool)) != NULL);
  CHECK(dg_pool_take(&pool) == NULL);
  dg_frame_hold(taken[2]);
  dg_frame_release(taken[2]);
  CHECK(dg_pool_take(&pool) == NULL);
  dg_frame_release(taken[2]);
  CHECK(dg_pool_take(&pool) == taken[2]);
  dg_frame_release(NULL);
  pool.frames[0].pixels = NULL; /* no memory was found for it */
  dg_frame_release(taken[0]);
  CHECK(dg_pool_take(&pool) == NULL);
  return NULL;
}

static double clock_ms;
static uint32_t detections;
static int eye_answer;

static double fake_now(void) {
  clock_ms += 5.0;
  return clock_ms;
}

static uint32_t fake_detect(const uint8_t *pixels, dg_face *faces) {
  (void)pixels;
  memset(faces, 0, sizeof *faces);
  faces[0].score = 0.75f;
  detections++;
  return 1;
}

static int fake_closed(const uint8_t *crop) {
  (void)crop;
  return eye_answer;
}

static const char *every_frame_goes_through_the_same_steps(void) {
  uint8_t *pixels = calloc(1, DG_FRAME_BYTES);
  CHECK(pixels != NULL);
  const dg_models models = {fake_detect, fake_closed, fake_now};
  const dg_track none = {0, {0, 0}, {0, 0}}, face = {1, {95, 95}, {145, 95}};
  dg_pipeline pipeline;
  dg_frame_result result;
  detections = 0;
  eye_answer = 77;
  dg_pipeline_start(&pipeline, &models, 3);
  for (int i = 0; i < 7; i++) {
    const int due = i % 3 == 0;
    CHECK(dg_pipeline_detects_next(&pipeline) == due);
    dg_pipeline_run(&pipeline, pixels, 10.0 * i, i == 6 ? &none : &face, &result);
    CHECK(result.t_ms == 10.0 * i && result.health == DG_HEALTH_OK);
    CHECK(((result.flags & DG_RECORD_DETECTED) != 0) == due);
    CHECK(!due || (result.faces == 1 && result.detect_ms == 5.0f));
    CHECK(((result.flags & DG_RECORD_EYE) != 0) == (i != 6));
    if (i == 6) break;
    CHECK(result.side == (i % 2 == 0 ? DG_EYE_LEFT : DG_EYE_RIGHT));
    CHECK(result.closed_256 == 77 && result.roi_w == 37.5f && result.eye_ms == 5.0f);
    CHECK(result.roi_x == (i % 2 == 0 ? 95.0f : 145.0f) - 18.75f && result.roi_y == 95.0f - 18.75f);
  }
  CHECK(detections == 3);
  free(pixels);
  return NULL;
}

static const char *a_step_whose_model_is_missing_is_left_out_and_the_rest_runs(void) {
  uint8_t *pixels = calloc(1, DG_FRAME_BYTES);
  CHECK(pixels != NULL);
  const dg_track face = {1, {95, 95}, {145, 95}};
  const dg_models no_detector = {NULL, fake_closed, fake_now}, no_eyes = {fake_detect, NULL, fake_now};
  dg_pipeline pipeline;
  dg_frame_result result;
  dg_pipeline_start(&pipeline, &no_detector, 3);
  dg_pipeline_run(&pipeline, pixels, 0, &face, &result);
  CHECK(result.health == DG_HEALTH_MODEL_FAULT);
  CHECK(result.flags == (DG_RECORD_CAMERA | DG_RECORD_EYE_MODEL | DG_RECORD_EYE));
  dg_pipeline_start(&pipeline, &no_eyes, 0);
  dg_pipeline_run(&pipeline, pixels, 0, &face, &result);
  CHECK(result.health == DG_HEALTH_MODEL_FAULT);
  CHECK(result.flags == (DG_RECORD_CAMERA | DG_RECORD_MODELS | DG_RECORD_DETECTED));
  free(pixels);
  return NULL;
}

static const char *no_crop_is_taken_where_no_eye_can_be_or_the_model_fails(void) {
  uint8_t *pixels = calloc(1, DG_FRAME_BYTES);
  CHECK(pixels != NULL);
  const dg_models models = {fake_detect, fake_closed, fake_now};
  const dg_track bad[] = {
      {1, {95, 95}, {95, 96}}, {1, {0, 0}, {239, 239}}, {1, {-300, 95}, {-200, 95}}, {1, {NAN, 95}, {145, 95}},
      {1, {95, INFINITY}, {145, 95}}, {0, {95, 95}, {145, 95}},
  };
  dg_pipeline pipeline;
  dg_frame_result result;
  eye_answer = 10;
  dg_pipeline_start(&pipeline, &models, 3);
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    dg_pipeline_run(&pipeline, pixels, 0, &bad[i], &result);
    CHECK((result.flags & DG_RECORD_EYE) == 0);
  }
  eye_answer = -1;
  const dg_track face = {1, {95, 95}, {145, 95}};
  dg_pipeline_run(&pipeline, pixels, 0, &face, &result);
  CHECK((result.flags & DG_RECORD_EYE) == 0);
  free(pixels);
  return NULL;
}

static const char *the_preview_gets_as_many_frames_as_it_asked_for(void) {
  dg_pace pace;
  dg_pace_set(&pace, 0);
  CHECK(!dg_pace_passes(&pace, 0));
  dg_pace_set(&pace, 5);
  int passed = 0;
  for (int i = 0; i < 150; i++) passed += dg_pace_passes(&pace, i * 1000.0 / 15);
  CHECK(passed == 50);
  /* A pause does not lead to a burst. */
  CHECK(dg_pace_passes(&pace, 60000));
  CHECK(!dg_pace_passes(&pace, 60066));
  return NULL;
}

static const test_case cases[] = {
    {"a record holds what the frame gave", a_record_holds_what_the_frame_gave},
    {"a record cuts what does not fit", a_record_cuts_what_does_not_fit_and_leaves_out_what_was_not_seen},
    {"the detector's landmarks arrive in our order", the_detectors_landmarks_arrive_in_our_order},
    {"the strongest faces are kept in order", the_strongest_faces_are_kept_in_order},
    {"a frame is free when nobody holds it", a_frame_is_free_when_nobody_holds_it},
    {"every frame goes through the same steps", every_frame_goes_through_the_same_steps},
    {"a step whose model is missing is left out", a_step_whose_model_is_missing_is_left_out_and_the_rest_runs},
    {"no crop where no eye can be, or the model fails", no_crop_is_taken_where_no_eye_can_be_or_the_model_fails},
    {"the preview gets as many frames as it asked for", the_preview_gets_as_many_frames_as_it_asked_for},
};
const test_suite board_vision_suite = SUITE(cases);
