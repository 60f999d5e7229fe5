#include "network_stack.h"

#include "esp_event.h"
#include "esp_wifi.h"
#include "esp_wifi_default.h"

static esp_netif_t *access_point;
static esp_netif_t *station;

esp_err_t dg_network_stack_start(void) {
  if (access_point) return ESP_OK;
  esp_err_t err = esp_netif_init();
  if (err == ESP_OK) err = esp_event_loop_create_default();
  if (err != ESP_OK && err != ESP_ERR_INVALID_STATE) return err; /* there may be a loop already */
  access_point = esp_netif_create_default_wifi_ap();
  station = esp_netif_create_default_wifi_sta();
  if (access_point == NULL || station == NULL) return ESP_ERR_NO_MEM;
  /* Not left to the vendor's own choice: until an interface is up that is none, and the SDK refuses to make sockets. */
  dg_route_through(access_point);
  return ESP_OK;
}

esp_netif_t *dg_access_point_netif(void) {
  return access_point;
}

esp_netif_t *dg_station_netif(void) {
  return station;
}

void dg_route_through(esp_netif_t *netif) {
  esp_netif_set_default_netif(netif);
}
