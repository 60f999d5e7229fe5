#include "clock.h"

#include <string.h>
#include <sys/time.h>

#include "esp_event.h"
#include "esp_netif.h"
#include "esp_netif_sntp.h"
#include "esp_sntp.h"

/* Before this second the clock was never set: it starts at 1970. [2025-01-01 UTC] */
#define FIRST_SECOND 1735689600
#define SERVER_MAX 64

/* Its own retries come ever later, and TLS needs the time as soon as there is a network. */
static void ask_again(void *argument, esp_event_base_t base, int32_t id, void *data) {
  (void)argument, (void)base, (void)id, (void)data;
  esp_sntp_restart();
}

int dg_clock_start(const char *server) {
  static char name[SERVER_MAX]; /* the client keeps the pointer */
  static int running;
  if (running) return ESP_OK;
  if (strlen(server) >= sizeof name) return ESP_ERR_INVALID_ARG;
  strcpy(name, server);
  const esp_sntp_config_t config = ESP_NETIF_SNTP_DEFAULT_CONFIG(name);
  const esp_err_t err = esp_netif_sntp_init(&config);
  running = err == ESP_OK;
  if (running) esp_event_handler_register(IP_EVENT, IP_EVENT_STA_GOT_IP, ask_again, NULL);
  return err;
}

int dg_clock_utc_ms(double *utc_ms) {
  struct timeval now;
  gettimeofday(&now, NULL);
  if (now.tv_sec < FIRST_SECOND) return 0;
  *utc_ms = (double)now.tv_sec * 1000.0 + (double)(now.tv_usec / 1000);
  return 1;
}
