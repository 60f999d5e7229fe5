/** `dg/radio` for XS. */
#include <stdlib.h>

#include "dg_xs.h"
#include "doorbell.h"
#include "network_stack.h"
#include "wifi.h"

/* There is one radio, so there is one of these; messages on their way may find it closed. */
typedef struct {
  xsMachine *the;
  xsSlot obj;
  xsSlot *onJoined;
  xsSlot *onLost;
  xsSlot *onScanned;
  int open;
} binding;

static binding radio;

/* Of the station, and of which turn: news of an older one are dropped on arrival. */
typedef struct {
  unsigned turn;
  int reason;
  char ip[DG_IP_MAX];
} news;

typedef struct {
  wifi_ap_record_t *records;
  uint16_t count;
} scanned;

static void mark(xsMachine *the, void *it, xsMarkRoot markRoot) {
  (void)it;
  if (radio.onJoined) (*markRoot)(the, radio.onJoined);
  if (radio.onLost) (*markRoot)(the, radio.onLost);
  if (radio.onScanned) (*markRoot)(the, radio.onScanned);
}

static const xsHostHooks HOOKS = {xs_dg_radio_destructor, mark, NULL};

void xs_dg_radio_destructor(void *data) {
  if (data == NULL || !radio.open) return;
  radio.open = 0;
  dg_wifi_stop();
}

static void answer_joined(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)refcon, (void)bytes;
  news joined;
  c_memcpy(&joined, message, sizeof joined);
  if (!radio.open || radio.onJoined == NULL || joined.turn != dg_wifi_turn()) return;
  xsBeginHost((xsMachine *)machine);
  xsmcSetString(xsResult, joined.ip);
  xsCallFunction1(xsReference(radio.onJoined), radio.obj, xsResult);
  xsEndHost((xsMachine *)machine);
}

static void answer_lost(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)refcon, (void)bytes;
  news lost;
  c_memcpy(&lost, message, sizeof lost);
  if (!radio.open || radio.onLost == NULL || lost.turn != dg_wifi_turn()) return;
  xsBeginHost((xsMachine *)machine);
  xsmcSetInteger(xsResult, lost.reason);
  xsCallFunction1(xsReference(radio.onLost), radio.obj, xsResult);
  xsEndHost((xsMachine *)machine);
}

static size_t ssid_length(const wifi_ap_record_t *record) {
  size_t length = 0;
  while (length < DG_SSID_MAX && record->ssid[length]) length++;
  return length;
}

static void add_network(xsMachine *the, const wifi_ap_record_t *record, xsIndex index) {
  xsmcSetNewObject(xsVar(1));
  xsmcSetArrayBuffer(xsVar(2), (void *)record->ssid, (xsIntegerValue)ssid_length(record));
  xsmcSet(xsVar(1), xsID_ssid, xsVar(2));
  xsmcSetInteger(xsVar(2), record->rssi);
  xsmcSet(xsVar(1), xsID_rssi, xsVar(2));
  xsmcSetInteger(xsVar(2), record->primary);
  xsmcSet(xsVar(1), xsID_channel, xsVar(2));
  xsmcSetString(xsVar(2), (char *)dg_wifi_auth_name(record->authmode));
  xsmcSet(xsVar(1), xsID_auth, xsVar(2));
  xsmcSetIndex(xsVar(0), index, xsVar(1));
}

static void answer_scanned(void *machine, void *refcon, uint8_t *message, uint16_t bytes) {
  (void)refcon, (void)bytes;
  scanned heard;
  c_memcpy(&heard, message, sizeof heard);
  if (radio.open && radio.onScanned) {
    xsBeginHost((xsMachine *)machine);
    xsmcVars(3);
    if (heard.records) {
      xsmcSetNewArray(xsVar(0), 0);
      for (uint16_t i = 0; i < heard.count; i++) add_network(the, &heard.records[i], i);
    } else {
      xsmcSetNull(xsVar(0));
    }
    xsCallFunction1(xsReference(radio.onScanned), radio.obj, xsVar(0));
    xsEndHost((xsMachine *)machine);
  }
  free(heard.records);
}

static void on_joined(unsigned turn, const char *ip) {
  news joined = {.turn = turn};
  c_strcpy(joined.ip, ip);
  dg_post_surely(radio.the, &joined, sizeof joined, answer_joined, NULL);
}

static void on_lost(unsigned turn, int reason) {
  news lost = {.turn = turn, .reason = reason};
  dg_post_surely(radio.the, &lost, sizeof lost, answer_lost, NULL);
}

static void on_scanned(wifi_ap_record_t *records, uint16_t count) {
  scanned heard = {records, count};
  dg_post_surely(radio.the, &heard, sizeof heard, answer_scanned, NULL);
}

static void text_option(xsMachine *the, xsIdentifier id, char *out, size_t size) {
  xsmcGet(xsVar(0), xsArg(0), id);
  xsmcToStringBuffer(xsVar(0), out, size);
}

static uint8_t small_option(xsMachine *the, xsIdentifier id) {
  xsmcGet(xsVar(0), xsArg(0), id);
  return (uint8_t)xsmcToInteger(xsVar(0));
}

void xs_dg_radio(xsMachine *the) {
  dg_wifi_options options = {.on_joined = on_joined, .on_lost = on_lost, .on_scanned = on_scanned};
  if (radio.open) xsUnknownError("the radio is in use");
  xsmcVars(1);
  text_option(the, xsID_ssid, options.ssid, sizeof options.ssid);
  text_option(the, xsID_passphrase, options.passphrase, sizeof options.passphrase);
  options.channel = small_option(the, xsID_channel);
  options.clients_max = small_option(the, xsID_clients_max);
  xsSlot *onJoined = builtinGetCallback(the, xsID_onJoined);
  xsSlot *onLost = builtinGetCallback(the, xsID_onLost);
  xsSlot *onScanned = builtinGetCallback(the, xsID_onScanned);
  radio.the = the;
  const esp_err_t err = dg_wifi_start(&options);
  if (err != ESP_OK) xsUnknownError("no radio (0x%x)", (int)err);
  radio.onJoined = onJoined;
  radio.onLost = onLost;
  radio.onScanned = onScanned;
  radio.obj = xsThis;
  radio.open = 1;
  xsmcSetHostData(xsThis, &radio);
  xsSetHostHooks(xsThis, (xsHostHooks *)&HOOKS);
  xsRemember(radio.obj);
}

static void check(xsMachine *the) {
  xsmcGetHostDataValidate(xsThis, (void *)&HOOKS);
}

void xs_dg_radio_close(xsMachine *the) {
  if (xsmcGetHostData(xsThis) == NULL) return;
  check(the);
  radio.open = 0;
  radio.onJoined = radio.onLost = radio.onScanned = NULL;
  dg_wifi_stop();
  xsForget(radio.obj);
  xsmcSetHostData(xsThis, NULL);
  xsmcSetHostDestructor(xsThis, NULL);
}

void xs_dg_radio_get_rssi(xsMachine *the) {
  check(the);
  xsmcSetInteger(xsResult, dg_wifi_rssi());
}

void xs_dg_radio_get_up(xsMachine *the) {
  check(the);
  xsmcSetBoolean(xsResult, dg_wifi_access_point_up());
}

void xs_dg_radio_get_ip(xsMachine *the) {
  char ip[DG_IP_MAX];
  check(the);
  dg_wifi_access_point_ip(ip);
  xsmcSetString(xsResult, ip);
}

void xs_dg_radio_get_clients(xsMachine *the) {
  check(the);
  xsmcSetInteger(xsResult, dg_wifi_clients());
}

void xs_dg_radio_join(xsMachine *the) {
  char passphrase[DG_PASSPHRASE_MAX + 1];
  void *ssid;
  xsUnsignedValue bytes;
  check(the);
  xsmcToStringBuffer(xsArg(1), passphrase, sizeof passphrase);
  xsmcGetBufferReadable(xsArg(0), &ssid, &bytes);
  const esp_err_t err = dg_wifi_join(ssid, bytes, passphrase);
  if (err != ESP_OK) xsUnknownError("join: 0x%x", (int)err);
}

void xs_dg_radio_leave(xsMachine *the) {
  check(the);
  dg_wifi_leave();
}

void xs_dg_radio_scan(xsMachine *the) {
  check(the);
  const esp_err_t err = dg_wifi_scan();
  if (err != ESP_OK) xsUnknownError("scan: 0x%x", (int)err);
}

void xs_dg_start_network_stack(xsMachine *the) {
  const esp_err_t err = dg_network_stack_start();
  if (err != ESP_OK) xsUnknownError("no network stack (0x%x)", (int)err);
}
