#include "args.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static int fail(const dg_args *args, int range, const char *format, ...) {
  char text[200];
  int used = snprintf(text, sizeof text, "%s: ", args->function);
  if (used < 0 || (size_t)used >= sizeof text) used = 0;
  va_list rest;
  va_start(rest, format);
  vsnprintf(text + used, sizeof text - (size_t)used, format, rest);
  va_end(rest);
  if (range) {
    napi_throw_range_error(args->env, NULL, text);
  } else {
    napi_throw_type_error(args->env, NULL, text);
  }
  return 0;
}

int dg_args_begin(napi_env env, napi_callback_info info, const char *function, size_t wanted, dg_args *out) {
  out->env = env;
  out->function = function;
  out->count = DG_MAX_ARGS;
  if (napi_get_cb_info(env, info, &out->count, out->values, NULL, NULL) != napi_ok) {
    out->count = 0;
  }
  if (out->count < wanted) return fail(out, 0, "%zu arguments wanted, %zu given", wanted, out->count);
  return 1;
}

int dg_arg_number(const dg_args *args, size_t index, const char *name, double *out) {
  napi_valuetype type;
  if (napi_typeof(args->env, args->values[index], &type) != napi_ok || type != napi_number ||
      napi_get_value_double(args->env, args->values[index], out) != napi_ok) {
    return fail(args, 0, "%s must be a number", name);
  }
  if (!isfinite(*out)) return fail(args, 1, "%s must be finite", name);
  return 1;
}

int dg_arg_integer(const dg_args *args, size_t index, const char *name, uint32_t min, uint32_t max, uint32_t *out) {
  double value;
  if (!dg_arg_number(args, index, name, &value)) return 0;
  if (value < min || value > max || value != floor(value)) {
    return fail(args, 1, "%s must be an integer from %u to %u", name, (unsigned)min, (unsigned)max);
  }
  *out = (uint32_t)value;
  return 1;
}

int dg_arg_bytes(const dg_args *args, size_t index, const char *name, size_t min_bytes, uint8_t **data, size_t *len) {
  bool is_typed = false;
  napi_typedarray_type type;
  void *bytes = NULL;
  if (napi_is_typedarray(args->env, args->values[index], &is_typed) != napi_ok || !is_typed ||
      napi_get_typedarray_info(args->env, args->values[index], &type, len, &bytes, NULL, NULL) != napi_ok ||
      (type != napi_uint8_array && type != napi_uint8_clamped_array)) {
    return fail(args, 0, "%s must be a Uint8Array", name);
  }
  if (*len < min_bytes) return fail(args, 1, "%s must hold at least %zu bytes, it holds %zu", name, min_bytes, *len);
  *data = bytes;
  return 1;
}

int dg_arg_status(const dg_args *args, dg_status status, const char *value) {
  if (status == DG_OK) return 1;
  return fail(args, 1, "%s", status == DG_ERR_VALUE ? value : dg_status_text(status));
}
