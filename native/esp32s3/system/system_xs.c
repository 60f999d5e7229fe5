/** `dg/system` for XS: clock, memory, identity and restart. Tasks are in task_list.c, time of day in clock.c. */
#include "certificate.h"
#include "clock.h"
#include "dg_xs.h"
#include "esp_heap_caps.h"
#include "esp_mac.h"
#include "esp_random.h"
#include "esp_system.h"
#include "esp_timer.h"
#include "xs_core.h"

#define RANDOM_MAX 4096

void xs_dg_uptime_ms(xsMachine *the) {
  xsmcSetNumber(xsResult, (double)(esp_timer_get_time() / 1000));
}

static void set_number(xsMachine *the, xsIdentifier id, double value) {
  xsmcSetNumber(xsVar(0), value);
  xsmcSet(xsResult, id, xsVar(0));
}

void xs_dg_memory(xsMachine *the) {
  const uint32_t internal = MALLOC_CAP_INTERNAL | MALLOC_CAP_8BIT;
  xsmcVars(1);
  xsmcSetNewObject(xsResult);
  set_number(the, xsID_heap, (double)heap_caps_get_free_size(internal));
  set_number(the, xsID_psram, (double)heap_caps_get_free_size(MALLOC_CAP_SPIRAM));
  set_number(the, xsID_heap_block, (double)heap_caps_get_largest_free_block(internal));
  set_number(the, xsID_psram_block, (double)heap_caps_get_largest_free_block(MALLOC_CAP_SPIRAM));
}

void xs_dg_random(xsMachine *the) {
  const xsIntegerValue count = xsmcToInteger(xsArg(0));
  if (count < 0 || count > RANDOM_MAX) xsRangeError("count");
  xsmcSetArrayBuffer(xsResult, NULL, count);
  esp_fill_random(xsmcToArrayBuffer(xsResult), (size_t)count);
}

void xs_dg_mac(xsMachine *the) {
  uint8_t mac[6] = {0};
  if (esp_efuse_mac_get_default(mac) != ESP_OK) c_memset(mac, 0, sizeof mac);
  xsmcSetArrayBuffer(xsResult, mac, sizeof mac);
}

void xs_dg_start_clock(xsMachine *the) {
  const int err = dg_clock_start(xsmcToString(xsArg(0)));
  if (err) xsUnknownError("clock: 0x%x", err);
}

void xs_dg_utc_ms(xsMachine *the) {
  double utc_ms;
  if (dg_clock_utc_ms(&utc_ms)) xsmcSetNumber(xsResult, utc_ms);
}

void xs_dg_reads_certificate(xsMachine *the) {
  xsmcSetBoolean(xsResult, dg_reads_certificate(xsmcToString(xsArg(0))));
}

void xs_dg_restart(xsMachine *the) {
  (void)the;
  esp_restart();
}

static const char *start_reason(void) {
  switch (esp_reset_reason()) {
    case ESP_RST_POWERON: return "power-on";
    case ESP_RST_SW: return "restart";
    case ESP_RST_PANIC: return "panic";
    case ESP_RST_INT_WDT:
    case ESP_RST_TASK_WDT:
    case ESP_RST_WDT: return "watchdog";
    case ESP_RST_BROWNOUT: return "brownout";
    default: return "other";
  }
}

void xs_dg_start_reason(xsMachine *the) {
  xsmcSetString(xsResult, (char *)start_reason());
}

void xs_dg_core(xsMachine *the) {
  xsmcSetInteger(xsResult, dg_keep_xs_on_its_core());
}
