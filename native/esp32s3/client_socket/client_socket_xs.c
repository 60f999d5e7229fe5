/** `dg/client_socket` for XS. */
#include "dg_xs.h"
#include "doorbell.h"
#include "esp_heap_caps.h"
#include "socket_task.h"

/* MQTT has one, and one more while an old one ends. */
#define SOCKETS_MAX 3

/* Lives until XS let go of it and its task has ended: then no message of it is on its way either. */
typedef struct {
  xsSlot obj;
  xsMachine *the;
  xsSlot *onReadable;
  xsSlot *onWritable;
  xsSlot *onError;
  dg_doorbell bell;
  dg_socket *socket;
  int closed;    /* XS let go */
  int ended;     /* the task has */
  int told;      /* onError came */
  int connected; /* onWritable came */
  int waiting;   /* answer_read is on its way */
} binding;

static int sockets;

static void mark(xsMachine *the, void *it, xsMarkRoot markRoot) {
  binding *b = it;
  if (b->onReadable) (*markRoot)(the, b->onReadable);
  if (b->onWritable) (*markRoot)(the, b->onWritable);
  if (b->onError) (*markRoot)(the, b->onError);
}

static const xsHostHooks HOOKS = {xs_dg_socket_destructor, mark, NULL};

static binding *check(xsMachine *the) {
  return xsmcGetHostDataValidate(xsThis, (void *)&HOOKS);
}

static void drop(binding *b) {
  dg_socket_free(b->socket);
  heap_caps_free(b);
  sockets--;
}

static void let_go(binding *b) {
  b->closed = 1;
  b->socket->closing = 1;
  if (!b->ended) {
    dg_socket_wake(b->socket);
  } else if (!b->waiting) {
    drop(b);
  }
}

void xs_dg_socket_destructor(void *data) {
  if (data) let_go(data);
}

/* The peer's end is told when all that came before it was read. */
static void tell_end(binding *b) {
  if (b->closed || b->told || !b->ended || dg_ring_used(&b->socket->in) > 0) return;
  b->told = 1;
  xsBeginHost(b->the);
  xsmcSetString(xsResult, (char *)b->socket->fault);
  xsCallFunction1(xsReference(b->onError), b->obj, xsResult);
  xsEndHost(b->the);
}

static void tell(binding *b, xsSlot *callback, uint32_t count) {
  if (b->closed || callback == NULL || count == 0) return;
  xsBeginHost(b->the);
  xsmcSetInteger(xsResult, (xsIntegerValue)count);
  xsCallFunction1(xsReference(callback), b->obj, xsResult);
  xsEndHost(b->the);
}

/* A callback may close the socket, and with the task ended that frees the binding: `ended` is only set below, by another message. */
static void answer(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)machine, (void)message, (void)bytes;
  binding *b = refcon;
  dg_doorbell_answered(&b->bell);
  const uint32_t events = __atomic_exchange_n(&b->socket->events, 0u, __ATOMIC_ACQ_REL);
  if (events & DG_SOCKET_WRITABLE) {
    b->connected = 1;
    tell(b, b->onWritable, dg_ring_room(&b->socket->out));
  }
  if (events & DG_SOCKET_READABLE) tell(b, b->onReadable, dg_ring_used(&b->socket->in));
}

static void answer_end(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)machine, (void)message, (void)bytes;
  binding *b = refcon;
  b->ended = 1;
  if (b->closed) {
    drop(b);
  } else {
    tell_end(b);
  }
}

/* After the last bytes were read: not from within `read`. */
static void answer_read(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)machine, (void)message, (void)bytes;
  binding *b = refcon;
  b->waiting = 0;
  if (b->closed) {
    drop(b);
  } else {
    tell_end(b);
  }
}

static void on_event(dg_socket *socket) {
  dg_doorbell_ring_surely(&((binding *)socket->owner)->bell);
}

static void on_end(dg_socket *socket) {
  binding *b = socket->owner;
  dg_post_surely(b->the, NULL, 0, answer_end, b);
}

static void set_up(xsMachine *the, binding *b) {
  dg_socket *socket = b->socket;
  xsmcGet(xsVar(0), xsArg(0), xsID_host);
  xsmcToStringBuffer(xsVar(0), socket->host, sizeof socket->host);
  xsmcGet(xsVar(0), xsArg(0), xsID_port);
  socket->port = (int)xsmcToInteger(xsVar(0));
  b->the = the;
  b->bell = (dg_doorbell){the, answer, b, 0};
  socket->owner = b;
  socket->on_event = on_event;
  socket->on_end = on_end;
}

static const char *ca_cert(xsMachine *the, int *tls, int *verify) {
  xsmcGet(xsVar(1), xsArg(0), xsID_tls);
  *tls = xsmcTest(xsVar(1));
  *verify = 1;
  if (!*tls) return "";
  xsmcGet(xsVar(0), xsVar(1), xsID_verify);
  *verify = xsmcTest(xsVar(0));
  xsmcGet(xsVar(0), xsVar(1), xsID_ca_cert);
  return xsmcToString(xsVar(0));
}

void xs_dg_socket(xsMachine *the) {
  int tls, verify;
  if (sockets >= SOCKETS_MAX) xsUnknownError("too many connections");
  xsmcVars(2);
  xsSlot *onReadable = builtinGetCallback(the, xsID_onReadable);
  xsSlot *onWritable = builtinGetCallback(the, xsID_onWritable);
  xsSlot *onError = builtinGetCallback(the, xsID_onError);
  if (onError == NULL) xsUnknownError("onError is missing");
  const char *pem = ca_cert(the, &tls, &verify);
  binding *b = heap_caps_calloc(1, sizeof *b, MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT);
  if (b) b->socket = dg_socket_make(pem);
  if (b == NULL || b->socket == NULL) {
    heap_caps_free(b);
    xsUnknownError("no memory for a connection");
  }
  sockets++;
  b->ended = 1; /* until there is a task */
  b->onReadable = onReadable;
  b->onWritable = onWritable;
  b->onError = onError;
  b->socket->tls = tls;
  b->socket->verify = verify;
  b->obj = xsThis;
  xsmcSetHostData(xsThis, b);
  xsSetHostHooks(xsThis, (xsHostHooks *)&HOOKS);
  set_up(the, b); /* where it throws, the collector frees the rest */
  b->ended = 0;
  if (!dg_socket_start(b->socket)) {
    b->ended = 1;
    xsUnknownError("no memory for a connection");
  }
  xsRemember(b->obj);
}

void xs_dg_socket_close(xsMachine *the) {
  if (xsmcGetHostData(xsThis) == NULL) return;
  binding *b = check(the);
  xsForget(b->obj);
  xsmcSetHostData(xsThis, NULL);
  xsmcSetHostDestructor(xsThis, NULL);
  let_go(b);
}

void xs_dg_socket_read(xsMachine *the) {
  if (xsmcGetHostData(xsThis) == NULL) return;
  binding *b = check(the);
  const uint32_t count = dg_ring_used(&b->socket->in);
  if (count == 0) return;
  xsmcSetArrayBuffer(xsResult, NULL, (xsIntegerValue)count);
  dg_ring_take(&b->socket->in, xsmcToArrayBuffer(xsResult), count);
  if (!b->ended) {
    dg_socket_wake(b->socket);
  } else if (!b->waiting) {
    b->waiting = modMessagePostToMachine(the, NULL, 0, answer_read, b) == 0;
  }
}

void xs_dg_socket_write(xsMachine *the) {
  void *bytes;
  xsUnsignedValue count;
  if (xsmcGetHostData(xsThis) == NULL) xsUnknownError("the connection is gone");
  binding *b = check(the);
  if (b->ended || !b->connected) xsUnknownError("the connection is gone");
  xsmcGetBufferReadable(xsArg(0), &bytes, &count);
  if (count > dg_ring_room(&b->socket->out)) xsUnknownError("more than the socket takes");
  dg_ring_put(&b->socket->out, bytes, count);
  dg_socket_wake(b->socket);
  xsmcSetInteger(xsResult, (xsIntegerValue)dg_ring_room(&b->socket->out));
}
