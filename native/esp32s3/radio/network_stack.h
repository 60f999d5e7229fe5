/** lwIP, the event loop and the two interfaces, without which the SDK makes no socket; with or without a radio. */
#ifndef DG_NETWORK_STACK_H
#define DG_NETWORK_STACK_H

#include "esp_err.h"
#include "esp_netif.h"

/** Repeating it does nothing. */
esp_err_t dg_network_stack_start(void);

/** NULL before dg_network_stack_start. */
esp_netif_t *dg_access_point_netif(void);
esp_netif_t *dg_station_netif(void);

/** Where packets to the world go: through the station while it has an address. */
void dg_route_through(esp_netif_t *netif);

#endif
