/** The task that works on the card, one request after the other. Nothing here knows XS. */
#ifndef DG_CARD_TASK_H
#define DG_CARD_TASK_H

#include "card_files.h"
#include "card_medium.h"

#define DG_CARD_REQUESTS_MAX 16

typedef enum {
  DG_CARD_MOUNT,
  DG_CARD_SPACE,
  DG_CARD_LIST,
  DG_CARD_READ,
  DG_CARD_WRITE,
  DG_CARD_MAKE_FOLDER,
  DG_CARD_REMOVE,
  DG_CARD_REMOVE_FOLDER,
  DG_CARD_END /* ends the task, after everything asked for before */
} dg_card_action;

typedef struct dg_card_request {
  dg_card_action action;
  char path[DG_CARD_PATH_MAX];
  size_t offset;   /* READ */
  size_t count;    /* READ: at most so many; WRITE: bytes of `data` */
  uint8_t *data;   /* WRITE: memory of dg_buffer_make, freed with the request. READ: the bytes read, of whoever takes them */
  char *names;     /* LIST: joined by newlines, of dg_buffer_make */
  size_t size;     /* READ: of the whole file; SPACE: total bytes */
  size_t got;      /* READ: bytes in `data` */
  double total;    /* SPACE, bytes */
  double free;
  int absent;      /* READ, REMOVE: there is no such file */
  char fault[48];  /* plain words; empty where it went well */
  int mounted;     /* after it */
  void *owner;
} dg_card_request;

/** Starts the task. `on_done` runs on it, after each request. Returns 0 where there is no memory. */
int dg_card_start(const dg_card_pins *pins, void (*on_done)(dg_card_request *request));

/** 0 where DG_CARD_REQUESTS_MAX wait already. */
int dg_card_ask(dg_card_request *request);

#endif
