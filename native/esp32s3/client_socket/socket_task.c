#include "socket_task.h"

#include <string.h>

#include "board_tasks.h"
#include "esp_heap_caps.h"
#include "esp_timer.h"

/* How late received bytes are noticed at most; bytes to send are noticed at once. */
#define POLL_TICKS pdMS_TO_TICKS(20)
/* How long a closed connection may take to send what was written. [as on a computer] */
#define CLOSE_US (1000 * 1000)
#define PIECE_BYTES 1024

dg_socket *dg_socket_make(const char *ca_cert) {
  /* The socket in internal RAM: two tasks count on it together, which external RAM does not do. */
  dg_socket *socket = heap_caps_calloc(1, sizeof *socket, MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT);
  uint8_t *rings = heap_caps_malloc(2 * DG_SOCKET_RING_BYTES, MALLOC_CAP_SPIRAM);
  char *copy = heap_caps_malloc(strlen(ca_cert) + 1, MALLOC_CAP_SPIRAM);
  if (socket == NULL || rings == NULL || copy == NULL) {
    heap_caps_free(socket);
    heap_caps_free(rings);
    heap_caps_free(copy);
    return NULL;
  }
  strcpy(copy, ca_cert);
  socket->ca_cert = copy;
  dg_ring_init(&socket->in, rings, DG_SOCKET_RING_BYTES);
  dg_ring_init(&socket->out, rings + DG_SOCKET_RING_BYTES, DG_SOCKET_RING_BYTES);
  return socket;
}

void dg_socket_free(dg_socket *socket) {
  if (socket->task) vTaskDelete(socket->task);
  heap_caps_free(socket->in.data);
  heap_caps_free(socket->ca_cert);
  heap_caps_free(socket);
}

void dg_socket_wake(dg_socket *socket) {
  if (socket->task) xTaskNotifyGive(socket->task);
}

static int stopped(void *context) {
  return ((dg_socket *)context)->closing;
}

static void tell(dg_socket *socket, uint32_t event) {
  __atomic_fetch_or(&socket->events, event, __ATOMIC_ACQ_REL);
  socket->on_event(socket);
}

/* Both return whether something moved. */
static int send_some(dg_socket *socket, dg_link *link) {
  uint32_t count;
  const uint8_t *bytes = dg_ring_peek(&socket->out, &count);
  if (count == 0) return 0;
  const size_t sent = dg_link_send(link, bytes, count, &socket->fault);
  dg_ring_drop(&socket->out, (uint32_t)sent);
  if (sent > 0 && dg_ring_used(&socket->out) == 0) tell(socket, DG_SOCKET_WRITABLE);
  return sent > 0;
}

static int receive_some(dg_socket *socket, dg_link *link) {
  uint8_t piece[PIECE_BYTES];
  const uint32_t room = dg_ring_room(&socket->in);
  if (room == 0 || socket->closing) return 0;
  const size_t got = dg_link_receive(link, piece, room < sizeof piece ? room : sizeof piece, &socket->fault);
  if (got == 0) return 0;
  dg_ring_put(&socket->in, piece, (uint32_t)got);
  tell(socket, DG_SOCKET_READABLE);
  return 1;
}

static void carry(dg_socket *socket, dg_link *link) {
  int64_t closing_us = 0;
  tell(socket, DG_SOCKET_WRITABLE);
  while (socket->fault == NULL) {
    const int moved = send_some(socket, link) | (socket->fault == NULL && receive_some(socket, link));
    if (socket->closing) {
      if (closing_us == 0) closing_us = esp_timer_get_time();
      if (dg_ring_used(&socket->out) == 0 || esp_timer_get_time() - closing_us > CLOSE_US) return;
    }
    if (!moved) ulTaskNotifyTake(pdTRUE, POLL_TICKS);
  }
}

static void run(void *argument) {
  dg_socket *socket = argument;
  const dg_link_options options = {
      .host = socket->host,
      .port = socket->port,
      .tls = socket->tls,
      .verify = socket->verify,
      .ca_cert = socket->ca_cert,
      .stopped = stopped,
      .context = socket,
  };
  dg_link link;
  socket->fault = dg_link_open(&link, &options);
  if (socket->fault == NULL) {
    carry(socket, &link);
    dg_link_close(&link);
  }
  socket->on_end(socket);
  /* Not deleted here: whoever wakes the task before it heard of the end would wake freed memory. */
  vTaskSuspend(NULL);
}

int dg_socket_start(dg_socket *socket) {
  return xTaskCreatePinnedToCore(run, "socket", DG_SOCKET_STACK, socket, DG_SOCKET_PRIORITY, &socket->task, DG_XS_CORE) == pdPASS;
}
