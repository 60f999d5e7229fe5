/** Memory that native code fills and JavaScript may come to own (native_buffer.h). */
#ifndef DG_NATIVE_MEMORY_H
#define DG_NATIVE_MEMORY_H

#include <stddef.h>

/** `bytes` in external RAM, 16-byte aligned; NULL where there is none. */
void *dg_buffer_make(size_t bytes);

/** NULL is no error. */
void dg_buffer_free(void *data);

#endif
