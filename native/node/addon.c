/** The pixel core as a Node-API module: rows without padding, no state, so any number of threads may load it. */
#include "args.h"
#include "convert.h"
#include "eye_crop.h"
#include "orient.h"
#include "stats.h"

#include <node_api.h>

static int set_number(napi_env env, napi_value object, const char *name, double value) {
  napi_value number;
  return napi_create_double(env, value, &number) == napi_ok &&
         napi_set_named_property(env, object, name, number) == napi_ok;
}

/** Width, height and the source image, which every function starts with: (src, w, h, ...). */
static int read_source(const dg_args *args, dg_format format, dg_source *src) {
  uint8_t *data;
  if (!dg_arg_integer(args, 1, "w", 1, DG_MAX_SIDE_PX, &src->w)) return 0;
  if (!dg_arg_integer(args, 2, "h", 1, DG_MAX_SIDE_PX, &src->h)) return 0;
  src->stride = (size_t)src->w * (size_t)format;
  if (!dg_arg_bytes(args, 0, "src", src->stride * src->h, &data, &src->len)) return 0;
  src->data = data;
  return 1;
}

static int read_target(const dg_args *args, size_t index, dg_format format, const dg_source *src, dg_target *dst) {
  dst->w = src->w;
  dst->h = src->h;
  dst->stride = (size_t)src->w * (size_t)format;
  return dg_arg_bytes(args, index, "dst", dst->stride * dst->h, &dst->data, &dst->len);
}

/** orient(src, w, h, dst, flags) */
static napi_value orient(napi_env env, napi_callback_info info) {
  dg_args args;
  dg_source src;
  dg_target dst;
  uint32_t flags;
  if (!dg_args_begin(env, info, "orient", 5, &args) || !read_source(&args, DG_RGB565, &src) ||
      !read_target(&args, 3, DG_RGB565, &src, &dst) ||
      !dg_arg_integer(&args, 4, "flags", 0, DG_BYTE_SWAP | DG_ROTATE_180 | DG_MIRROR, &flags)) {
    return NULL;
  }
  dg_arg_status(&args, dg_orient(&src, &dst, flags), "flags has an unknown bit");
  return NULL;
}

/** stats(src, w, h) -> {luma, min, max, peak} */
static napi_value stats(napi_env env, napi_callback_info info) {
  dg_args args;
  dg_source src;
  dg_stats result;
  napi_value object;
  if (!dg_args_begin(env, info, "stats", 3, &args) || !read_source(&args, DG_RGB565, &src)) return NULL;
  if (!dg_arg_status(&args, dg_image_stats(&src, &result), "src")) return NULL;
  if (napi_create_object(env, &object) != napi_ok || !set_number(env, object, "luma", result.luma) ||
      !set_number(env, object, "min", result.min) || !set_number(env, object, "max", result.max) ||
      !set_number(env, object, "peak", result.peak)) {
    return NULL;
  }
  return object;
}

/** convert(src, w, h, dst, channels): 1 grey, 3 RGB, 4 RGBA */
static napi_value convert(napi_env env, napi_callback_info info) {
  dg_args args;
  dg_source src;
  dg_target dst;
  uint32_t channels;
  if (!dg_args_begin(env, info, "convert", 5, &args) || !read_source(&args, DG_RGB565, &src) ||
      !dg_arg_integer(&args, 4, "channels", DG_GREY, DG_RGBA, &channels) ||
      !read_target(&args, 3, (dg_format)channels, &src, &dst)) {
    return NULL;
  }
  dg_arg_status(&args, dg_convert(&src, &dst, (dg_format)channels), "channels must be 1, 3 or 4");
  return NULL;
}

/** eyeSquare(x, y, otherX, otherY) -> {cx, cy, side} */
static napi_value eye_square(napi_env env, napi_callback_info info) {
  dg_args args;
  double x, y, other_x, other_y;
  dg_square square;
  napi_value object;
  if (!dg_args_begin(env, info, "eyeSquare", 4, &args) || !dg_arg_number(&args, 0, "x", &x) ||
      !dg_arg_number(&args, 1, "y", &y) || !dg_arg_number(&args, 2, "otherX", &other_x) ||
      !dg_arg_number(&args, 3, "otherY", &other_y)) {
    return NULL;
  }
  const dg_status status = dg_eye_square((float)x, (float)y, (float)other_x, (float)other_y, &square);
  if (!dg_arg_status(&args, status, "x, y and otherX, otherY must be at least 1 px apart and within 16384 px")) return NULL;
  if (napi_create_object(env, &object) != napi_ok || !set_number(env, object, "cx", (double)square.cx) ||
      !set_number(env, object, "cy", (double)square.cy) || !set_number(env, object, "side", (double)square.side)) {
    return NULL;
  }
  return object;
}

/** eyeCrop(src, w, h, dst, cx, cy, side, channels): channels 1 for a grey source, 2 for RGB565 */
static napi_value eye_crop(napi_env env, napi_callback_info info) {
  dg_args args;
  dg_source src;
  double cx, cy, side;
  uint32_t channels;
  uint8_t *out;
  size_t out_len;
  if (!dg_args_begin(env, info, "eyeCrop", 8, &args) ||
      !dg_arg_integer(&args, 7, "channels", DG_GREY, DG_RGB565, &channels) ||
      !read_source(&args, (dg_format)channels, &src) ||
      !dg_arg_bytes(&args, 3, "dst", (size_t)DG_EYE_CROP_PX * DG_EYE_CROP_PX, &out, &out_len) ||
      !dg_arg_number(&args, 4, "cx", &cx) || !dg_arg_number(&args, 5, "cy", &cy) ||
      !dg_arg_number(&args, 6, "side", &side)) {
    return NULL;
  }
  const dg_square square = {(float)cx, (float)cy, (float)side};
  dg_arg_status(&args, dg_eye_crop(&src, (dg_format)channels, &square, out, out_len),
                "cx and cy must be within 16384 px, and side from 1 px to twice the longer side of src");
  return NULL;
}

static napi_value fail_init(napi_env env) {
  napi_throw_error(env, NULL, "core.node: cannot export its functions");
  return NULL;
}

NAPI_MODULE_INIT() {
  const struct {
    const char *name;
    napi_callback call;
  } functions[] = {{"orient", orient}, {"stats", stats}, {"convert", convert}, {"eyeSquare", eye_square}, {"eyeCrop", eye_crop}};
  const struct {
    const char *name;
    double value;
  } constants[] = {{"BYTE_SWAP", DG_BYTE_SWAP},
                   {"ROTATE_180", DG_ROTATE_180},
                   {"MIRROR", DG_MIRROR},
                   {"EYE_CROP_PX", DG_EYE_CROP_PX},
                   {"EYE_SIDE_PER_INTEROCULAR", (double)DG_EYE_SIDE_PER_INTEROCULAR}};
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    napi_value function;
    if (napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].call, NULL, &function) != napi_ok ||
        napi_set_named_property(env, exports, functions[i].name, function) != napi_ok) {
      return fail_init(env);
    }
  }
  for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
    if (!set_number(env, exports, constants[i].name, constants[i].value)) return fail_init(env);
  }
  return exports;
}
