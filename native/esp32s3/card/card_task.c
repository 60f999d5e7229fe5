#include "card_task.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "board_tasks.h"
#include "esp_vfs_fat.h"
#include "freertos/FreeRTOS.h"
#include "freertos/queue.h"
#include "freertos/task.h"
#include "native_memory.h"

/* A folder of captures holds a hundred names of 12 characters; somebody's holiday pictures may be more. */
#define NAMES_BYTES 2048
#define NAMES_MAX_BYTES (128 * 1024)

static QueueHandle_t requests;
static dg_card_pins card_pins;
static void (*done)(dg_card_request *request);
static int mounted;

static void say(dg_card_request *request, int error) {
  switch (error) {
    case 0:
      return;
    case ENOSPC:
      strcpy(request->fault, "the card is full");
      return;
    case EROFS:
    case EACCES:
    case EPERM:
      strcpy(request->fault, "the card cannot be written");
      return;
    case ENODEV:
      strcpy(request->fault, "no card");
      return;
    case ENOMEM:
      strcpy(request->fault, "no memory for that");
      return;
    default:
      snprintf(request->fault, sizeof request->fault, "card error %d", error);
  }
}

static int mount_card(void) {
  mounted = 0;
  if (dg_card_mount(&card_pins) != ESP_OK) return ENODEV;
  mounted = 1;
  /* A write that cannot be finished is dropped, and the card is usable all the same. */
  const int error = dg_files_recover(DG_CARD_ROOT);
  return error == EIO ? error : 0;
}

static int measure(dg_card_request *request) {
  uint64_t total, available;
  if (esp_vfs_fat_info(DG_CARD_ROOT, &total, &available) != ESP_OK) return EIO;
  request->total = (double)total;
  request->free = (double)available;
  return 0;
}

typedef struct {
  char *text;
  size_t length;
  size_t size;
} names;

/* Room for `more` bytes, doubled as often as it takes; 0 where that is too much. */
static int grow(names *list, size_t more) {
  size_t size = list->size;
  while (size < list->length + more) size *= 2;
  if (size == list->size) return 1;
  char *text = size <= NAMES_MAX_BYTES ? dg_buffer_make(size) : NULL;
  if (text == NULL) return 0;
  memcpy(text, list->text, list->length + 1);
  dg_buffer_free(list->text);
  list->text = text;
  list->size = size;
  return 1;
}

static int add_name(void *context, const char *name) {
  names *list = context;
  const size_t length = strlen(name);
  if (list->text == NULL || !grow(list, length + 2)) {
    dg_buffer_free(list->text);
    list->text = NULL;
    return 0;
  }
  if (list->length > 0) list->text[list->length++] = '\n';
  memcpy(list->text + list->length, name, length + 1);
  list->length += length;
  return 1;
}

static int list_names(dg_card_request *request) {
  names list = {dg_buffer_make(NAMES_BYTES), 0, NAMES_BYTES};
  if (list.text == NULL) return ENOMEM;
  list.text[0] = 0;
  const int error = dg_files_list(DG_CARD_ROOT, request->path, add_name, &list);
  request->names = list.text;
  if (list.text == NULL) return ENOMEM;
  return error == ENOENT ? 0 : error;
}

static int read_some(dg_card_request *request) {
  int error = dg_files_size(DG_CARD_ROOT, request->path, &request->size);
  request->absent = error == ENOENT;
  if (error) return request->absent ? 0 : error;
  const size_t left = request->size > request->offset ? request->size - request->offset : 0;
  const size_t count = request->count < left ? request->count : left;
  request->data = dg_buffer_make(count > 0 ? count : 1);
  if (request->data == NULL) return ENOMEM;
  error = dg_files_read(DG_CARD_ROOT, request->path, request->offset, request->data, count, &request->got);
  if (error) {
    dg_buffer_free(request->data);
    request->data = NULL;
  }
  return error;
}

static int remove_file(dg_card_request *request) {
  const int error = dg_files_remove(DG_CARD_ROOT, request->path);
  request->absent = error == ENOENT;
  return request->absent ? 0 : error;
}

static int perform(dg_card_request *request) {
  if (request->action == DG_CARD_MOUNT) return mount_card();
  if (!mounted) return ENODEV;
  switch (request->action) {
    case DG_CARD_SPACE:
      return measure(request);
    case DG_CARD_LIST:
      return list_names(request);
    case DG_CARD_READ:
      return read_some(request);
    case DG_CARD_WRITE:
      return dg_files_write(DG_CARD_ROOT, request->path, request->data, request->count);
    case DG_CARD_MAKE_FOLDER:
      return dg_files_make_folder(DG_CARD_ROOT, request->path);
    case DG_CARD_REMOVE:
      return remove_file(request);
    case DG_CARD_REMOVE_FOLDER:
      return dg_files_remove_folder(DG_CARD_ROOT, request->path);
    default:
      return EINVAL;
  }
}

/* An error may mean that the card is gone: then it has to be mounted anew. */
static int or_gone(int error) {
  if (error == 0 || !mounted || dg_card_answers()) return error;
  dg_card_unmount();
  mounted = 0;
  return ENODEV;
}

static void serve(void *argument) {
  (void)argument;
  dg_card_request *request;
  int ending = 0;
  while (!ending) {
    if (xQueueReceive(requests, &request, portMAX_DELAY) != pdTRUE) continue;
    ending = request->action == DG_CARD_END;
    if (ending) {
      dg_card_unmount();
      mounted = 0;
    } else {
      say(request, or_gone(perform(request)));
    }
    request->mounted = mounted;
    done(request);
  }
  vTaskDelete(NULL);
}

int dg_card_start(const dg_card_pins *pins, void (*on_done)(dg_card_request *request)) {
  card_pins = *pins;
  done = on_done;
  mounted = 0;
  if (requests == NULL) requests = xQueueCreate(DG_CARD_REQUESTS_MAX, sizeof(dg_card_request *));
  return requests && xTaskCreatePinnedToCore(serve, "card", DG_CARD_STACK, NULL, DG_CARD_PRIORITY, NULL, DG_XS_CORE) == pdPASS;
}

int dg_card_ask(dg_card_request *request) {
  return xQueueSend(requests, &request, 0) == pdTRUE;
}
