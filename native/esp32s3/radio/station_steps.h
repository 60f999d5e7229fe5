/**
 * What the station does next, and what it tells: esp_wifi reports the end of a link as an event some time after it was asked for, and
 * does not say of which one. Platform-free; the caller serialises the calls.
 */
#ifndef DG_STATION_STEPS_H
#define DG_STATION_STEPS_H

typedef enum {
  DG_STATION_RESTING,
  DG_STATION_JOINING, /* esp_wifi connects, or waits for an address */
  DG_STATION_JOINED,
  DG_STATION_ENDING /* a disconnect was asked for; its event is still to come */
} dg_station_state;

typedef struct {
  dg_station_state state;
  int wanted;     /* a join waits for the end of the link before it */
  unsigned turns; /* joins and leaves so far: news of an older turn are none */
} dg_station;

/** What the caller has to do now. */
typedef enum { DG_STEP_NOTHING, DG_STEP_CONNECT, DG_STEP_DISCONNECT, DG_STEP_TELL_LOST } dg_step;

/** Somebody wants another network, or none. */
dg_step dg_station_join(dg_station *station);
dg_step dg_station_leave(dg_station *station);

/** esp_wifi says that the link ended, or never came about. */
dg_step dg_station_ended(dg_station *station);

/** The station has an address. Returns 1 where that is news of the latest join. */
int dg_station_got_address(dg_station *station);

#endif
