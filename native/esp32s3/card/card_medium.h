/** The card itself: FAT on the SDMMC peripheral, 1 bit wide, mounted under DG_CARD_ROOT. One task at a time. */
#ifndef DG_CARD_MEDIUM_H
#define DG_CARD_MEDIUM_H

#include <stddef.h>

#include "esp_err.h"

#define DG_CARD_ROOT "/sd"
/* What the card writes into the product register, and a terminator. */
#define DG_CARD_NAME_MAX 8

typedef struct {
  int clock_gpio;
  int command_gpio;
  int data_gpio;
} dg_card_pins;

/** Mounts the card, anew where it was mounted. */
esp_err_t dg_card_mount(const dg_card_pins *pins);
void dg_card_unmount(void);

/** Its product name; DG_CARD_NAME_MAX bytes at `name`. */
void dg_card_name(char *name);

/** Whether the card still answers. */
int dg_card_answers(void);

#endif
