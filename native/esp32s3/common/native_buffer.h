/** Bytes of native memory as a JavaScript object, without a copy. */
#ifndef DG_NATIVE_BUFFER_H
#define DG_NATIVE_BUFFER_H

#include "native_memory.h"
#include "xsmc.h"

/**
 * Puts `data` (of dg_buffer_make) into `slot`, which XS's collector knows (xsResult or an xsVar), as a host buffer that JavaScript
 * sees through `new Uint8Array(it)` and that owns the memory from now on. XS's task alone. Collects garbage first where JavaScript
 * holds much of such memory: its collector does not count it.
 */
void dg_buffer_give(xsMachine *the, xsSlot *slot, void *data, size_t bytes);

#endif
