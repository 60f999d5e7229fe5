// As the library itself is built: it changes the layout of its tensors.
#ifndef TF_LITE_STATIC_MEMORY
#define TF_LITE_STATIC_MEMORY
#endif
#include "eye_model.h"

#include <cstring>
#include <new>

#include "esp_heap_caps.h"
#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
#include "tensorflow/lite/schema/schema_generated.h"

// [models/eye_state.md, contract]
static constexpr int SIDE_PX = 32;
static constexpr int OPERATORS = 5;
// What the tensors of this model take, and as much again for the vendor's kernels. [ours]
static constexpr size_t ARENA_BYTES = 96 * 1024;
static constexpr size_t ALIGN = 16;

using Operators = tflite::MicroMutableOpResolver<OPERATORS>;

static uint8_t *bytes_of_model;
static uint8_t *arena;
static Operators *operators;
static tflite::MicroInterpreter *interpreter;

static void *external(size_t bytes) {
  return heap_caps_aligned_alloc(ALIGN, bytes, MALLOC_CAP_SPIRAM);
}

static bool is_tensor(const TfLiteTensor *tensor, int bytes) {
  return tensor && tensor->type == kTfLiteUInt8 && tensor->bytes == static_cast<size_t>(bytes);
}

static const char *load(const void *model, size_t bytes) {
  bytes_of_model = static_cast<uint8_t *>(external(bytes));
  arena = static_cast<uint8_t *>(external(ARENA_BYTES));
  operators = new (std::nothrow) Operators();
  if (!bytes_of_model || !arena || !operators) return "no memory";
  // Flash maps it at any address; the library wants it aligned.
  memcpy(bytes_of_model, model, bytes);
  flatbuffers::Verifier verifier(bytes_of_model, bytes);
  if (!tflite::VerifyModelBuffer(verifier)) return "damaged";
  const tflite::Model *parsed = tflite::GetModel(bytes_of_model);
  if (parsed->version() != TFLITE_SCHEMA_VERSION) return "of another version";
  operators->AddQuantize();
  operators->AddConv2D();
  operators->AddReshape();
  operators->AddFullyConnected();
  operators->AddLogistic();
  interpreter = new (std::nothrow) tflite::MicroInterpreter(parsed, *operators, arena, ARENA_BYTES);
  if (!interpreter) return "no memory";
  if (interpreter->AllocateTensors() != kTfLiteOk) return "of other operators, or too large";
  if (interpreter->inputs_size() != 1 || interpreter->outputs_size() != 1) return "of another shape";
  if (!is_tensor(interpreter->input(0), SIDE_PX * SIDE_PX) || !is_tensor(interpreter->output(0), 1)) return "of another shape";
  return nullptr;
}

extern "C" const char *dg_eye_model_open(const void *model, size_t bytes) {
  if (interpreter) return nullptr;
  if (!model || bytes == 0) return "missing";
  const char *fault = load(model, bytes);
  if (fault) dg_eye_model_close();
  return fault;
}

extern "C" int dg_eye_model_run(const uint8_t *crop) {
  memcpy(interpreter->input(0)->data.uint8, crop, SIDE_PX * SIDE_PX);
  if (interpreter->Invoke() != kTfLiteOk) return -1;
  return interpreter->output(0)->data.uint8[0];
}

extern "C" size_t dg_eye_model_arena_used(void) {
  return interpreter ? interpreter->arena_used_bytes() : 0;
}

extern "C" void dg_eye_model_close(void) {
  delete interpreter;
  delete operators;
  heap_caps_free(arena);
  heap_caps_free(bytes_of_model);
  interpreter = nullptr;
  operators = nullptr;
  arena = nullptr;
  bytes_of_model = nullptr;
}
