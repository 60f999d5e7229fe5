#include "wifi.h"

#include <stdlib.h>
#include <string.h>

#include "esp_event.h"
#include "esp_heap_caps.h"
#include "esp_mac.h"
#include "esp_wifi.h"
#include "freertos/FreeRTOS.h"
#include "freertos/semphr.h"
#include "network_stack.h"
#include "station_steps.h"

/* In units of 1.024 ms: the usual one. */
#define BEACON_INTERVAL 100

static dg_wifi_options now;
static SemaphoreHandle_t lock; /* of the station, between XS's task and the event task */
static dg_station station;
static wifi_config_t wanted; /* of the latest join */
static volatile int access_point_up;
static volatile int scanning;
static int started;

/* With the lock held. Returns the reason where the latest join is lost, 0 where it is not. */
static int act(dg_step step, int reason) {
  switch (step) {
    case DG_STEP_CONNECT:
      esp_wifi_set_config(WIFI_IF_STA, &wanted);
      if (esp_wifi_connect() == ESP_OK) return 0;
      station.state = DG_STATION_RESTING;
      return WIFI_REASON_CONNECTION_FAIL;
    case DG_STEP_DISCONNECT:
      esp_wifi_disconnect();
      return 0;
    case DG_STEP_TELL_LOST:
      return reason;
    default:
      return 0;
  }
}

/* Without the lock: telling may wait for XS, and XS for the lock. */
static void tell_lost(unsigned turn, int reason) {
  if (reason) now.on_lost(turn, reason);
}

static void on_link_ended(int reason) {
  dg_route_through(dg_access_point_netif());
  xSemaphoreTake(lock, portMAX_DELAY);
  const unsigned turn = station.turns;
  const int lost = act(dg_station_ended(&station), reason);
  xSemaphoreGive(lock);
  tell_lost(turn, lost);
}

static void on_scan_done(const wifi_event_sta_scan_done_t *event) {
  uint16_t count = DG_NETWORKS_MAX;
  wifi_ap_record_t *records = NULL;
  if (!scanning) return;
  scanning = 0;
  if (event->status == 0) records = heap_caps_calloc(DG_NETWORKS_MAX, sizeof *records, MALLOC_CAP_SPIRAM);
  if (records == NULL || esp_wifi_scan_get_ap_records(&count, records) != ESP_OK) {
    esp_wifi_clear_ap_list();
    free(records);
    records = NULL;
    count = 0;
  }
  now.on_scanned(records, count);
}

static void on_wifi(void *argument, esp_event_base_t base, int32_t id, void *data) {
  (void)argument, (void)base;
  switch (id) {
    case WIFI_EVENT_AP_START:
      access_point_up = 1;
      break;
    case WIFI_EVENT_AP_STOP:
      access_point_up = 0;
      break;
    case WIFI_EVENT_STA_DISCONNECTED:
      on_link_ended(((const wifi_event_sta_disconnected_t *)data)->reason);
      break;
    case WIFI_EVENT_SCAN_DONE:
      on_scan_done(data);
      break;
    default:
      break;
  }
}

static void on_address(const ip_event_got_ip_t *event) {
  char ip[DG_IP_MAX];
  esp_ip4addr_ntoa(&event->ip_info.ip, ip, sizeof ip);
  dg_route_through(dg_station_netif());
  xSemaphoreTake(lock, portMAX_DELAY);
  const unsigned turn = station.turns;
  const int news = dg_station_got_address(&station);
  xSemaphoreGive(lock);
  if (news) now.on_joined(turn, ip);
}

static void on_ip(void *argument, esp_event_base_t base, int32_t id, void *data) {
  (void)argument, (void)base;
  if (id == IP_EVENT_STA_GOT_IP) on_address(data);
  /* The lease ran out and was not renewed: a link without an address is none. Its end is told as such. */
  if (id == IP_EVENT_STA_LOST_IP) esp_wifi_disconnect();
}

static esp_err_t set_access_point(void) {
  wifi_config_t config = {0};
  memcpy(config.ap.ssid, now.ssid, strlen(now.ssid));
  config.ap.ssid_len = (uint8_t)strlen(now.ssid);
  strncpy((char *)config.ap.password, now.passphrase, sizeof config.ap.password - 1);
  config.ap.authmode = now.passphrase[0] ? WIFI_AUTH_WPA2_PSK : WIFI_AUTH_OPEN;
  config.ap.channel = now.channel;
  config.ap.max_connection = now.clients_max;
  config.ap.beacon_interval = BEACON_INTERVAL;
  return esp_wifi_set_config(WIFI_IF_AP, &config);
}

static int has_address(void) {
  uint8_t mac[6] = {0};
  const uint8_t none[6] = {0};
  return esp_read_mac(mac, ESP_MAC_WIFI_STA) == ESP_OK && memcmp(mac, none, sizeof mac) != 0;
}

static esp_err_t bring_up(void) {
  const wifi_init_config_t init = WIFI_INIT_CONFIG_DEFAULT();
  esp_err_t err = esp_wifi_init(&init);
  if (err != ESP_OK) return err;
  esp_event_handler_register(WIFI_EVENT, ESP_EVENT_ANY_ID, on_wifi, NULL);
  esp_event_handler_register(IP_EVENT, ESP_EVENT_ANY_ID, on_ip, NULL);
  /* The unit stores credentials itself; the radio must keep no copy. */
  err = esp_wifi_set_storage(WIFI_STORAGE_RAM);
  if (err == ESP_OK) err = esp_wifi_set_mode(WIFI_MODE_APSTA);
  if (err == ESP_OK) err = set_access_point();
  if (err == ESP_OK) err = esp_wifi_start();
  /* The page is polled five times a second: sleeping between beacons would only make it late. */
  if (err == ESP_OK) err = esp_wifi_set_ps(WIFI_PS_NONE);
  return err;
}

static void take_down(void) {
  esp_event_handler_unregister(WIFI_EVENT, ESP_EVENT_ANY_ID, on_wifi);
  esp_event_handler_unregister(IP_EVENT, ESP_EVENT_ANY_ID, on_ip);
  esp_wifi_stop();
  esp_wifi_deinit();
  access_point_up = 0;
  scanning = 0;
  station = (dg_station){DG_STATION_RESTING, 0, station.turns + 1};
}

esp_err_t dg_wifi_start(const dg_wifi_options *options) {
  if (started) return ESP_ERR_INVALID_STATE;
  esp_err_t err = dg_network_stack_start();
  if (err != ESP_OK) return err;
  if (!has_address()) return ESP_ERR_NOT_FOUND;
  if (lock == NULL) lock = xSemaphoreCreateMutex();
  if (lock == NULL) return ESP_ERR_NO_MEM;
  now = *options;
  err = bring_up();
  if (err != ESP_OK) take_down();
  started = err == ESP_OK;
  return err;
}

void dg_wifi_stop(void) {
  if (!started) return;
  started = 0;
  take_down();
}

static void blank_config(void) {
  memset(&wanted, 0, sizeof wanted);
}

esp_err_t dg_wifi_join(const uint8_t *ssid, size_t ssid_bytes, const char *passphrase) {
  if (ssid_bytes == 0 || ssid_bytes > DG_SSID_MAX || strlen(passphrase) > DG_PASSPHRASE_MAX) return ESP_ERR_INVALID_ARG;
  xSemaphoreTake(lock, portMAX_DELAY);
  blank_config();
  memcpy(wanted.sta.ssid, ssid, ssid_bytes);
  memcpy(wanted.sta.password, passphrase, strlen(passphrase));
  wanted.sta.scan_method = WIFI_ALL_CHANNEL_SCAN; /* the strongest of several of one name */
  wanted.sta.sort_method = WIFI_CONNECT_AP_BY_SIGNAL;
  /* No network weaker than what was asked for: with a passphrase, none that is open. */
  wanted.sta.threshold.authmode = passphrase[0] ? WIFI_AUTH_WPA_PSK : WIFI_AUTH_OPEN;
  wanted.sta.threshold.rssi = -127;
  wanted.sta.pmf_cfg.capable = true;
  wanted.sta.sae_pwe_h2e = WPA3_SAE_PWE_BOTH;
  const dg_step step = dg_station_join(&station);
  const unsigned turn = station.turns;
  const int lost = act(step, 0);
  xSemaphoreGive(lock);
  tell_lost(turn, lost);
  return ESP_OK;
}

esp_err_t dg_wifi_leave(void) {
  xSemaphoreTake(lock, portMAX_DELAY);
  blank_config();
  (void)act(dg_station_leave(&station), 0);
  const esp_err_t err = esp_wifi_set_config(WIFI_IF_STA, &wanted);
  xSemaphoreGive(lock);
  return err;
}

unsigned dg_wifi_turn(void) {
  return station.turns;
}

esp_err_t dg_wifi_scan(void) {
  const wifi_scan_config_t config = {.show_hidden = false, .scan_type = WIFI_SCAN_TYPE_ACTIVE};
  scanning = 1;
  const esp_err_t err = esp_wifi_scan_start(&config, false);
  if (err != ESP_OK) scanning = 0;
  return err;
}

int dg_wifi_rssi(void) {
  wifi_ap_record_t record;
  return esp_wifi_sta_get_ap_info(&record) == ESP_OK ? record.rssi : 0;
}

int dg_wifi_access_point_up(void) {
  return access_point_up;
}

int dg_wifi_clients(void) {
  wifi_sta_list_t list;
  return esp_wifi_ap_get_sta_list(&list) == ESP_OK ? list.num : 0;
}

void dg_wifi_access_point_ip(char ip[DG_IP_MAX]) {
  esp_netif_ip_info_t info = {0};
  if (dg_access_point_netif()) esp_netif_get_ip_info(dg_access_point_netif(), &info);
  esp_ip4addr_ntoa(&info.ip, ip, DG_IP_MAX);
}
