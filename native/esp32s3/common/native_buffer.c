#include "native_buffer.h"

#include "esp_heap_caps.h"
#include "mc.xs.h"

/* So much may lie in buffers that JavaScript perhaps dropped already. [ours: 16 pictures of a high quality] */
#define LENT_MAX_BYTES (512u * 1024u)

/* In front of the bytes, so that whoever frees them knows how many they are; keeps them 16-byte aligned. */
typedef struct {
  size_t bytes;
  uint32_t lent;
  uint32_t reserved[2];
} header;

static size_t lent_bytes; /* XS's task alone */

void *dg_buffer_make(size_t bytes) {
  header *h = heap_caps_aligned_alloc(16, sizeof(header) + bytes, MALLOC_CAP_SPIRAM);
  if (h == NULL) return NULL;
  h->bytes = bytes;
  h->lent = 0;
  return h + 1;
}

void dg_buffer_free(void *data) {
  if (data == NULL) return;
  header *h = (header *)data - 1;
  if (h->lent) lent_bytes -= h->bytes;
  heap_caps_free(h);
}

void dg_buffer_give(xsMachine *the, xsSlot *slot, void *data, size_t bytes) {
  header *h = (header *)data - 1;
  if (lent_bytes + h->bytes > LENT_MAX_BYTES) xsCollectGarbage();
  *slot = xsNewHostObject(dg_buffer_free);
  fxSetHostBuffer(the, slot, data, (xsIntegerValue)bytes);
  h->lent = 1;
  lent_bytes += h->bytes;
  xsSlot length;
  xsmcSetInteger(length, (xsIntegerValue)bytes);
  xsmcDefine(*slot, xsID_byteLength, length, xsDontDelete | xsDontSet);
}
