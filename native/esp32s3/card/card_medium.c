#include "card_medium.h"

#include <string.h>

#include "driver/sdmmc_host.h"
#include "esp_vfs_fat.h"
#include "sdmmc_cmd.h"

/* One is written while others are looked at. */
#define FILES_MAX 4
#define UNIT_BYTES (16 * 1024)

static sdmmc_card_t *card;

esp_err_t dg_card_mount(const dg_card_pins *pins) {
  dg_card_unmount();
  sdmmc_host_t host = SDMMC_HOST_DEFAULT();
  sdmmc_slot_config_t slot = SDMMC_SLOT_CONFIG_DEFAULT();
  slot.width = 1;
  slot.clk = pins->clock_gpio;
  slot.cmd = pins->command_gpio;
  slot.d0 = pins->data_gpio;
  slot.flags |= SDMMC_SLOT_FLAG_INTERNAL_PULLUP;
  const esp_vfs_fat_mount_config_t config = {
      .format_if_mount_failed = false,
      .max_files = FILES_MAX,
      .allocation_unit_size = UNIT_BYTES,
  };
  const esp_err_t err = esp_vfs_fat_sdmmc_mount(DG_CARD_ROOT, &host, &slot, &config, &card);
  if (err != ESP_OK) card = NULL;
  return err;
}

void dg_card_unmount(void) {
  if (card) esp_vfs_fat_sdcard_unmount(DG_CARD_ROOT, card);
  card = NULL;
}

void dg_card_name(char *name) {
  strncpy(name, card ? card->cid.name : "SD", DG_CARD_NAME_MAX - 1);
  name[DG_CARD_NAME_MAX - 1] = 0;
}

int dg_card_answers(void) {
  return card && sdmmc_get_status(card) == ESP_OK;
}
