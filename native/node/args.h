/**
 * Arguments of a call from JavaScript. Each reader returns 0 and leaves a TypeError or RangeError that names the
 * function and the argument pending when the value is not what it must be.
 */
#ifndef DG_NODE_ARGS_H
#define DG_NODE_ARGS_H

#include "image.h"

#include <node_api.h>

#define DG_MAX_ARGS 8

typedef struct {
  napi_env env;
  const char *function;
  size_t count;
  napi_value values[DG_MAX_ARGS];
} dg_args;

/** Reads the arguments of the call; at least `wanted` must be there. */
int dg_args_begin(napi_env env, napi_callback_info info, const char *function, size_t wanted, dg_args *out);

/** A finite number. */
int dg_arg_number(const dg_args *args, size_t index, const char *name, double *out);

/** An integer from `min` to `max`. */
int dg_arg_integer(const dg_args *args, size_t index, const char *name, uint32_t min, uint32_t max, uint32_t *out);

/** A Uint8Array (or Uint8ClampedArray) of at least `min_bytes`. */
int dg_arg_bytes(const dg_args *args, size_t index, const char *name, size_t min_bytes, uint8_t **data, size_t *len);

/** Throws a RangeError for a status that is not DG_OK (`value` says what DG_ERR_VALUE means here); returns 1 when it is. */
int dg_arg_status(const dg_args *args, dg_status status, const char *value);

#endif
