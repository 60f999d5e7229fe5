/** `dg/vision` for XS. */
#include "dg_xs.h"
#include "doorbell.h"
#include "native_buffer.h"
#include "vision_engine.h"
#include "vision_self_test.h"
#include "xs_core.h"

extern const void *mcGetResource(xsMachine *the, char *path, size_t *size);

/* There is one camera, so there is one of these; messages on their way may find it closed, or opened anew. */
typedef struct {
  xsMachine *the;
  xsSlot obj;
  xsSlot *onReadable;
  xsSlot *onPreview;
  xsSlot *onSnapshot;
  xsSlot *onLog;
  dg_doorbell records;
  dg_doorbell jpegs;
  int open;
} binding;

static binding vision;

static void mark(xsMachine *the, void *it, xsMarkRoot markRoot) {
  (void)it;
  if (vision.onReadable) (*markRoot)(the, vision.onReadable);
  if (vision.onPreview) (*markRoot)(the, vision.onPreview);
  if (vision.onSnapshot) (*markRoot)(the, vision.onSnapshot);
  if (vision.onLog) (*markRoot)(the, vision.onLog);
}

static const xsHostHooks HOOKS = {xs_dg_vision_destructor, mark, NULL};

void xs_dg_vision_destructor(void *data) {
  if (data == NULL || !vision.open) return;
  vision.open = 0;
  dg_vision_stop();
}

static binding *check(xsMachine *the) {
  return xsmcGetHostDataValidate(xsThis, (void *)&HOOKS);
}

static void answer_records(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)refcon, (void)message, (void)bytes;
  dg_doorbell_answered(&vision.records);
  if (!vision.open || !vision.onReadable) return;
  const uint32_t waiting = dg_vision_records_waiting();
  if (waiting == 0) return;
  xsBeginHost((xsMachine *)machine);
  xsmcSetInteger(xsResult, (xsIntegerValue)waiting);
  xsCallFunction1(xsReference(vision.onReadable), vision.obj, xsResult);
  xsEndHost((xsMachine *)machine);
}

static void hand_over(xsMachine *the, const dg_jpeg *jpeg) {
  xsmcVars(2);
  xsmcSetInteger(xsVar(1), jpeg->id);
  if (jpeg->data) dg_buffer_give(the, &xsVar(0), jpeg->data, jpeg->bytes);
  if (jpeg->kind == DG_JPEG_PREVIEW) {
    if (vision.onPreview) xsCallFunction1(xsReference(vision.onPreview), vision.obj, xsVar(0));
  } else if (vision.onSnapshot) {
    xsCallFunction2(xsReference(vision.onSnapshot), vision.obj, xsVar(1), xsVar(0));
  }
}

static void answer_jpegs(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)refcon, (void)message, (void)bytes;
  dg_jpeg jpeg;
  dg_doorbell_answered(&vision.jpegs);
  while (vision.open && dg_vision_take_jpeg(&jpeg)) {
    xsBeginHost((xsMachine *)machine);
    hand_over(the, &jpeg);
    xsEndHost((xsMachine *)machine);
  }
}

static void ring_records(void) {
  dg_doorbell_ring(&vision.records);
}

static void ring_jpegs(void) {
  dg_doorbell_ring_surely(&vision.jpegs);
}

static void answer_log(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)refcon, (void)bytes;
  if (!vision.open || !vision.onLog) return;
  xsBeginHost((xsMachine *)machine);
  xsmcSetString(xsResult, (char *)message);
  xsCallFunction1(xsReference(vision.onLog), vision.obj, xsResult);
  xsEndHost((xsMachine *)machine);
}

/* Lost where XS's queue stays full: a line is not worth a frame. */
static void log_line(const char *line) {
  (void)modMessagePostToMachine(vision.the, (uint8_t *)line, (uint16_t)(c_strlen(line) + 1), answer_log, NULL);
}

static const void *resource(xsMachine *the, const char *name, size_t *bytes) {
  *bytes = 0;
  return mcGetResource(the, (char *)name, bytes);
}

static const uint8_t *test_frame(xsMachine *the) {
  size_t bytes;
  const void *pixels = resource(the, "test_frame.rgb565", &bytes);
  if (pixels == NULL || bytes != DG_FRAME_BYTES) xsUnknownError("the test frame is missing");
  return pixels;
}

static const dg_frame_source *source_of(xsMachine *the) {
  xsmcGet(xsVar(0), xsArg(0), xsID_source);
  const char *name = xsmcToString(xsVar(0));
  if (c_strcmp(name, "camera") == 0) return &dg_camera_source;
  if (c_strcmp(name, "frame") != 0) xsRangeError("source: camera or frame");
  dg_flash_source_set(test_frame(the));
  return &dg_flash_source;
}

void xs_dg_vision(xsMachine *the) {
  dg_vision_options options = {.on_record = ring_records, .on_jpeg = ring_jpegs, .on_log = log_line};
  if (vision.open) xsUnknownError("vision runs already");
  xsmcVars(1);
  options.source = source_of(the);
  xsmcGet(xsVar(0), xsArg(0), xsID_detect_every);
  options.detect_every = (uint32_t)xsmcToInteger(xsVar(0));
  options.eye_model = resource(the, "eye_state.tflite", &options.eye_model_bytes);
  xsSlot *onReadable = builtinGetCallback(the, xsID_onReadable);
  xsSlot *onPreview = builtinGetCallback(the, xsID_onPreview);
  xsSlot *onSnapshot = builtinGetCallback(the, xsID_onSnapshot);
  xsSlot *onLog = builtinGetCallback(the, xsID_onLog);

  dg_keep_xs_on_its_core();
  vision.the = the;
  vision.records = (dg_doorbell){the, answer_records, NULL, vision.records.rung};
  vision.jpegs = (dg_doorbell){the, answer_jpegs, NULL, vision.jpegs.rung};
  const char *fault = dg_vision_start(&options);
  if (fault) xsUnknownError("%s", fault);
  vision.onReadable = onReadable;
  vision.onPreview = onPreview;
  vision.onSnapshot = onSnapshot;
  vision.onLog = onLog;
  vision.obj = xsThis;
  vision.open = 1;
  xsmcSetHostData(xsThis, &vision);
  xsSetHostHooks(xsThis, (xsHostHooks *)&HOOKS);
  xsRemember(vision.obj);
}

void xs_dg_vision_close(xsMachine *the) {
  if (xsmcGetHostData(xsThis) == NULL) return;
  check(the);
  vision.open = 0;
  dg_vision_stop();
  vision.onReadable = vision.onPreview = vision.onSnapshot = vision.onLog = NULL;
  xsForget(vision.obj);
  xsmcSetHostData(xsThis, NULL);
  xsmcSetHostDestructor(xsThis, NULL);
}

void xs_dg_vision_read(xsMachine *the) {
  uint8_t record[DG_RECORD_BYTES];
  check(the);
  if (dg_vision_take_record(record)) xsmcSetArrayBuffer(xsResult, record, sizeof record);
}

void xs_dg_vision_set_track(xsMachine *the) {
  check(the);
  dg_track track = {.valid = 1};
  track.left.x = (float)xsmcToNumber(xsArg(0));
  track.left.y = (float)xsmcToNumber(xsArg(1));
  track.right.x = (float)xsmcToNumber(xsArg(2));
  track.right.y = (float)xsmcToNumber(xsArg(3));
  dg_vision_track(&track);
}

void xs_dg_vision_clear_track(xsMachine *the) {
  const dg_track nobody = {0, {0, 0}, {0, 0}};
  check(the);
  dg_vision_track(&nobody);
}

static int quality_of(xsIntegerValue quality) {
  return quality < 10 ? 10 : quality > 95 ? 95 : (int)quality;
}

void xs_dg_vision_preview(xsMachine *the) {
  check(the);
  const xsIntegerValue fps = xsmcToInteger(xsArg(0));
  dg_vision_preview(fps > 0 ? (int)fps : 0, quality_of(xsmcToInteger(xsArg(1))));
}

void xs_dg_vision_snapshot(xsMachine *the) {
  check(the);
  const int32_t id = (int32_t)xsmcToInteger(xsArg(0));
  xsmcSetBoolean(xsResult, dg_vision_snapshot(id, quality_of(xsmcToInteger(xsArg(1)))));
}

void xs_dg_vision_get_dropped(xsMachine *the) {
  check(the);
  const dg_vision_dropped dropped = dg_vision_count_dropped();
  xsmcVars(1);
  xsmcSetNewObject(xsResult);
  xsmcSetNumber(xsVar(0), dropped.frames);
  xsmcSet(xsResult, xsID_frames, xsVar(0));
  xsmcSetNumber(xsVar(0), dropped.records);
  xsmcSet(xsResult, xsID_records, xsVar(0));
  xsmcSetNumber(xsVar(0), dropped.jpegs);
  xsmcSet(xsResult, xsID_jpegs, xsVar(0));
}

void xs_dg_vision_self_test(xsMachine *the) {
  uint8_t left[DG_RECORD_BYTES], right[DG_RECORD_BYTES];
  size_t eye_model_bytes;
  if (vision.open) xsUnknownError("vision runs already");
  dg_keep_xs_on_its_core();
  const void *eye_model = resource(the, "eye_state.tflite", &eye_model_bytes);
  const char *fault = dg_vision_self_test(test_frame(the), eye_model, eye_model_bytes, left, right);
  if (fault) xsUnknownError("%s", fault);
  xsmcVars(1);
  xsmcSetNewArray(xsResult, 2);
  xsmcSetArrayBuffer(xsVar(0), left, sizeof left);
  xsmcSetIndex(xsResult, 0, xsVar(0));
  xsmcSetArrayBuffer(xsVar(0), right, sizeof right);
  xsmcSetIndex(xsResult, 1, xsVar(0));
}
