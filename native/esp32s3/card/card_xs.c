/** `dg/card` for XS. */
#include "card_task.h"
#include "dg_xs.h"
#include "doorbell.h"
#include "native_buffer.h"

/* There is one slot, so there is one of these. */
typedef struct {
  xsMachine *the;
  int open;
  int running; /* its task; it ends some time after `close` */
  int mounted;
  char name[DG_CARD_NAME_MAX];
} binding;

static binding card;

/* A request, and the JavaScript function that waits for it. */
typedef struct {
  dg_card_request request;
  xsSlot callback;
} asking;

static const xsHostHooks HOOKS = {xs_dg_card_destructor, NULL, NULL};

static void release(asking *a) {
  dg_buffer_free(a->request.data);
  dg_buffer_free(a->request.names);
  c_free(a);
}

static void end(void) {
  card.open = 0;
  asking *a = c_calloc(1, sizeof *a);
  if (a == NULL) return;
  a->request.action = DG_CARD_END;
  a->request.owner = a;
  if (!dg_card_ask(&a->request)) c_free(a);
}

void xs_dg_card_destructor(void *data) {
  if (data && card.open) end();
}

static void space_result(xsMachine *the, const dg_card_request *request) {
  xsmcSetNewObject(xsVar(1));
  xsmcSetNumber(xsVar(2), request->total);
  xsmcSet(xsVar(1), xsID_total, xsVar(2));
  xsmcSetNumber(xsVar(2), request->free);
  xsmcSet(xsVar(1), xsID_free, xsVar(2));
}

static void read_result(xsMachine *the, dg_card_request *request) {
  xsmcSetNull(xsVar(1));
  if (request->absent) return;
  xsmcSetNewObject(xsVar(1));
  xsmcSetNumber(xsVar(2), (double)request->size);
  xsmcSet(xsVar(1), xsID_size, xsVar(2));
  dg_buffer_give(the, &xsVar(2), request->data, request->got);
  request->data = NULL;
  xsmcSet(xsVar(1), xsID_bytes, xsVar(2));
}

static void result(xsMachine *the, dg_card_request *request) {
  switch (request->action) {
    case DG_CARD_SPACE:
      space_result(the, request);
      break;
    case DG_CARD_LIST:
      xsmcSetString(xsVar(1), request->names);
      break;
    case DG_CARD_READ:
      read_result(the, request);
      break;
    case DG_CARD_REMOVE:
      xsmcSetBoolean(xsVar(1), !request->absent);
      break;
    default:
      break;
  }
}

/* Names on a card may be of any bytes; XS's strings are UTF-8. */
static void make_ascii(char *text) {
  for (; text && *text; text++) {
    if ((unsigned char)*text >= 0x80) *text = '?';
  }
}

static void answer(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)message, (void)bytes;
  asking *a = refcon;
  dg_card_request *request = &a->request;
  card.mounted = request->mounted;
  if (request->action == DG_CARD_MOUNT && request->mounted) dg_card_name(card.name);
  if (request->action == DG_CARD_END) {
    card.running = 0;
    c_free(a);
    return;
  }
  xsBeginHost((xsMachine *)machine);
  xsmcVars(3);
  make_ascii(request->names);
  if (request->fault[0]) {
    xsmcSetString(xsVar(0), request->fault);
  } else {
    xsmcSetNull(xsVar(0));
    result(the, request);
  }
  xsForget(a->callback);
  xsResult = a->callback;
  release(a);
  if (card.open) xsCallFunction2(xsResult, xsGlobal, xsVar(0), xsVar(1));
  xsEndHost((xsMachine *)machine);
}

static void on_done(dg_card_request *request) {
  dg_post_surely(card.the, NULL, 0, answer, request->owner);
}

static int pin(xsMachine *the, xsIdentifier id) {
  xsmcGet(xsVar(0), xsArg(0), id);
  return (int)xsmcToInteger(xsVar(0));
}

void xs_dg_card(xsMachine *the) {
  dg_card_pins pins;
  if (card.open || card.running) xsUnknownError("the card is in use");
  xsmcVars(1);
  pins.clock_gpio = pin(the, xsID_clock_gpio);
  pins.command_gpio = pin(the, xsID_command_gpio);
  pins.data_gpio = pin(the, xsID_data_gpio);
  card = (binding){.the = the, .open = 1, .running = 1, .name = "SD"};
  if (!dg_card_start(&pins, on_done)) {
    card.open = card.running = 0;
    xsUnknownError("no memory for the card");
  }
  xsmcSetHostData(xsThis, &card);
  xsSetHostHooks(xsThis, (xsHostHooks *)&HOOKS);
}

static void check(xsMachine *the) {
  xsmcGetHostDataValidate(xsThis, (void *)&HOOKS);
}

void xs_dg_card_close(xsMachine *the) {
  if (xsmcGetHostData(xsThis) == NULL) return;
  check(the);
  end();
  xsmcSetHostData(xsThis, NULL);
  xsmcSetHostDestructor(xsThis, NULL);
}

void xs_dg_card_get_mounted(xsMachine *the) {
  xsmcSetBoolean(xsResult, card.open && card.mounted);
}

void xs_dg_card_get_name(xsMachine *the) {
  xsmcSetString(xsResult, card.name);
}

static void refuse(xsMachine *the, xsSlot *callback, const char *why) {
  xsmcVars(1);
  xsmcSetString(xsVar(0), (char *)why);
  xsCallFunction1(*callback, xsGlobal, xsVar(0));
}

/* `path` and `callback` are arguments of the call. A path that is too long comes back as a fault, like every other. */
static asking *prepare(xsMachine *the, dg_card_action action, xsSlot *path, xsSlot *callback) {
  check(the);
  const char *text = path ? fxToString(the, path) : "";
  if (c_strlen(text) >= DG_CARD_PATH_MAX) {
    refuse(the, callback, "the path is too long");
    return NULL;
  }
  asking *a = c_calloc(1, sizeof *a);
  if (a == NULL) xsUnknownError("no memory");
  a->request.action = action;
  a->request.owner = a;
  c_strcpy(a->request.path, text);
  return a;
}

static void ask(xsMachine *the, asking *a, xsSlot *callback) {
  a->callback = *callback;
  xsRemember(a->callback);
  if (dg_card_ask(&a->request)) return;
  xsForget(a->callback);
  release(a);
  refuse(the, callback, "the card is busy");
}

static void simple(xsMachine *the, dg_card_action action, xsSlot *path, xsSlot *callback) {
  asking *a = prepare(the, action, path, callback);
  if (a) ask(the, a, callback);
}

void xs_dg_card_mount(xsMachine *the) {
  simple(the, DG_CARD_MOUNT, NULL, &xsArg(0));
}

void xs_dg_card_space(xsMachine *the) {
  simple(the, DG_CARD_SPACE, NULL, &xsArg(0));
}

void xs_dg_card_list(xsMachine *the) {
  simple(the, DG_CARD_LIST, &xsArg(0), &xsArg(1));
}

void xs_dg_card_make_folder(xsMachine *the) {
  simple(the, DG_CARD_MAKE_FOLDER, &xsArg(0), &xsArg(1));
}

void xs_dg_card_remove(xsMachine *the) {
  simple(the, DG_CARD_REMOVE, &xsArg(0), &xsArg(1));
}

void xs_dg_card_remove_folder(xsMachine *the) {
  simple(the, DG_CARD_REMOVE_FOLDER, &xsArg(0), &xsArg(1));
}

void xs_dg_card_read(xsMachine *the) {
  const double offset = xsmcToNumber(xsArg(1)), count = xsmcToNumber(xsArg(2));
  if (!(offset >= 0 && offset < 4294967296.0)) xsRangeError("offset");
  if (!(count >= 0 && count < 4294967296.0)) xsRangeError("max_bytes");
  asking *a = prepare(the, DG_CARD_READ, &xsArg(0), &xsArg(3));
  if (a == NULL) return;
  a->request.offset = (size_t)offset;
  a->request.count = (size_t)count;
  ask(the, a, &xsArg(3));
}

void xs_dg_card_write(xsMachine *the) {
  void *bytes;
  xsUnsignedValue count;
  xsmcGetBufferReadable(xsArg(1), &bytes, &count); /* throws for what is none, before there is anything to lose */
  asking *a = prepare(the, DG_CARD_WRITE, &xsArg(0), &xsArg(2));
  if (a == NULL) return;
  xsmcGetBufferReadable(xsArg(1), &bytes, &count); /* the bytes may have moved */
  a->request.data = dg_buffer_make(count > 0 ? count : 1);
  a->request.count = count;
  if (a->request.data == NULL) {
    release(a);
    refuse(the, &xsArg(2), "no memory to write");
    return;
  }
  c_memcpy(a->request.data, bytes, count);
  ask(the, a, &xsArg(2));
}
