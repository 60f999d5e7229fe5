/**
 * esp_wifi as access point and station at once. Nothing here knows XS. One at a time. The callbacks run on IDF's event task.
 */
#ifndef DG_WIFI_H
#define DG_WIFI_H

#include <stddef.h>
#include <stdint.h>

#include "esp_err.h"
#include "esp_wifi_types.h"

#define DG_SSID_MAX 32
#define DG_PASSPHRASE_MAX 64
#define DG_IP_MAX 16
#define DG_NETWORKS_MAX 64

typedef struct {
  char ssid[DG_SSID_MAX + 1];
  char passphrase[DG_PASSPHRASE_MAX + 1]; /* empty: open */
  uint8_t channel;
  uint8_t clients_max;
  /* Of the turn (dg_wifi_turn) that it belongs to; by the time it arrives there may be another. */
  void (*on_joined)(unsigned turn, const char *ip);
  void (*on_lost)(unsigned turn, int reason);
  /* `records` are `count`, of whoever takes them (free); NULL where the scan failed. */
  void (*on_scanned)(wifi_ap_record_t *records, uint16_t count);
} dg_wifi_options;

/** Brings the access point up. ESP_ERR_NOT_FOUND where the chip has no address, so that its radio was never set up in the factory. */
esp_err_t dg_wifi_start(const dg_wifi_options *options);
void dg_wifi_stop(void);

/** `ssid` of 1 to DG_SSID_MAX bytes. */
esp_err_t dg_wifi_join(const uint8_t *ssid, size_t ssid_bytes, const char *passphrase);
esp_err_t dg_wifi_leave(void);

/** Counts joins and leaves; on the task that asks for them. */
unsigned dg_wifi_turn(void);

esp_err_t dg_wifi_scan(void);

/** dBm; 0 where none is joined. */
int dg_wifi_rssi(void);
int dg_wifi_access_point_up(void);
int dg_wifi_clients(void);
void dg_wifi_access_point_ip(char ip[DG_IP_MAX]);

/** The name of board/radio.ts. */
const char *dg_wifi_auth_name(wifi_auth_mode_t mode);

#endif
